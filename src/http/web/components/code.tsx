import { prettyJson } from "../../../shared/json-tokens.ts";
import { useWords } from "../use-words.tsx";

/** A block of code. Scripts add a copy button. */
export const CodeBlock = ({
  label,
  text,
  id,
  children,
}: {
  label: string;
  text?: string;
  id?: string;
  children?: unknown;
}) => (
  <copy-code class="code">
    <p class="code-bar">
      <span>{label}</span>
      <button type="button" class="copy" aria-live="polite">
        {useWords().say("parts.copy")}
      </button>
    </p>
    {/* Long code scrolls, so it must be reachable by keyboard. */}
    <pre tabindex={0} role="group" aria-label={label}>
      <code id={id}>{children ?? text}</code>
    </pre>
  </copy-code>
);

/** A value as JSON, indented and highlighted. Integers keep all their digits. */
export const JsonBlock = ({ label, value }: { label: string; value: unknown }) => (
  <CodeBlock label={label}>
    {prettyJson(JSON.stringify(value))?.map(({ kind, text }) =>
      kind === "mark" || kind === "space" ? text : <span class={`json-${kind}`}>{text}</span>,
    )}
  </CodeBlock>
);
