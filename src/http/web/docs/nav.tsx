import { Method } from "./operation.tsx";
import type { Reference } from "./reference.ts";

export const tagId = (tag: string) => `tag-${tag.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;

/** Twice in the page: beside the text on a wide screen, folded above it on a narrow one. */
export const DocsNav = ({ reference }: { reference: Reference }) => (
  <section-nav class="docs-nav">
    <details class="docs-menu">
      <summary>Contents</summary>
      <nav aria-label="Contents">
        <Links reference={reference} />
      </nav>
    </details>
    <nav class="docs-side" aria-label="Contents">
      <Links reference={reference} />
    </nav>
  </section-nav>
);

const Links = ({ reference: { groups } }: { reference: Reference }) => (
  <>
    <ul>
      <li>
        <a href="#introduction">Introduction</a>
      </li>
      <li>
        <a href="#key">Sending a key</a>
      </li>
      <li>
        <a href="#errors">Errors</a>
      </li>
    </ul>
    {groups.map(({ tag, operations }) => (
      <>
        <p>
          <a href={`#${tagId(tag)}`}>{tag}</a>
        </p>
        <ul>
          {operations.map(({ id, summary, template }) => (
            <li>
              <a href={`#${id}`}>
                <span>{summary}</span>
                {template.method !== "GET" && <Method method={template.method} />}
              </a>
            </li>
          ))}
        </ul>
      </>
    ))}
    <p>
      <a href="#schemas">Schemas</a>
    </p>
  </>
);
