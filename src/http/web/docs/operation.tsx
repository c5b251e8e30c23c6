import { CodeBlock, JsonBlock } from "../components/code.tsx";
import type { Answer, Field, Operation, Schema } from "./reference.ts";
import { AnswerSchema, Either, FieldRow, TypeName } from "./schema.tsx";
import { TryIt } from "./try-it.tsx";

/** Reading is quiet, changing is loud. */
export const Method = ({ method }: { method: string }) => (
  <span class={method === "GET" ? "method" : "method method-writes"}>{method}</span>
);

/** A path may break after each of its slashes, and only there. */
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
  const { id, template, path, summary, description, needs } = operation;
  return (
    <article class="operation" id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h3 id={`${id}-title`}>
          <a href={`#${id}`}>{summary}</a>
        </h3>
        <p class="endpoint">
          <Method method={template.method} />
          <Path path={path} />
        </p>
        {description && <p>{description}</p>}
        <ul class="needs" aria-label="Needs">
          {needs.map((need) => (
            <li>{need}</li>
          ))}
        </ul>
      </header>
      <div class="columns" role="group" aria-label="Request">
        <Inputs operation={operation} />
        <CodeBlock label="curl" id={`${id}-curl`} text={operation.curl} />
      </div>
      <TryIt operation={operation} randomMeme={randomMeme} />
      <div class="columns" role="group" aria-label="Answer">
        <div>
          <h4>
            <Status status={operation.answer.status} /> {operation.answer.description}
          </h4>
          <AnswerSchema schema={operation.answer.schema} schemas={schemas} />
        </div>
        <JsonBlock label="Example answer" value={operation.answer.example} />
      </div>
      <Refusals refusals={operation.refusals} />
    </article>
  );
};

const PLACES: [Field["place"], string][] = [
  ["path", "In the path"],
  ["file", "In the body"],
  ["form", "In the query or the body"],
  ["query", "In the query"],
  ["header", "In the headers"],
];

const Inputs = ({ operation: { fields, types } }: { operation: Operation }) => {
  if (fields.length === 0) return <p class="soft no-inputs">No parameters.</p>;
  return (
    <div>
      {PLACES.map(([place, title]) => {
        const here = fields.filter((field) => field.place === place);
        if (here.length === 0) return null;
        return (
          <>
            <h4>{title}</h4>
            <dl class="fields">
              {here.map(({ name, schema, required, description }) => (
                <FieldRow
                  name={name}
                  schema={schema}
                  description={description}
                  note={required ? "required" : undefined}
                />
              ))}
            </dl>
            {place === "form" && types.length > 0 && (
              <p class="soft">
                The body may be of the type{" "}
                <Either
                  items={types.map((type) => (
                    <code>{type}</code>
                  ))}
                />
                .
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

const Refusals = ({ refusals }: { refusals: Answer[] }) => (
  <details class="refusals">
    <summary>
      Errors{" "}
      <span class="refusal-list">
        {refusals.map(({ status }) => (
          <Status status={status} />
        ))}
      </span>
    </summary>
    <p>
      Each answers with{" "}
      <Either
        items={distinct(refusals.map(({ schema }) => schema)).map((schema) => (
          <TypeName schema={schema} />
        ))}
      />
      , for example:
    </p>
    <dl>
      {refusals.map(({ status, description, example }) => (
        <div>
          <dt>
            <Status status={status} />
          </dt>
          <dd>
            <p>{description}</p>
            <code class="refusal-example">{JSON.stringify(example)}</code>
          </dd>
        </div>
      ))}
    </dl>
  </details>
);

const distinct = (schemas: Schema[]) => [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()];
