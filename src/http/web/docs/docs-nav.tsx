import { useWords } from "../use-words.tsx";
import { Method } from "./operation.tsx";
import type { Reference } from "./reference.ts";

export const tagId = (tag: string) => `tag-${tag.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;

/** Appears twice: beside the text on a wide screen, collapsed above it on a narrow one. */
export const DocsNav = ({ reference }: { reference: Reference }) => {
  const { say } = useWords();
  return (
    <section-nav class="docs-nav">
      <details class="surface-edge docs-menu">
        <summary>{say("docs.contents")}</summary>
        <nav aria-label={say("docs.contents")}>
          <Links reference={reference} />
        </nav>
      </details>
      <nav class="docs-side" aria-label={say("docs.contents")}>
        <Links reference={reference} />
      </nav>
    </section-nav>
  );
};

const Links = ({ reference: { groups } }: { reference: Reference }) => {
  const { say } = useWords();
  return (
    <>
      <ul>
        <li>
          <a href="#introduction">{say("docs.introduction")}</a>
        </li>
        <li>
          <a href="#key">{say("docs.key")}</a>
        </li>
        <li>
          <a href="#errors">{say("docs.errors")}</a>
        </li>
      </ul>
      {groups.map(({ tag, operations }) => (
        <>
          <p lang="en">
            <a href={`#${tagId(tag)}`}>{tag}</a>
          </p>
          <ul>
            {operations.map(({ id, summary, template }) => (
              <li>
                <a href={`#${id}`}>
                  <span lang="en">{summary}</span>
                  {template.method !== "GET" && <Method method={template.method} />}
                </a>
              </li>
            ))}
          </ul>
        </>
      ))}
      <p>
        <a href="#schemas">{say("docs.schemas")}</a>
      </p>
    </>
  );
};
