import type { ShownTemplate } from "../../../core/templates/list-templates.ts";
import type { Frame } from "../frame.ts";
import { TemplatePicture } from "../templates/template-picture.tsx";
import { useWords } from "../use-words.tsx";

/** Those in sight of a phone. */
const EAGER = 4;

/** Templates to start with: one tap, and the editor is open. */
export const TemplateChoice = ({ frame, templates }: { frame: Frame; templates: readonly ShownTemplate[] }) => {
  const { say } = useWords();
  const { root } = frame.site;
  if (templates.length === 0) return null;
  return (
    <section class="make-templates">
      <div class="make-templates-head">
        <h2>{say("make.templates")}</h2>
        <a href={`${root}/templates`}>{say("make.all-templates")}</a>
      </div>
      <ul class="make-template-list">
        {templates.map((one, at) => (
          <li>
            <a class="make-template" href={`${root}/make?template=${one.template.id}`}>
              <TemplatePicture frame={frame} one={one} eager={at < EAGER} />
              <bdi>{one.template.name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
};
