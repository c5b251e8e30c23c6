import { useWords } from "../use-words.tsx";
import { RefusedForm, Sentence, useRefusal } from "./refusal.tsx";

/** A form that is sent as it is, with or without scripts. Where it was refused, it says why. */
export const Form = ({ action, error, upload, label, class: name, children }: FormProps) => (
  <form
    method="post"
    action={action}
    enctype={upload ? "multipart/form-data" : undefined}
    class={["form", name].filter(Boolean).join(" ")}
    aria-label={label}
    data-busy
  >
    <RefusedForm error={error}>{children}</RefusedForm>
  </form>
);

interface FormProps {
  action: string;
  /** One sentence, when it was sent and refused. */
  error?: string;
  /** A file goes with it. */
  upload?: boolean;
  /** Its name, where no heading says it. */
  label?: string;
  class?: string;
  children?: unknown;
}

/** Where there is no form around it any more. */
export const FormError = ({ error }: { error: string | undefined }) => <Sentence sentence={error} alone />;

interface FieldProps {
  label: string;
  name: string;
  /** Where a page has two fields of one name. */
  id?: string;
  type?: "text" | "email" | "password" | "search" | "url" | "number" | "date" | "file";
  value?: string;
  /** What to write there, below the label. */
  hint?: unknown;
  required?: boolean;
  autocomplete?: string;
  inputmode?: "text" | "email" | "numeric" | "search" | "url";
  maxlength?: number;
  minlength?: number;
  placeholder?: string;
  /** More than one line: how many are seen at first. */
  rows?: number;
  accept?: string;
  autofocus?: boolean;
  /** Names and codes are not words. */
  plain?: boolean;
}

/** A label, what it asks for, and what was wrong with it. */
export const Field = (props: FieldProps) => {
  const { label, name, id = `field-${name}`, hint, required, rows } = props;
  const { marks, sentence } = useRefusal(props);
  const about = [hint !== undefined && `${id}-hint`, marks["aria-describedby"]].filter(Boolean).join(" ");
  const control = { id, name, required, ...attributesOf(props), ...marks, "aria-describedby": about || undefined };
  return (
    <div class={marks["aria-invalid"] ? "field field-wrong" : "field"}>
      <label for={id}>
        {label}
        {!required && <span class="field-optional"> {useWords().say("parts.optional")}</span>}
      </label>
      {hint !== undefined && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Sentence sentence={sentence} class="field-error" />
      {rows === undefined ? (
        <input type={props.type ?? "text"} value={props.value} accept={props.accept} {...control} />
      ) : (
        // Browsers drop the first newline inside, which may be one that was written.
        <textarea rows={rows} dir="auto" {...control}>
          {`\n${props.value ?? ""}`}
        </textarea>
      )}
    </div>
  );
};

const PLAIN = { autocapitalize: "none", autocorrect: "off" } as const;

const attributesOf = ({ plain, ...props }: FieldProps) => ({
  autocomplete: props.autocomplete,
  inputmode: props.inputmode,
  maxlength: props.maxlength,
  minlength: props.minlength,
  placeholder: props.placeholder,
  ...(plain ? PLAIN : {}),
});

interface ChoiceProps {
  type: "checkbox" | "radio";
  name: string;
  value: string;
  label: unknown;
  hint?: unknown;
  checked?: boolean;
}

/** One of several, or one that is ticked: the words beside it are part of what is pressed. */
export const Choice = ({ type, name, value, label, hint, checked }: ChoiceProps) => {
  const { marks } = useRefusal({});
  // One of several is never wrong by itself.
  const invalid = type === "radio" ? undefined : marks["aria-invalid"];
  return (
    <label class="choice">
      <input type={type} name={name} value={value} checked={checked} {...marks} aria-invalid={invalid} />
      <span>
        <span class="choice-label">{label}</span>
        {hint !== undefined && <span class="field-hint">{hint}</span>}
      </span>
    </label>
  );
};

/** Fields that answer one question together. */
export const FieldGroup = ({ legend, hint, children }: { legend: string; hint?: unknown; children?: unknown }) => (
  <fieldset class="field">
    <legend>{legend}</legend>
    {hint !== undefined && <p class="field-hint">{hint}</p>}
    {children}
  </fieldset>
);

interface SelectProps {
  label: string;
  name: string;
  options: readonly (readonly [value: string, text: string])[];
  value?: string;
}

export const Select = ({ label, name, options, value }: SelectProps) => (
  <div class="field">
    <label for={`field-${name}`}>{label}</label>
    <select id={`field-${name}`} name={name} {...useRefusal({}).marks}>
      {options.map(([one, text]) => (
        <option value={one} selected={one === value}>
          {text}
        </option>
      ))}
    </select>
  </div>
);

interface ButtonProps {
  /** Quiet beside a button that matters more; danger for what cannot be taken back. */
  kind?: "quiet" | "danger";
  small?: boolean;
  name?: string;
  value?: string;
  /** More than the words on it, for those who do not see what is around it. */
  label?: string;
  children?: unknown;
}

export const Button = ({ kind, small, name, value, label, children }: ButtonProps) => {
  const { marks, sentence } = useRefusal({ isLast: true });
  return (
    <>
      <Sentence sentence={sentence} />
      <button
        class={["button", kind && `button-${kind}`, small && "button-small"].filter(Boolean).join(" ")}
        name={name}
        value={value}
        aria-label={label}
        {...marks}
      >
        {children}
      </button>
    </>
  );
};

/** So that password managers know whose password it is. */
export const OfAccount = ({ username }: { username: string }) => (
  <input type="text" name="username" value={username} autocomplete="username" readonly hidden />
);

export const Hidden = ({ name, value }: { name: string; value: string | undefined }) =>
  value === undefined ? null : <input type="hidden" name={name} value={value} />;
