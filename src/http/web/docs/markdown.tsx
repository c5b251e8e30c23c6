import { CodeBlock } from "../components/code.tsx";
import { useWords } from "../use-words.tsx";

/**
 * The little Markdown that descriptions use: paragraphs, lists, code. Everything else stays text, so no description
 * can become markup.
 */
export const Markdown = ({ text }: { text: string }) => (
  <>
    {blocksOf(text).map((block) => (
      <Block block={block} />
    ))}
  </>
);

function blocksOf(text: string): string[] {
  return text
    .split(/(```[\s\S]*?```)/)
    .flatMap((part) => (part.startsWith("```") ? [part] : part.split(/\n{2,}/)))
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

const Block = ({ block }: { block: string }) => {
  const { say } = useWords();
  if (block.startsWith("```"))
    return <CodeBlock label={say("docs.example")} text={block.replace(/^```.*\n?|\n?```$/g, "")} />;
  const lines = block.split("\n");
  if (lines.every((line) => /^([-*] |\s)/.test(line)) && /^[-*] /.test(block)) {
    const items = block.split(/\n(?=[-*] )/).map((item) => item.slice(2));
    return (
      <ul>
        {items.map((item) => (
          <li>
            <Inline text={item} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p>
      <Inline text={block} />
    </p>
  );
};

const Inline = ({ text }: { text: string }) => (
  <>{text.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part))}</>
);
