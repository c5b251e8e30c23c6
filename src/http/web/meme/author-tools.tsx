import { MAX_ALT, MAX_CAPTION } from "../../../core/memes/caption-meme.ts";
import type { MemeInFull } from "../../../core/memes/read-meme-page.ts";
import { REMIXERS } from "../../../entities/made-meme.ts";
import { Button, Field, Form, Select } from "../components/form.tsx";
import { Icon } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

/** The form for a meme's words as it was sent, and why it was refused. */
export interface RefusedEdit {
  sentence: string;
  caption: string;
  alt: string;
  remix?: string;
}

interface Props {
  frame: Frame;
  one: MemeInFull;
  edit: RefusedEdit | undefined;
}

/** What authors can do with their own memes. */
export const AuthorTools = ({ frame, one: { meme, making }, edit }: Props) => {
  const { say } = useWords();
  const { root } = frame.site;
  const action = (name: string) => `${root}/meme/${meme.id}/${name}`;
  const { caption, alt } = edit ?? meme;
  return (
    <>
      {making.hasRecipe && (
        <a class="tool-button" href={`${root}/make?edit=${meme.id}`}>
          <Icon name="picture" /> {say("meme.edit-picture")}
        </a>
      )}
      <details class="tool" open={edit !== undefined}>
        <summary>
          <Icon name="edit" /> {say("meme.edit")}
        </summary>
        <Form action={action("edit")} class="tool-form" error={edit?.sentence}>
          <tag-suggest data-from={`${root}/tags`}>
            <Field label={say("meme.caption")} name="caption" rows={3} maxlength={MAX_CAPTION} value={caption} />
          </tag-suggest>
          <Field label={say("meme.alt")} name="alt" rows={2} maxlength={MAX_ALT} value={alt} />
          <Select
            label={say("meme.who-remixes")}
            hint={say("meme.remix-hint")}
            name="remix"
            options={REMIXERS.map((who) => [who, say(`meme.remix-${who}`)])}
            value={edit?.remix ?? making.remix}
          />
          <Button small>{say("meme.save")}</Button>
        </Form>
      </details>
      {(frame.site.templates !== "staff" || frame.viewer?.staff) && (
        <a class="tool-button" href={`${root}/templates/new?meme=${meme.id}`}>
          <Icon name="copy" /> {say("templates.from-meme")}
        </a>
      )}
      {/* Only staff can show a held meme again. */}
      {!meme.held && (
        <form method="post" action={action(meme.disabled ? "enable" : "disable")}>
          <button class="tool-button">
            <Icon name={meme.disabled ? "show" : "hide"} /> {say(meme.disabled ? "meme.show" : "meme.hide")}
          </button>
        </form>
      )}
    </>
  );
};
