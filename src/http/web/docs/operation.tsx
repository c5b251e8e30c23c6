import { CodeBlock, JsonBlock } from "../components/code.tsx";
import type { PlainKey } from "../../../words/messages.ts";
import { useWords } from "../use-words.tsx";
import type { Answer, Field, Operation, Schema } from "./reference.ts";
import { AnswerSchema, Either, FieldItem, TypeName } from "./schema.tsx";
import { TryIt } from "./try-it.tsx";

/** Reading is quiet, changing is loud. */
export const Method = ({ method }: { method: string }) => (
  <span class={method === "GET" ? "method" : "method method-writes"}>{method}</span>
);

/** A path may break only after a slash. */
const Path = ({ path }: { path: string }) => (
  <code class="path">
    {path.split(/(?=\/)/).map((part) => (
      <>
        <wbr />
        {part.startsWith("/{") ? [part[0], <span class="path-variable">{part.slice(1)}</span>] : part}
      </>
    ))}
  </code>
);

interface Props {
  operation: Operation;
  schemas: Map<string, Schema>;
  randomMeme: Operation | undefined;
}

export const OperationView = ({ operation, schemas, randomMeme }: Props) => {
  const { say, translate } = useWords();
  const { id, template, path, summary, description, needs } = operation;
  return (
    <article class="operation" id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h3 id={`${id}-title`} lang="en">
          <a href={`#${id}`}>{summary}</a>
        </h3>
        <p class="endpoint">
          <Method method={template.method} />
          <Path path={path} />
        </p>
        {description && <p lang="en">{description}</p>}
        <ul class="needs" aria-label={say("docs.needs")}>
          {needs.map((need) => (
            <li>{translate(need)}</li>
          ))}
        </ul>
      </header>
      <div class="columns" role="group" aria-label={say("docs.request")}>
        <Inputs operation={operation} />
        <CodeBlock label={say("docs.curl")} id={`${id}-curl`} text={operation.curl} />
      </div>
      {!operation.isEndless && <TryIt operation={operation} randomMeme={randomMeme} />}
      <div class="columns" role="group" aria-label={say("docs.answer")}>
        <div>
          <h4>
            <Status status={operation.answer.status} /> <span lang="en">{operation.answer.description}</span>
          </h4>
          <AnswerSchema schema={operation.answer.schema} schemas={schemas} />
        </div>
        <JsonBlock label={say("docs.example-answer")} value={operation.answer.example} />
      </div>
      <Refusals refusals={operation.refusals} />
    </article>
  );
};

const PLACES: [Field["place"], PlainKey & `docs.in-${string}`][] = [
  ["path", "docs.in-path"],
  ["file", "docs.in-body"],
  ["form", "docs.in-query-or-body"],
  ["query", "docs.in-query"],
  ["header", "docs.in-headers"],
];

const Inputs = ({ operation: { fields, types } }: { operation: Operation }) => {
  const { say, rich } = useWords();
  if (fields.length === 0) return <p class="soft no-inputs">{say("docs.no-parameters")}</p>;
  return (
    <div>
      {PLACES.map(([place, title]) => {
        const here = fields.filter((field) => field.place === place);
        if (here.length === 0) return null;
        return (
          <>
            <h4>{say(title)}</h4>
            <dl class="fields">
              {here.map(({ name, schema, required, description }) => (
                <FieldItem
                  name={name}
                  schema={schema}
                  description={description}
                  note={required ? say("docs.required") : undefined}
                />
              ))}
            </dl>
            {place === "form" && types.length > 0 && (
              <p class="soft">
                {rich("docs.body-types", {
                  types: () => (
                    <Either
                      items={types.map((type) => (
                        <code>{type}</code>
                      ))}
                    />
                  ),
                })}
              </p>
            )}
          </>
        );
      })}
    </div>
  );
};

export const Status = ({ status }: { status: string }) => (
  <span class={status.startsWith("2") ? "status status-good" : "status"}>{status}</span>
);

const Refusals = ({ refusals }: { refusals: Answer[] }) => {
  const { say, rich } = useWords();
  return (
    <details class="refusals">
      <summary>
        {say("docs.errors")}{" "}
        <span class="refusal-list">
          {refusals.map(({ status }) => (
            <Status status={status} />
          ))}
        </span>
      </summary>
      <p>
        {rich("docs.each-answers", {
          types: () => (
            <Either
              items={distinct(refusals.map(({ schema }) => schema)).map((schema) => (
                <TypeName schema={schema} />
              ))}
            />
          ),
        })}
      </p>
      <dl>
        {refusals.map(({ status, description, example }) => (
          <div>
            <dt>
              <Status status={status} />
            </dt>
            <dd>
              <p lang="en">{description}</p>
              <code class="refusal-example">{JSON.stringify(example)}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
};

const distinct = (schemas: Schema[]) => [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()];
