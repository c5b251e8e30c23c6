import type { Meme } from "../../../entities/meme.ts";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { Face, gradeName, GRADES } from "./face.tsx";

interface Props {
  frame: Frame;
  meme: Pick<Meme, "id">;
  /** The viewer's own rating. */
  mine: number | undefined;
}

/** The five faces. Each is a button of a plain form; the chosen one is animated. Guests sign in on the way. */
export const RateFaces = ({ frame, meme, mine }: Props) => {
  const words = useWords();
  const { say } = words;
  return (
    <rate-faces>
      <form
        id="rate"
        class="stack rate"
        method="post"
        action={`${frame.site.root}/meme/${meme.id}/rate`}
        data-rated={mine}
        data-guest={frame.viewer ? undefined : ""}
        aria-label={say("parts.your-rating")}
      >
        <input type="hidden" name="next" value={`${frame.site.root}/meme/${meme.id}`} />
        <div class="rate-faces">
          {GRADES.map((grade) => (
            <button
              name="rating"
              value={grade}
              aria-pressed={mine === grade ? "true" : "false"}
              title={gradeName(words, grade)}
            >
              <Face grade={grade} />
              <span class="rate-number">{grade}</span>
              <span class="sr">{say("parts.rate", { grade, name: gradeName(words, grade) })}</span>
            </button>
          ))}
        </div>
        <button class="link-button rate-back" name="rating" value="0" hidden={mine === undefined}>
          {say("parts.take-back")}
        </button>
      </form>
    </rate-faces>
  );
};
