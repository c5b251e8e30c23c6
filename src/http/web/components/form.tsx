import { useWords } from "../use-words.tsx";
import { RefusedForm, Sentence, useRefusal } from "./refusal.tsx";

/** A form that works with or without scripts. If it was refused, it says why. */
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
  /** Why it was refused. */
  error?: string;
  /** Contains a file field. */
  upload?: boolean;
  /** Accessible name, if no heading provides one. */
  label?: string;
  class?: string;
  children?: unknown;
}

/** For refusals without a form around them. */
export const FormError = ({ error }: { error: string | undefined }) => <Sentence sentence={error} alone />;

interface FieldProps {
  label: string;
  name: string;
  /** If a page has two fields with the same name. */
  id?: string;
  type?: "text" | "email" | "password" | "search" | "url" | "number" | "date" | "file";
  value?: string;
  /** Shown below the label. */
  hint?: unknown;
  /** The hint is the rule itself, so the refusal takes its place. */
  isRule?: boolean;
  required?: boolean;
  autocomplete?: string;
  inputmode?: "text" | "email" | "numeric" | "search" | "url";
  maxlength?: number;
  minlength?: number;
  placeholder?: string;
  /** Makes it a textarea of this many lines. */
  rows?: number;
  accept?: string;
  autofocus?: boolean;
  /** For names and codes: no autocorrection or capitals. */
  plain?: boolean;
}

/** A label, an input, and what was wrong with it. */
export const Field = (props: FieldProps) => {
  const { label, name, id = `field-${name}`, required, rows } = props;
  const { marks, sentence } = useRefusal(props);
  const hint = props.isRule && sentence !== undefined ? undefined : props.hint;
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
        // Browsers drop the first newline inside, which may be part of the text.
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

/** A radio button or checkbox. Its label is part of the click target. */
export const Choice = ({ type, name, value, label, hint, checked }: ChoiceProps) => {
  const { marks } = useRefusal({});
  // One radio button is never wrong alone.
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
  hint?: string;
}

export const Select = ({ label, name, options, value, hint }: SelectProps) => {
  const { marks } = useRefusal({});
  const about = [hint !== undefined && `field-${name}-hint`, marks["aria-describedby"]].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={`field-${name}`}>{label}</label>
      {hint !== undefined && (
        <p class="field-hint" id={`field-${name}-hint`}>
          {hint}
        </p>
      )}
      <select id={`field-${name}`} name={name} {...marks} aria-describedby={about || undefined}>
        {options.map(([one, text]) => (
          <option value={one} selected={one === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
};

interface ButtonProps {
  /** Quiet beside a more important button; danger for what cannot be undone. */
  kind?: "quiet" | "danger";
  small?: boolean;
  name?: string;
  value?: string;
  /** A longer accessible name, for people who cannot see the context. */
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

/** Tells password managers which account the password belongs to. */
export const OfAccount = ({ username }: { username: string }) => (
  <input type="text" name="username" value={username} autocomplete="username" readonly hidden />
);

export const Hidden = ({ name, value }: { name: string; value: string | undefined }) =>
  value === undefined ? null : <input type="hidden" name={name} value={value} />;
