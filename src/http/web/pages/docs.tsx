import { CodeBlock } from "../components/code.tsx";
import { FaceSymbols } from "../components/face.tsx";
import { Markdown } from "../docs/markdown.tsx";
import { DocsNav, tagId } from "../docs/nav.tsx";
import { OperationView, Status } from "../docs/operation.tsx";
import type { Reference } from "../docs/reference.ts";
import { NamedSchema } from "../docs/schema.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";

/** The OpenAPI document as a page to read, and to try. */
export const DocsPage = ({ frame, reference }: { frame: Frame; reference: Reference }) => {
  const schemas = new Map(reference.schemas);
  const randomMeme = reference.groups.flatMap((group) => group.operations).find(({ id }) => id === "getRandomMeme");
  return (
    <Layout
      frame={frame}
      title="API reference"
      description="Every call of the Guffaw API: what it needs, what it answers, and a form to try it."
      current="docs"
      aside={<DocsNav reference={reference} />}
    >
      <FaceSymbols />
      <Introduction reference={reference} />
      <SendingAKey reference={reference} example={randomMeme?.curl} />
      <Errors reference={reference} />
      {reference.groups.map(({ tag, operations }) => (
        <section class="group" aria-labelledby={tagId(tag)}>
          <h2 id={tagId(tag)}>{tag}</h2>
          {operations.map((operation) => (
            <OperationView operation={operation} schemas={schemas} randomMeme={randomMeme} />
          ))}
        </section>
      ))}
      <section class="group" aria-labelledby="schemas">
        <h2 id="schemas">Schemas</h2>
        {reference.schemas.map(([name, schema]) => (
          <NamedSchema name={name} schema={schema} />
        ))}
      </section>
    </Layout>
  );
};

const Introduction = ({ reference }: { reference: Reference }) => (
  <section class="introduction columns" aria-labelledby="introduction">
    <div>
      <h1 id="introduction">{reference.title}</h1>
      <p class="soft">
        Version {reference.version}. Also as an <a href={reference.document}>OpenAPI 3.1 document</a>, for machines.
      </p>
      <div class="prose">
        <Markdown text={reference.description} />
      </div>
    </div>
    <CodeBlock label={reference.roots.length === 1 ? "Address" : "Addresses"} text={reference.roots.join("\n")} />
  </section>
);

const SendingAKey = ({ reference: { headers }, example }: { reference: Reference; example: string | undefined }) => (
  <section class="columns" aria-labelledby="key">
    <div class="prose">
      <h2 id="key">Sending a key</h2>
      <p>Put the key into one header, in whichever of these forms suits your client:</p>
      <ul class="headers">
        {headers.map((header) => (
          <li>
            <code>{header}</code>
          </li>
        ))}
      </ul>
      <p>
        Never put it into an address: addresses are logged, shared and remembered. The lines on this page read it from
        the variable <code>KEY</code>, so set that once and paste away.
      </p>
    </div>
    <CodeBlock label="Your first call" text={[`export KEY='gfw_…'`, example].filter(Boolean).join("\n\n")} />
  </section>
);

const Errors = ({ reference: { errors } }: { reference: Reference }) => (
  <section aria-labelledby="errors">
    <h2 id="errors">Errors</h2>
    <table class="errors">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {errors.map(({ status, description }) => (
          <tr>
            <th scope="row">
              <Status status={status} />
            </th>
            <td>{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
