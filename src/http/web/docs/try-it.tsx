import { useWords } from "../use-words.tsx";
import type { Field, Operation } from "./reference.ts";

interface Props {
  operation: Operation;
  randomMeme: Operation | undefined;
}

/** The form that src/browser/try-it.ts brings to life. The stylesheet hides it if scripts are off. */
export const TryIt = ({ operation, randomMeme }: Props) => {
  const { say } = useWords();
  const { id, template, sendTo, fields, writes } = operation;
  const { method } = template;
  const drawsMeme = (field: Field) => randomMeme && operation.path.includes(`/meme/{${field.name}}`);
  return (
    <try-it
      data-method={template.method}
      data-url={sendTo}
      data-address={template.url}
      data-needs-key={template.needsKey ? "" : undefined}
      data-curl={`${id}-curl`}
    >
      <details class={writes ? "try try-writes" : "try"}>
        <summary>
          {say("docs.try")} {writes && <span class="try-warning">{say("docs.try-warning")}</span>}
        </summary>
        <form autocomplete="off" aria-label={say("docs.try-this", { id })}>
          <div class="inputs">
            {template.needsKey && <KeyInput id={id} />}
            {fields.map((field) => (
              <Input id={id} field={field} draw={drawsMeme(field) ? randomMeme?.sendTo : undefined} />
            ))}
          </div>
          <button class={writes ? "button button-writes" : "button"}>
            {writes ? say("docs.send-change", { method }) : say("docs.send", { method })}
          </button>
        </form>
        <Result />
      </details>
    </try-it>
  );
};

const KeyInput = ({ id }: { id: string }) => {
  const { say } = useWords();
  return (
    <div class="input">
      <label for={`${id}-api-key`}>{say("docs.api-key")}</label>
      <input
        id={`${id}-api-key`}
        class="secret"
        data-key
        placeholder="gfw_…"
        spellcheck={false}
        autocapitalize="off"
        aria-describedby={`${id}-api-key-note`}
      />
      <p id={`${id}-api-key-note`}>{say("docs.key-note")}</p>
    </div>
  );
};

const Input = ({ id, field, draw }: { id: string; field: Field; draw: string | undefined }) => {
  const { say } = useWords();
  return (
    <div class="input">
      <label for={`${id}-${field.name}`}>
        <span lang="en">{field.name}</span> {!field.required && <span class="soft">{say("docs.optional")}</span>}
      </label>
      <div class="field-row">
        <Control id={`${id}-${field.name}`} field={field} />
        {draw && (
          <button type="button" class="button button-quiet" data-draw={draw}>
            {say("docs.random-one")}
          </button>
        )}
      </div>
    </div>
  );
};

/** Texts that may be at least this long get a textarea. */
const LONG_TEXT = 200;

const Control = ({ id, field }: { id: string; field: Field }) => {
  const { name, place, required, schema, example, preset } = field;
  const { enum: choices, type, minimum, maximum, minLength, maxLength = 0 } = schema;
  const mayBeEmpty = place === "form" && type === "string" && !minLength;
  const shared = {
    id,
    name,
    "data-place": place,
    "data-preset": preset,
    "data-required": required && mayBeEmpty ? "" : undefined,
    required: required && !mayBeEmpty,
    lang: "en",
  };
  if (place === "file") return <input {...shared} type="file" accept="image/*" data-example={example} />;
  if (choices)
    return (
      <select {...shared}>
        {choices.map((choice) => (
          <option selected={String(choice) === example}>{String(choice)}</option>
        ))}
      </select>
    );
  if (type === "integer")
    return <input {...shared} type="number" min={minimum} max={maximum} step={1} value={example} />;
  if (place === "form" && maxLength > LONG_TEXT)
    return (
      <textarea {...shared} rows={2}>
        {example}
      </textarea>
    );
  return <input {...shared} value={example} spellcheck={false} autocapitalize="off" />;
};

const Result = () => (
  <div class="result" hidden>
    <p class="result-status" role="status">
      <svg class="face" aria-hidden="true">
        <use href="#face-3" />
      </svg>
      <span />
    </p>
    <dl class="result-headers" />
    <pre tabindex={0} role="group" aria-label={useWords().say("docs.answer-body")}>
      <code />
    </pre>
  </div>
);
