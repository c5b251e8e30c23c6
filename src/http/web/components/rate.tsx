import type { MemeRow } from "../../../data/schema.ts";
import type { Frame } from "../frame.ts";
import { Face, GRADE_NAMES, GRADES } from "./face.tsx";

interface Props {
  frame: Frame;
  meme: Pick<MemeRow, "id">;
  /** The person's own rating. */
  mine: number | undefined;
}

/** The five faces. Each is a button of a plain form; the chosen one is alive. */
export const RateFaces = ({ frame, meme, mine }: Props) => (
  <rate-faces>
    <form
      class="rate"
      method="post"
      action={`${frame.site.root}/meme/${meme.id}/rate`}
      data-rated={mine}
      aria-label="Your rating"
    >
      <input type="hidden" name="next" value={`${frame.site.root}/meme/${meme.id}`} />
      <div class="rate-faces">
        {GRADES.map((grade) => (
          <button
            name="rating"
            value={grade}
            aria-pressed={mine === grade ? "true" : "false"}
            title={GRADE_NAMES[grade]}
          >
            <Face grade={grade} />
            <span class="rate-number">{grade}</span>
            <span class="sr">{`Rate ${grade}: ${GRADE_NAMES[grade]}`}</span>
          </button>
        ))}
      </div>
      <button class="link-button rate-back" name="rating" value="0" hidden={mine === undefined}>
        Take it back
      </button>
    </form>
  </rate-faces>
);
