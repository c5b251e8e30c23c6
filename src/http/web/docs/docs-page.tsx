import type { Words } from "../../../words/words.ts";
import { CodeBlock } from "../components/code.tsx";
import { FaceSymbols } from "../components/face.tsx";
import { Markdown } from "../components/markdown.tsx";
import { DocsNav, tagId } from "./docs-nav.tsx";
import { OperationView, Status } from "./operation.tsx";
import type { Reference } from "./reference.ts";
import { NamedSchema } from "./schema.tsx";
import type { Frame } from "../frame.ts";
import { constant, type Html } from "../jsx-runtime.ts";
import { Layout } from "../layout.tsx";
import { WordsProvider, useWords } from "../use-words.tsx";

/** The OpenAPI document as a page to read, and to try. */
export const DocsPage = ({ frame, reference }: { frame: Frame; reference: Reference }) => {
  const { say } = useWords();
  return (
    <Layout
      frame={frame}
      title={say("docs.title")}
      description={say("docs.description", { site: frame.site.name })}
      current="docs"
      aside={<DocsNav reference={reference} />}
    >
      <KeptBody reference={reference} site={frame.site.name} />
    </Layout>
  );
};

/** What the body of the page is made of. */
interface Of {
  reference: Reference;
  /** Name of the site. */
  site: string;
}

/** Cached per language: it takes longer to render than any other page, and is the same for everybody. */
const bodies = new WeakMap<Reference, Map<Words, { site: string; body: Html }>>();

const KeptBody = ({ reference, site }: Of) => {
  const words = useWords();
  const kept = bodies.get(reference) ?? bodies.set(reference, new Map()).get(reference)!;
  if (kept.get(words)?.site !== site) {
    const body = constant(
      <WordsProvider words={words}>
        <Body reference={reference} site={site} />
      </WordsProvider>,
    );
    kept.set(words, { site, body });
  }
  return kept.get(words)!.body;
};

const Body = ({ reference, site }: Of) => {
  const { say } = useWords();
  const schemas = new Map(reference.schemas);
  const randomMeme = reference.groups.flatMap((group) => group.operations).find(({ id }) => id === "getRandomMeme");
  return (
    <>
      <FaceSymbols />
      <Introduction reference={reference} site={site} />
      <SendingAKey reference={reference} example={randomMeme?.curl} />
      <Errors reference={reference} />
      {reference.groups.map(({ tag, operations }) => (
        <section class="group" aria-labelledby={tagId(tag)}>
          <h2 id={tagId(tag)} lang="en">
            {tag}
          </h2>
          {operations.map((operation) => (
            <OperationView operation={operation} schemas={schemas} randomMeme={randomMeme} />
          ))}
        </section>
      ))}
      <section class="group" aria-labelledby="schemas">
        <h2 id="schemas">{say("docs.schemas")}</h2>
        {reference.schemas.map(([name, schema]) => (
          <NamedSchema name={name} schema={schema} />
        ))}
      </section>
    </>
  );
};

const Introduction = ({ reference, site }: Of) => {
  const { say, rich } = useWords();
  return (
    <section class="introduction columns" aria-labelledby="introduction">
      <div>
        <h1 id="introduction">{say("docs.heading", { site })}</h1>
        <p class="soft">
          {rich("docs.version", {
            version: reference.version,
            link: (inner) => <a href={reference.document}>{inner}</a>,
          })}
        </p>
        <div class="prose" lang="en">
          <Markdown text={reference.description} />
        </div>
      </div>
      <CodeBlock
        label={say(reference.roots.length === 1 ? "docs.address" : "docs.addresses")}
        text={reference.roots.join("\n")}
      />
    </section>
  );
};

const SendingAKey = ({ reference: { headers }, example }: { reference: Reference; example: string | undefined }) => {
  const { say, rich } = useWords();
  return (
    <section class="columns" aria-labelledby="key">
      <div class="prose">
        <h2 id="key">{say("docs.key")}</h2>
        <p>{say("docs.key-header")}</p>
        <ul class="headers">
          {headers.map((header) => (
            <li>
              <code>{header}</code>
            </li>
          ))}
        </ul>
        <p>{rich("docs.key-never", { code: (inner) => <code>{inner}</code> })}</p>
      </div>
      <CodeBlock label={say("docs.first-call")} text={[`export KEY='gfw_…'`, example].filter(Boolean).join("\n\n")} />
    </section>
  );
};

const Errors = ({ reference: { errors } }: { reference: Reference }) => {
  const { say } = useWords();
  return (
    <section aria-labelledby="errors">
      <h2 id="errors">{say("docs.errors")}</h2>
      <table class="errors">
        <thead>
          <tr>
            <th scope="col">{say("docs.status")}</th>
            <th scope="col">
              <code>X-Error-Code</code>
              {say("docs.when")}
            </th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ status, code, description }) => (
            <tr>
              <th scope="row">
                <Status status={status} />
              </th>
              <td>
                <code>{code}</code>
                <span lang="en">{description}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
