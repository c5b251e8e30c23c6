import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { MAX_ALT } from "../../../core/memes/caption-meme.ts";
import { ARRANGEMENTS, type Arrangement } from "../../../core/templates/template-recipe.ts";
import { MAX_TEMPLATE_NAME, MAX_TEMPLATE_TAGS } from "../../../core/templates/template-texts.ts";
import { Button, Choice, Field, FieldGroup, Form, Hidden, Select } from "../components/form.tsx";
import { Picture } from "../components/picture.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { TYPES } from "../submit/submit-page.tsx";
import { useWords } from "../use-words.tsx";
import type { TypedTemplate } from "./typed-template.ts";

interface Props {
  frame: Frame;
  typed: TypedTemplate;
  /** The meme it is made from. */
  from?: { one: MemeWithAuthor; hasBoxes: boolean } | undefined;
  /** It needs nobody's consent. */
  atOnce: boolean;
  error?: string;
}

/** Proposes a template, from a picture or from one's own meme. */
export const NewTemplatePage = ({ frame, typed, from, atOnce, error }: Props) => {
  const { say } = useWords();
  const title = say(atOnce ? "templates.new-title-add" : "templates.new-title");
  return (
    <Layout frame={frame} title={title} description={say("templates.description")}>
      <div class="new-template">
        <h1 class="title">{title}</h1>
        <p class="soft">{say("templates.new-lead")}</p>
        <Form action={`${frame.site.root}/templates/new`} error={error} upload={from === undefined}>
          <Source frame={frame} from={from} />
          <TemplateWords typed={typed} />
          <TemplateAge value={typed.age} />
          {!from?.hasBoxes && <Where typed={typed} />}
          {!atOnce && <p class="field-hint">{say("templates.new-waits")}</p>}
          <p class="actions">
            <Button>{say(atOnce ? "templates.send-add" : "templates.send")}</Button>
          </p>
        </Form>
      </div>
    </Layout>
  );
};

const Source = ({ frame, from }: Pick<Props, "frame" | "from">) => {
  const { say } = useWords();
  if (!from)
    return (
      <Field
        label={say("templates.new-picture")}
        name="image"
        type="file"
        accept={TYPES}
        hint={say("templates.new-picture-hint")}
        required
      />
    );
  return (
    <div class="stack new-template-from">
      <Hidden name="meme" value={from.one.meme.id} />
      <Picture frame={frame} meme={from.one.meme} sizes="12rem" eager />
      <p class="soft">{say(from.hasBoxes ? "templates.new-from-meme" : "templates.new-from-upload")}</p>
    </div>
  );
};

export const TemplateWords = ({ typed }: { typed: Pick<TypedTemplate, "name" | "tags" | "alt"> }) => {
  const { say } = useWords();
  return (
    <>
      <Field
        label={say("templates.name")}
        name="name"
        value={typed.name}
        hint={say("templates.name-hint")}
        maxlength={MAX_TEMPLATE_NAME}
        required
      />
      <Field
        label={say("templates.tags")}
        name="tags"
        value={typed.tags}
        hint={say("templates.tags-hint", { most: MAX_TEMPLATE_TAGS })}
      />
      <Field
        label={say("templates.alt")}
        name="alt"
        value={typed.alt}
        hint={say("templates.alt-hint")}
        rows={2}
        maxlength={MAX_ALT}
      />
    </>
  );
};

const Where = ({ typed }: { typed: TypedTemplate }) => {
  const { say } = useWords();
  return (
    <>
      <FieldGroup legend={say("templates.where")} hint={say("templates.where-hint")}>
        {(Object.keys(ARRANGEMENTS) as Arrangement[]).map((where) => (
          <Choice
            type="radio"
            name="where"
            value={where}
            label={say(`templates.where-${where}`)}
            checked={where === typed.where}
          />
        ))}
      </FieldGroup>
      <Samples value={typed.samples} />
    </>
  );
};

const AGES = ["1", "2", "4"] as const;

export const TemplateAge = ({ value }: { value: string }) => {
  const { say } = useWords();
  const options = AGES.map((age) => [age, say(`submit.age-${age}`)] as const);
  return <Select label={say("templates.age")} name="age" value={value} options={options} />;
};

export const Samples = ({ value }: { value: string }) => {
  const { say } = useWords();
  return (
    <Field
      label={say("templates.samples")}
      name="samples"
      value={value}
      hint={say("templates.samples-hint")}
      rows={3}
    />
  );
};
