import { basePath } from "../../../core/make/base-files.ts";
import type { ShownTemplate } from "../../../core/templates/list-templates.ts";
import type { Age } from "../../../entities/age.ts";
import { isoOf } from "../../time.ts";
import { Button } from "../components/form.tsx";
import { Face } from "../components/face.tsx";
import { Icon } from "../components/icon.tsx";
import { PersonName } from "../components/person.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { ModerationLayout } from "./moderation-layout.tsx";
import { RefuseForm, type RefusedRefusal } from "./refuse-form.tsx";

interface Props {
  frame: Frame;
  proposals: ShownTemplate[];
  /** Link to the next page. */
  next: string | undefined;
  /** Who may add templates. */
  mode: "open" | "review" | "staff";
  refused?: RefusedRefusal | undefined;
}

/** Templates that wait for staff. */
export const ProposalsPage = ({ frame, proposals, next, mode, refused }: Props) => {
  const { say } = useWords();
  return (
    <ModerationLayout frame={frame} path="/moderation/templates" title={say("templates.queue-heading")}>
      {proposals.length > 0 ? (
        <p class="soft">{say("templates.queue-lead")}</p>
      ) : (
        <div class="surface reported-item-nothing">
          <Face grade={3} />
          <p>{say("templates.queue-none")}</p>
          {mode !== "review" && <p class="soft">{say(`templates.queue-${mode}`)}</p>}
        </div>
      )}
      {proposals.map((one) => (
        <ProposalItem frame={frame} one={one} refused={refused?.id === one.template.id ? refused : undefined} />
      ))}
      {next !== undefined && (
        <p>
          <a class="button" href={next}>
            {say("templates.queue-next")}
          </a>
        </p>
      )}
    </ModerationLayout>
  );
};

const ProposalItem = ({ frame, one, refused }: { frame: Frame; one: ShownTemplate; refused: Props["refused"] }) => {
  const { say, ago, rich } = useWords();
  const { template, author } = one;
  const { root } = frame.site;
  const path = `${root}/moderation/templates/${template.id}`;
  return (
    <article class="surface-edge reported-item" id={`template-${template.id}`}>
      <BlurredTemplate frame={frame} one={one} />
      <div class="reported-item-main">
        <h2 class="reported-item-title">
          <a href={`${root}/templates/${template.id}`}>
            <bdi>{template.name}</bdi>
          </a>
        </h2>
        <p class="soft">
          {author && (
            <>
              {rich("templates.by", {
                name: author.username,
                person: () => <PersonName frame={frame} person={author} />,
              })}
              {" · "}
            </>
          )}
          <time datetime={isoOf(template.createdAt)}>{ago(template.createdAt, frame.now)}</time>
        </p>
        <p class="chips">
          <span class="chip">{say(`submit.age-${template.age as Age}`)}</span>
          {template.tags.map((tag) => (
            <span class="chip">
              <bdi>{tag}</bdi>
            </span>
          ))}
        </p>
        <div class="reported-item-tools">
          <form method="post" action={`${path}/accept`} data-busy>
            <Button small>{say("templates.accept")}</Button>
          </form>
          <a class="button button-quiet button-small" href={path}>
            {say("templates.edit")}
          </a>
          <RefuseForm action={`${path}/refuse`} id={template.id} words="templates" refused={refused} />
        </div>
      </div>
    </article>
  );
};

/** Hidden like everything else that nobody should see unasked. */
const BlurredTemplate = ({ frame, one: { template, base, preview } }: { frame: Frame; one: ShownTemplate }) => {
  const { say } = useWords();
  const { root } = frame.site;
  const { width, height, ...shown } = preview ?? base;
  return (
    <details class="blurred">
      <summary>
        <img src={root + basePath(shown)} alt="" width={width} height={height} loading="lazy" />
        <span class="blurred-ask">
          <Icon name="show" /> {say("moderation.show-picture")}
        </span>
      </summary>
      {template.alt && (
        <p class="blurred-alt">
          <bdi>{say("moderation.shows", { alt: template.alt })}</bdi>
        </p>
      )}
      <p>
        <a href={root + basePath(base)} target="_blank" rel="noreferrer">
          {say("moderation.full-size")}
        </a>
      </p>
    </details>
  );
};
