import { prettyJson } from "../../../shared/json-tokens.ts";
import { useWords } from "../use-words.tsx";

/** A block of code with a button that copies it; the button is there where scripts are. */
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
    {/* It scrolls where it is long, and what scrolls must be in reach of the keyboard. */}
    <pre tabindex={0} role="group" aria-label={label}>
      <code id={id}>{children ?? text}</code>
    </pre>
  </copy-code>
);

/** A value as JSON, laid out and coloured; an exact integer keeps its digits. */
export const JsonBlock = ({ label, value }: { label: string; value: unknown }) => (
  <CodeBlock label={label}>
    {prettyJson(JSON.stringify(value))?.map(({ kind, text }) =>
      kind === "mark" || kind === "space" ? text : <span class={`json-${kind}`}>{text}</span>,
    )}
  </CodeBlock>
);
