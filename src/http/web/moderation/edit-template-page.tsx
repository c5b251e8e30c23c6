import type { ShownTemplate } from "../../../core/templates/list-templates.ts";
import { Button, Field, Form } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { Samples, TemplateAge, TemplateWords } from "../templates/new-template-page.tsx";
import { TemplatePicture } from "../templates/template-picture.tsx";
import { useWords } from "../use-words.tsx";
import { ModerationLayout } from "./moderation-layout.tsx";

export interface TypedChange {
  name: string;
  tags: string;
  alt: string;
  age: string;
  samples: string;
  boxes: string;
}

interface Props {
  frame: Frame;
  one: ShownTemplate;
  typed: TypedChange;
  error?: string;
}

/** Everything about a template but its picture. */
export const EditTemplatePage = ({ frame, one, typed, error }: Props) => {
  const { say } = useWords();
  const { template } = one;
  return (
    <ModerationLayout
      frame={frame}
      path="/moderation/templates"
      title={say("templates.edit-title", { name: template.name })}
    >
      <div class="edit-template">
        <TemplatePicture frame={frame} one={one} eager curtain />
        <Form action={`${frame.site.root}/moderation/templates/${template.id}`} error={error}>
          <TemplateWords typed={typed} />
          <TemplateAge value={typed.age} />
          <Samples value={typed.samples} />
          <p>
            <a class="button button-quiet button-small" href={`${frame.site.root}/make?boxes=${template.id}`}>
              {say("templates.boxes-editor")}
            </a>
          </p>
          <Field
            label={say("templates.boxes")}
            name="boxes"
            hint={say("templates.boxes-hint")}
            value={typed.boxes}
            rows={12}
            plain
            required
          />
          <p class="actions">
            <Button>{say("templates.save")}</Button>
            <a class="button button-quiet" href={`${frame.site.root}/templates/${template.id}`}>
              {say("templates.back")}
            </a>
          </p>
        </Form>
      </div>
    </ModerationLayout>
  );
};
