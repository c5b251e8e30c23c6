import { createContext, useContext } from "hono/jsx";

/** What a form was refused for. */
export interface Refusal {
  /** The field that was wrong, by its name or by what browsers fill into it; undefined where that is not known. */
  field?: string;
  /** It was for what was typed, and not for the moment or the person. */
  typed: boolean;
}

/** The id of the sentence: what is sent is one form, so that one is refused at most. */
export const FORM_ERROR = "form-error";

const OfPage = createContext<Refusal | undefined>(undefined);
const OfForm = createContext<(Refusal & { sentence: string; met: boolean }) | undefined>(undefined);

export const RefusedPage = ({ refusal, children }: { refusal: Refusal | undefined; children?: unknown }) => (
  <OfPage.Provider value={refusal}>{children as never}</OfPage.Provider>
);

interface SentenceProps {
  sentence: string | undefined;
  class?: string;
  /** There is no form around it, so that it is what the page leads to. */
  alone?: boolean;
}

export const Sentence = ({ sentence, class: name = "form-error", alone }: SentenceProps) =>
  sentence === undefined ? null : (
    <p class={name} id={FORM_ERROR} role="alert" tabindex={alone ? -1 : undefined} autofocus={alone}>
      {sentence}
    </p>
  );

/** Within it one control is where the page opens. What was wrong is said there, or on top where that is not known. */
export const RefusedForm = ({ error, children }: { error: string | undefined; children?: unknown }) => {
  const refusal = error === undefined ? undefined : { typed: true, ...useContext(OfPage), sentence: error, met: false };
  return (
    <OfForm.Provider value={refusal}>
      <Sentence sentence={refusal?.field === undefined ? error : undefined} />
      {children as never}
    </OfForm.Provider>
  );
};

interface Control {
  name?: string;
  autocomplete?: string;
  /** Where a page opens that nothing was sent to yet. */
  autofocus?: boolean;
  /** The button, which is there when no field is. */
  isLast?: boolean;
}

interface Marks {
  autofocus?: boolean;
  "aria-describedby"?: string;
  "aria-invalid"?: "true";
}

/**
 * What leads to the control that was wrong, or else to the first of the form, and tells why. It needs no script: a
 * browser shows what has the focus, however far down it is. The sentence is given where it has to be said beside it.
 */
export function useRefusal(control: Control): { marks: Marks; sentence?: string } {
  const { name, autocomplete, autofocus, isLast } = control;
  const refusal = useContext(OfForm);
  if (!refusal) return { marks: { autofocus } };
  const { field, met, typed, sentence } = refusal;
  if (met || !(isLast || field === undefined || field === name || field === autocomplete)) return { marks: {} };
  refusal.met = true;
  const marks: Marks = { autofocus: true, "aria-describedby": FORM_ERROR };
  if (typed && !isLast) marks["aria-invalid"] = "true";
  return { marks, sentence: field === undefined ? undefined : sentence };
}
