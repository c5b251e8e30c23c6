import { MAX_ALT } from "../../../core/memes/caption-meme.ts";
import { Face, gradeName, GRADES } from "../components/face.tsx";
import { Field, FieldGroup } from "../components/form.tsx";
import { useWords } from "../use-words.tsx";

/** What was typed and chosen. */
export interface Typed {
  caption: string;
  alt: string;
  age: string;
  rating: string;
  /** Shows the fields that most people leave alone. */
  more?: boolean;
}

/** What most people set once: the age and the rating are those of the last time. */
export const MoreFields = ({ typed, children }: { typed: Typed; children?: unknown }) => {
  const { say } = useWords();
  return (
    <details class="submit-more" open={typed.more || typed.alt !== ""} data-more-fields>
      <summary>
        {say("submit.more")} <Chosen typed={typed} />
      </summary>
      <div class="submit-more-fields">
        <Counted label={say("submit.alt")} name="alt" value={typed.alt} max={MAX_ALT} />
        <Ages chosen={typed.age} />
        <OwnRating chosen={typed.rating} />
        {children}
      </div>
    </details>
  );
};

/** So that nobody posts with a choice of last time without knowing. A script keeps it up to date. */
const Chosen = ({ typed: { age, rating } }: { typed: Typed }) => {
  const { say } = useWords();
  const chosen = AGES.find((one) => one === age) ?? "2";
  return (
    <span class="soft" data-chosen>
      {[say(`submit.age-${chosen}`), rating && `${rating}/5`].filter(Boolean).join(" · ")}
    </span>
  );
};

interface CountedProps {
  label: string;
  name: "caption" | "alt";
  value: string;
  max: number;
}

/** A text with a limit. */
export const Counted = ({ label, name, value, max }: CountedProps) => (
  <div data-counted={max}>
    <Field label={label} name={name} rows={2} value={value} hint={<Hint name={name} max={max} />} />
  </div>
);

/** A script replaces the limit with a counter. */
const Hint = ({ name, max }: { name: "caption" | "alt"; max: number }) => {
  const { say } = useWords();
  return (
    <>
      {say(`submit.${name}-hint`)}{" "}
      <span class="counter" data-counter>
        {say("submit.most", { most: max })}
      </span>
    </>
  );
};

const AGES = ["1", "2", "4"] as const;

const Ages = ({ chosen }: { chosen: string }) => {
  const { say } = useWords();
  return (
    <FieldGroup legend={say("submit.for-whom")}>
      <div class="cards">
        {AGES.map((age) => (
          <label class="pick">
            <input type="radio" name="age" value={age} checked={age === (chosen || "2")} />
            <span class="pick-name">{say(`submit.age-${age}`)}</span>
            <span class="pick-hint">{say(`submit.age-${age}-hint`)}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
};

const OwnRating = ({ chosen }: { chosen: string }) => {
  const words = useWords();
  const { say } = words;
  return (
    <FieldGroup legend={say("submit.rating")} hint={say("submit.rating-hint")}>
      <div class="laughs">
        <label class="laugh laugh-none">
          <input type="radio" name="rating" value="" checked={!GRADES.some((grade) => String(grade) === chosen)} />
          <span class="laugh-blank" aria-hidden="true" />
          <span class="laugh-name">{say("submit.not-saying")}</span>
        </label>
        {GRADES.map((grade) => (
          <label class="laugh">
            <input type="radio" name="rating" value={String(grade)} checked={String(grade) === chosen} />
            <Face grade={grade} />
            <span class="laugh-name">
              {grade}
              <span class="sr">{say("submit.grade", { name: gradeName(words, grade) })}</span>
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
};
