import { boxTitle } from "../../../shared/box-title.ts";
import type { Recipe } from "../../../compose/recipe.ts";
import { MAX_CAPTION } from "../../../core/memes/caption-meme.ts";
import { REMIXERS } from "../../../entities/made-meme.ts";
import { Field, Hidden, Select } from "../components/form.tsx";
import { RefusedForm } from "../components/refusal.tsx";
import { Icon } from "../components/icon.tsx";
import { signInHref, type Frame } from "../frame.ts";
import { Counted, MoreFields, type Typed } from "../submit/more-fields.tsx";
import { TYPES } from "../submit/submit-page.tsx";
import { useWords } from "../use-words.tsx";

/** What was typed about a meme. */
export type MakeTyped = Typed & { remix: string };

interface Props {
  frame: Frame;
  heading: unknown;
  typed: MakeTyped;
  /** Sent along, as it is. */
  hidden?: Record<string, string | undefined>;
  /** Its picture, before there is a script. */
  picture?: unknown;
  /** The texts of its boxes. */
  boxes?: Recipe["boxes"];
  samples?: readonly string[];
  /** Why it was refused. */
  error?: string | undefined;
  /** An own meme, or the boxes of a template. What is said about it stays as it is. */
  edits?: "meme" | "boxes" | undefined;
  /** Where a guest goes on after signing in; undefined if nobody knows who is there. */
  here: string | undefined;
}

/** Without a network, nobody knows whether somebody is signed in: the site will say so. */
const maySend = ({ frame, here }: Pick<Props, "frame" | "here">) => frame.viewer !== undefined || here === undefined;

/** A form that makes a meme by itself. Scripts put an editor into it. */
export const MakeForm = (props: Props) => {
  const { frame, heading, hidden = {}, picture, boxes = [], samples = [], error, edits } = props;
  const { say } = useWords();
  return (
    <form method="post" action={`${frame.site.root}/make`} enctype="multipart/form-data" class="form make">
      {Object.entries(hidden).map(([name, value]) => (
        <Hidden name={name} value={value} />
      ))}
      <p class="form-error make-error" role="alert" data-error hidden={error === undefined}>
        {error}
      </p>
      <div class="make-view">
        <div class="make-head">
          <h1 class="make-title">{heading}</h1>
          <div class="make-bar" data-bar hidden />
        </div>
        <div class="make-viewport" data-viewport tabindex={-1}>
          {picture}
        </div>
      </div>
      <div class="make-side">
        <div class="make-desk" data-desk>
          {boxes.map((box, at) => (
            <TextField boxes={boxes} at={at} value={box.text} sample={samples[at]} />
          ))}
          {boxes.length > 0 && frame.viewer && (
            <p class="make-plain-preview">
              <button class="button button-quiet" formmethod="get" formaction={`${frame.site.root}/make`}>
                {say("make.preview")}
              </button>
            </p>
          )}
        </div>
        {/* Has no name, so it is never sent: a script asks for pictures with it. */}
        <input type="file" accept={TYPES} data-file hidden aria-label={say("make.own-picture")} />
        {!edits && <AboutMeme {...props} />}
        {/* For a script: what to do with the picture besides posting it. */}
        <div class="make-done" data-done />
        <Send {...props} />
      </div>
    </form>
  );
};

interface TextFieldProps {
  boxes: Recipe["boxes"];
  at: number;
  value: string;
  sample: string | undefined;
}

const TextField = ({ boxes, at, value, sample }: TextFieldProps) => {
  const { say } = useWords();
  const title = boxTitle(boxes, at);
  const label = title === "other" ? say("make.text-other", { number: at + 1 }) : say(`make.text-${title}`);
  const id = `field-text${at + 1}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea id={id} name={`text${at + 1}`} rows={2} dir="auto" placeholder={sample} data-text>
        {`\n${value}`}
      </textarea>
    </div>
  );
};

const AboutMeme = ({ frame, typed, here }: Props) => {
  const { say } = useWords();
  if (!maySend({ frame, here })) return null;
  return (
    <div class="make-about" data-about-meme>
      <RefusedForm error={undefined}>
        <tag-suggest data-from={`${frame.site.root}/tags`}>
          <Counted label={say("submit.caption")} name="caption" value={typed.caption} max={MAX_CAPTION} />
        </tag-suggest>
        <MoreFields typed={typed}>
          <Select
            label={say("meme.who-remixes")}
            hint={say("meme.remix-hint")}
            name="remix"
            value={typed.remix}
            options={REMIXERS.map((who) => [who, say(`meme.remix-${who}`)] as const)}
          />
        </MoreFields>
      </RefusedForm>
    </div>
  );
};

/** On narrow screens it stays in reach at the bottom. */
const Send = ({ frame, edits, here }: Props) => {
  const { say } = useWords();
  return (
    <div class="make-send submit-send">
      {maySend({ frame, here }) ? (
        <button class="button submit-button" data-send>
          {say(edits === "boxes" ? "make.save-boxes" : edits ? "make.save" : "make.post")}
        </button>
      ) : (
        <>
          <button class="button submit-button make-lively" data-send>
            {say("make.sign-in-to-post")}
          </button>
          <a class="button submit-button make-plain" href={signInHref(frame.site, here!)}>
            {say("make.sign-in-to-post")}
          </a>
        </>
      )}
    </div>
  );
};

/** A picture of one's own with two texts, for browsers without scripts. With one, there is the editor. */
export const PlainPicture = ({ frame, typed, error }: Pick<Props, "frame" | "typed" | "error">) => {
  const { say } = useWords();
  if (!frame.viewer) return <p class="field-hint">{say("make.plain-guest")}</p>;
  return (
    <details class="submit-more make-plain-picture" open={error !== undefined}>
      <summary>
        <Icon name="picture" /> {say("make.own-picture")}
      </summary>
      <form method="post" action={`${frame.site.root}/make`} enctype="multipart/form-data" class="form">
        <p class="form-error" role="alert" hidden={error === undefined}>
          {error}
        </p>
        <Field label={say("make.own-picture")} name="image" type="file" accept={TYPES} required />
        <Field label={say("make.text-top")} name="text1" rows={2} />
        <Field label={say("make.text-bottom")} name="text2" rows={2} />
        <Field label={say("submit.caption")} name="caption" rows={2} maxlength={MAX_CAPTION} value={typed.caption} />
        <button class="button">{say("make.post")}</button>
      </form>
    </details>
  );
};
