import type { Meme } from "../../../entities/meme.ts";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { Icon } from "./icon.tsx";

/** Authors know what is behind it. */
export const isCurtained = ({ viewer, showsMature }: Frame, { age, authorId }: Pick<Meme, "age" | "authorId">) =>
  age > 2 && !showsMature && viewer?.id !== authorId;

interface Props {
  frame: Frame;
  meme: Pick<Meme, "age" | "authorId">;
}

/** Over a mature picture, which stays blurred until somebody wants to see it. Works without scripts. */
export const Curtain = ({ frame, meme }: Props) => {
  const { say } = useWords();
  if (!isCurtained(frame, meme)) return null;
  return (
    <label class="curtain">
      <input type="checkbox" class="sr" autocomplete="off" />
      <span class="curtain-closed">
        <b>{say("seeing.mature")}</b>
        <span class="curtain-show">
          <Icon name="show" /> {say("seeing.show-it")}
        </span>
      </span>
      <span class="curtain-open">
        <Icon name="hide" /> {say("seeing.hide-it")}
      </span>
    </label>
  );
};

/** Below the curtain of a meme's page. */
export const CurtainNote = ({ frame, meme }: Props) => {
  const { rich } = useWords();
  if (!isCurtained(frame, meme)) return null;
  const { root } = frame.site;
  const href = frame.viewer ? `${root}/settings/seeing` : `${root}/mature?next=${encodeURIComponent(frame.here)}`;
  return <p class="curtain-note soft">{rich("seeing.always", { link: (inner) => <a href={href}>{inner}</a> })}</p>;
};
