import { Icon } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  meme: { id: string; caption: string };
  saved: boolean;
  /** With its word beside the icon. */
  wide?: boolean;
}

/** Leads to the page where one chooses. With scripts, the first tap saves at once, and the second one chooses. */
export const SaveAction = ({ frame, meme, saved, wide }: Props) => {
  const { say } = useWords();
  const word = say(saved ? "saved.is-saved" : "saved.save");
  return (
    <a
      class={wide ? "button button-small button-quiet action-save" : "action action-save"}
      href={`${frame.site.root}/meme/${meme.id}/save`}
      data-save={frame.viewer ? "" : undefined}
      data-saved={saved ? "" : undefined}
    >
      <Icon name="bookmark" />{" "}
      <span class={wide ? undefined : "sr"} data-save-word>
        {word}
      </span>
    </a>
  );
};
