import { MAX_ALT, MAX_CAPTION } from "../../../core/memes/caption-meme.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { ReadDraft } from "../../../core/copies/keep-draft.ts";
import { Button, Field, Form, Hidden } from "../components/form.tsx";
import { Picture } from "../components/picture.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";
import type { Typed } from "./more-fields.tsx";

interface Props {
  frame: Frame;
  draft: ReadDraft;
  typed: Typed;
  /** Why it was refused. */
  error?: string;
}

/** Asks before somebody posts what others have seen. Their picture waits, and their words are here. */
export const PostedBeforePage = ({ frame, draft: { earlier, mirrored }, typed, error }: Props) => {
  const { say } = useWords();
  const { root } = frame.site;
  return (
    <Layout frame={frame} title={say("copies.title")} description={say("copies.lead")} current="submit">
      <div class="form-page posted-before">
        <h1 class="title">{say("copies.heading")}</h1>
        {earlier && <Earlier frame={frame} earlier={earlier} mirrored={mirrored} />}
        <p class="soft">{say("copies.lead")}</p>
        <Form action={`${root}/submit/draft`} error={error}>
          <Hidden name="age" value={typed.age} />
          <Hidden name="rating" value={typed.rating} />
          <Field label={say("submit.caption")} name="caption" rows={2} maxlength={MAX_CAPTION} value={typed.caption} />
          <Field label={say("submit.alt")} name="alt" rows={2} maxlength={MAX_ALT} value={typed.alt} />
          <Button>{say("copies.anyway")}</Button>
        </Form>
        <Form action={`${root}/submit/draft/discard`}>
          <Button kind="quiet">{say("copies.discard")}</Button>
        </Form>
      </div>
    </Layout>
  );
};

interface EarlierProps {
  frame: Frame;
  earlier: MemeWithAuthor;
  mirrored: boolean;
}

const Earlier = ({ frame, earlier: { meme, author }, mirrored }: EarlierProps) => {
  const { say, ago } = useWords();
  const href = `${frame.site.root}/meme/${meme.id}`;
  const when = ago(meme.createdAt, frame.now);
  const said = mirrored ? "copies.said-mirrored" : "copies.said";
  const isOwn = frame.viewer?.id === author.id;
  return (
    <article class="surface posted-before-meme">
      <a class="posted-before-picture" href={href} aria-label={say("copies.see")}>
        <Picture frame={frame} meme={meme} sizes="27rem" eager still />
      </a>
      <p>
        <bdi>{isOwn ? say(`${said}-own`, { when }) : say(said, { name: author.username, when })}</bdi>{" "}
        <a href={href}>{say("copies.see")}</a>
      </p>
    </article>
  );
};
