import { basePath } from "../../../core/make/base-files.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Marks } from "../../../core/memes/read-marks.ts";
import { canWithdraw } from "../../../core/templates/find-template.ts";
import type { ShownTemplate } from "../../../core/templates/list-templates.ts";
import { Button } from "../components/form.tsx";
import { Face } from "../components/face.tsx";
import { Icon } from "../components/icon.tsx";
import { PersonName } from "../components/person.tsx";
import { MemeGrid } from "../feed/meme-grid.tsx";
import { actorOf, signInHref, type Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";
import { TemplatePicture } from "./template-picture.tsx";
import { ForStaff, type Removal } from "./template-staff.tsx";

interface Props {
  frame: Frame;
  one: ShownTemplate;
  memes: MemeWithAuthor[];
  marks: Marks;
  /** Link to more memes. */
  next: string | undefined;
  /** What staff typed to remove it, and why that was refused. */
  removal?: Removal;
}

/** A template, and the best that was made with it. */
export const TemplatePage = (props: Props) => {
  const { frame, one, memes, marks, next } = props;
  const { say } = useWords();
  const { template } = one;
  return (
    <Layout
      frame={frame}
      title={template.name}
      description={say("templates.about", { name: template.name })}
      head={<TemplatePreview frame={frame} one={one} />}
      wide
    >
      <div class="template">
        <TemplatePicture frame={frame} one={one} eager curtain />
        <div class="template-about">
          <h1 class="title">
            <bdi>{template.name}</bdi>
          </h1>
          <Facts {...props} />
          <State {...props} />
          <Actions {...props} />
          {frame.viewer?.staff && <ForStaff frame={frame} template={template} removal={props.removal} />}
        </div>
      </div>
      {template.status !== "proposed" && (
        <section class="template-memes" aria-labelledby="best">
          <h2 id="best">{say("templates.best")}</h2>
          <MemeGrid frame={frame} memes={memes} marks={marks} next={next} empty={<NoMemes />} />
        </section>
      )}
    </Layout>
  );
};

/** For links to it. What not everyone may see gets none. */
const TemplatePreview = ({
  frame: { site },
  one: { template, base, preview = base },
}: Pick<Props, "frame" | "one">) => {
  const address = `${site.url}/templates/${template.id}`;
  if (template.status !== "accepted") return <meta name="robots" content="noindex" />;
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={template.name} />
      {template.age <= 2 && <meta property="og:image" content={site.url + basePath(preview)} />}
    </>
  );
};

const NoMemes = () => (
  <>
    <Face grade={2} />
    <p>{useWords().say("templates.no-memes")}</p>
  </>
);

const Facts = ({ frame, one: { template, author } }: Props) => {
  const { say, count, rich } = useWords();
  const { root } = frame.site;
  return (
    <>
      <p class="soft">
        {template.uses === 0 ? say("templates.unused") : count("templates.uses", template.uses)}
        {author && (
          <>
            {" · "}
            {rich("templates.by", {
              name: author.username,
              person: () => <PersonName frame={frame} person={author} />,
            })}
          </>
        )}
      </p>
      {template.tags.length > 0 && (
        <ul class="tag-list" aria-label={say("templates.tags")}>
          {template.tags.map((tag) => (
            <li>
              <a class="tag-chip" href={`${root}/templates?search=${encodeURIComponent(tag)}`}>
                <bdi>{tag}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

const State = ({ frame, one: { template } }: Props) => {
  const { say } = useWords();
  const isOwn = frame.viewer?.id === template.authorId;
  if (template.status === "retired") return <p class="surface-tint template-state">{say("templates.is-retired")}</p>;
  if (template.status !== "proposed") return null;
  return (
    <p class="surface-tint template-state">{say(isOwn ? "templates.is-proposed" : "templates.is-proposed-staff")}</p>
  );
};

const Actions = ({ frame, one: { template, isFavourite } }: Props) => {
  const { say } = useWords();
  const { root } = frame.site;
  const path = `/templates/${template.id}`;
  return (
    <div class="template-acts">
      {template.status !== "retired" && (
        <a class="button" href={`${root}/make?template=${template.id}`}>
          <Icon name="edit" /> {say("templates.make")}
        </a>
      )}
      {template.status !== "accepted" ? null : frame.viewer ? (
        <form method="post" action={`${root}${path}/${isFavourite ? "unfavourite" : "favourite"}`} data-busy>
          <button class="button button-quiet" aria-pressed={isFavourite ? "true" : "false"}>
            <Icon name="star" /> {say(isFavourite ? "templates.unfavourite" : "templates.favourite")}
          </button>
        </form>
      ) : (
        <a class="button button-quiet" href={signInHref(frame.site, path)}>
          <Icon name="star" /> {say("templates.favourite")}
        </a>
      )}
      {canWithdraw(actorOf(frame), template) && (
        <details class="confirm">
          <summary class="button button-quiet">{say("templates.withdraw")}</summary>
          <form method="post" action={`${root}${path}/withdraw`} class="confirm-ask" data-busy>
            <p>{say("templates.withdraw-lead")}</p>
            <Button small kind="danger">
              {say("templates.withdraw-yes")}
            </Button>
          </form>
        </details>
      )}
    </div>
  );
};
