import type { Words } from "../../../words/words.ts";
import { constant, type Html } from "../jsx-runtime.ts";

/** The five faces of a rating, from a flat smirk to a full guffaw. */
export type Grade = 1 | 2 | 3 | 4 | 5;

export const GRADES: readonly Grade[] = [1, 2, 3, 4, 5];
/** Name of a face: "a full guffaw". */
export const gradeName = ({ say }: Words, grade: Grade) => say(`parts.grade-${grade}`);

// Drawn on 64 × 64; colours come from the stylesheet. The harder it laughs, the less the head holds its shape.
const HEADS: Record<Grade, string> = {
  1: "M32 7C46.5 7 57 16.5 57 31.5 57 47 46.5 57 32 57S7 47 7 31.5C7 16.5 17.5 7 32 7Z",
  2: "M32 6C46.5 6 57.5 17 57.5 32S46.5 58 32 58 6.5 47 6.5 32 17.5 6 32 6Z",
  3: "M33 5.5C47 6 58 17.5 58 32S47 58.5 32 58.5 6 47.5 6 32.5C6 17 18 5 33 5.5Z",
  4: "M34 4.5C48.5 5.5 58.5 18 58.5 33S47 60 31.5 59.5 5 47.5 5.5 32C6 15.5 19 3.5 34 4.5Z",
  5: "M36 3.5C51 5 60.5 17.5 60 34S47 62 30 61 3 47.5 4 31C5 13.5 20 2 36 3.5Z",
};

const Eyes = () => (
  <>
    <ellipse class="face-dot" cx="22.5" cy="25" rx="3.1" ry="4" />
    <ellipse class="face-dot" cx="42" cy="25" rx="3.1" ry="4" />
  </>
);

const FEATURES: Record<Grade, unknown> = {
  1: (
    <>
      <path class="face-line" d="M16.5 27h8.5M38 27h8.5" />
      <path class="face-line" d="M21 42.5h16c3.8 0 6.3-1.3 7.5-4.3" />
    </>
  ),
  2: (
    <>
      <Eyes />
      <path class="face-line" d="M20 40c6 6.3 17.5 6.3 24-1" />
    </>
  ),
  3: (
    <>
      <Eyes />
      <path class="face-mouth" d="M17.5 35.5c9.6 1.3 20 1.3 29.5 0 .8 9-5.8 15.5-14.5 15.5s-15.6-6.5-15-15.5Z" />
      <path
        class="face-teeth"
        d="M17.5 35.5c9.6 1.3 20 1.3 29.5 0 .1 1.6 0 3.1-.4 4.5-9.3 1.2-19.3 1.2-28.6 0-.4-1.4-.6-2.9-.5-4.5Z"
      />
    </>
  ),
  4: (
    <>
      <path class="face-line" d="M15.5 26c1.8-6 8.7-6 10.5 0M39 26c1.8-6 8.7-6 10.5 0" />
      <path class="face-mouth" d="M15 33c11.3 1.6 23.2 1.6 34.5 0 .9 12.5-6.5 21-17 21S14.2 45.5 15 33Z" />
      <path
        class="face-tongue"
        d="M20.6 48.4c2.7-4.2 6.9-6.4 11.7-6.4 4.9 0 9.1 2.2 11.8 6.3-2.9 3.6-7 5.7-11.6 5.7s-9-2-11.9-5.6Z"
      />
    </>
  ),
  5: (
    <>
      <path class="face-line" d="m14.5 17.5 10 5-9.5 5M50 17.5l-10 5 9.5 5" />
      <path class="face-mouth" d="M11.5 32c13.6 1.6 28 1.6 41.5 0 1.5 15.5-7.5 26-20.5 26S10 47.5 11.5 32Z" />
      <path
        class="face-teeth"
        d="M11.5 32c13.6 1.6 28 1.6 41.5 0 .2 1.9.2 3.8 0 5.5-13.4 1.5-27.9 1.5-41.4 0-.3-1.7-.3-3.6-.1-5.5Z"
      />
      <path
        class="face-tongue"
        d="M18 51.3c3.4-5.3 8.6-8.3 14.3-8.3 5.8 0 11 3 14.4 8.2-3.5 4.3-8.5 6.8-14.2 6.8s-11-2.4-14.5-6.7Z"
      />
      <path class="face-shake" d="M3.5 16-.5 12.5M1 25.5l-4.5-1.5M60.5 15l3.5-4M63.5 24l4.5-2" />
    </>
  ),
};

const DRAWINGS: readonly Html[] = GRADES.map((grade) =>
  constant(
    <>
      <path class="face-head" d={HEADS[grade]} />
      {FEATURES[grade]}
    </>,
  ),
);

const Drawing = ({ grade }: { grade: Grade }) => DRAWINGS[grade - 1];

/** One face. Without a label it is decorative. */
export const Face = ({ grade, label }: { grade: Grade; label?: string }) => (
  <svg
    class={`face face-${grade}`}
    viewBox="0 0 64 64"
    {...(label === undefined ? { "aria-hidden": "true" } : { role: "img", "aria-label": label })}
  >
    <Drawing grade={grade} />
  </svg>
);

/** All five as symbols, for pages whose scripts switch between them: `<use href="#face-3">`. */
export const FaceSymbols = () => (
  <svg class="symbols" width="0" height="0" aria-hidden="true">
    {GRADES.map((grade) => (
      <symbol id={`face-${grade}`} viewBox="0 0 64 64">
        <Drawing grade={grade} />
      </symbol>
    ))}
  </svg>
);
