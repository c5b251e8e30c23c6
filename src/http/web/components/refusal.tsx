import { Context } from "../jsx-runtime.ts";

/** Why a form was refused. */
export interface Refusal {
  /** The wrong field, by its name or its autocomplete value; undefined if unknown. */
  field?: string;
  /** Refused for what was typed, not for the timing or the person. */
  typed: boolean;
}

/** Id of the error message. Only one form is sent at a time, so at most one is refused. */
export const FORM_ERROR = "form-error";

const ofPage = new Context<Refusal | undefined>(undefined);
const ofForm = new Context<(Refusal & { sentence: string; met: boolean }) | undefined>(undefined);

export const RefusedPage = ({ refusal, children }: { refusal: Refusal | undefined; children?: unknown }) =>
  ofPage.provide(refusal, children);

interface SentenceProps {
  sentence: string | undefined;
  class?: string;
  /** There is no form around it, so the page focuses this. */
  alone?: boolean;
}

export const Sentence = ({ sentence, class: name = "form-error", alone }: SentenceProps) =>
  sentence === undefined ? null : (
    <p class={name} id={FORM_ERROR} role="alert" tabindex={alone ? -1 : undefined} autofocus={alone}>
      {sentence}
    </p>
  );

/** Focuses one control inside. The error is shown there or, if the field is unknown, at the top. */
export const RefusedForm = ({ error, children }: { error: string | undefined; children?: unknown }) => {
  const refusal = error === undefined ? undefined : { typed: true, ...ofPage.use(), sentence: error, met: false };
  const sentence = <Sentence sentence={refusal?.field === undefined ? error : undefined} />;
  return ofForm.provide(refusal, [sentence, children]);
};

interface Control {
  name?: string;
  autocomplete?: string;
  /** Focused when the page opens, before anything was sent. */
  autofocus?: boolean;
  /** The submit button, in case there is no field. */
  isLast?: boolean;
}

interface Marks {
  autofocus?: boolean;
  "aria-describedby"?: string;
  "aria-invalid"?: "true";
}

/**
 * Focuses the wrong control, or else the first of the form, and describes why. Needs no script: browsers scroll to
 * whatever has the focus. Returns the sentence if it has to be shown beside the control.
 */
export function useRefusal(control: Control): { marks: Marks; sentence?: string } {
  const { name, autocomplete, autofocus, isLast } = control;
  const refusal = ofForm.use();
  if (!refusal) return { marks: { autofocus } };
  const { field, met, typed, sentence } = refusal;
  if (met || !(isLast || field === undefined || field === name || field === autocomplete)) return { marks: {} };
  refusal.met = true;
  const marks: Marks = { autofocus: true, "aria-describedby": FORM_ERROR };
  if (typed && !isLast) marks["aria-invalid"] = "true";
  return { marks, sentence: field === undefined ? undefined : sentence };
}
