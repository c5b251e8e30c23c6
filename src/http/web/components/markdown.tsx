import { useWords } from "../use-words.tsx";
import { CodeBlock } from "./code.tsx";

/**
 * The Markdown of the reference and of the site's own pages: headings, paragraphs, lists, quotes, code, links, bold and
 * italics. Everything else stays text: no HTML, no pictures, and only links that lead to a page or to a mailbox.
 */
export const Markdown = ({ text, root = "" }: { text: string; root?: string }) => {
  const blocks = blocksOf(text);
  const levels = blocks.flatMap((block) => (block.kind === "heading" ? block.level : []));
  // The page has a heading of its own, and none may be left out between that and these.
  const shift = 2 - Math.min(...levels);
  return (
    <>
      {blocks.map((block) => (
        <Piece block={block} shift={shift} root={root} />
      ))}
    </>
  );
};

type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "list"; ordered: boolean; start: number; items: string[] }
  | { kind: "code" | "quote" | "text"; text: string }
  | { kind: "line" };

const HEADING = /^(#{1,6}) +(.+?)(?: +#+)?$/;
const ITEM = /^(?:[-*+]|(\d{1,9})[.)]) +(.*)$/;
const RULE = /^(?:-{3,}|\*{3,}|_{3,})$/;

export function blocksOf(text: string): Block[] {
  return text
    .replaceAll("\r\n", "\n")
    .split(/(^```[^\n]*\n[\s\S]*?^```$)/m)
    .flatMap((part) =>
      part.startsWith("```")
        ? [{ kind: "code" as const, text: part.replace(/^```.*\n|\n?```$/g, "") }]
        : part.split(/\n\s*\n/).flatMap(blocksIn),
    );
}

/** Of lines that nothing separates. A heading, a rule or a list also ends what is before it. */
function blocksIn(paragraph: string): Block[] {
  const blocks: Block[] = [];
  for (const line of paragraph.split("\n")) {
    const block = blockOf(line);
    const last = blocks.at(-1);
    if (block && !(last && joined(last, block))) blocks.push(block);
  }
  return blocks;
}

function blockOf(line: string): Block | undefined {
  const words = line.trim();
  if (words === "") return undefined;
  if (RULE.test(words)) return { kind: "line" };
  const [, marks, heading] = HEADING.exec(line) ?? [];
  if (marks !== undefined) return { kind: "heading", level: marks.length, text: heading! };
  const item = ITEM.exec(line);
  if (item) return { kind: "list", ordered: item[1] !== undefined, start: Number(item[1] ?? 1), items: [item[2]!] };
  return line.startsWith(">") ? { kind: "quote", text: line.replace(/^> ?/, "") } : { kind: "text", text: line };
}

/** Adds a line to what is before it, if it belongs there. */
function joined(last: Block, next: Block): boolean {
  if (last.kind === "list" && next.kind === "list" && last.ordered === next.ordered) {
    last.items.push(...next.items);
    return true;
  }
  if (next.kind === "text" && last.kind === "list") {
    last.items.push(`${last.items.pop()}\n${next.text.trim()}`);
    return true;
  }
  if ((last.kind !== "text" && last.kind !== "quote") || (next.kind !== "text" && next.kind !== last.kind))
    return false;
  last.text += `\n${next.text.trimStart()}`;
  return true;
}

interface PieceProps {
  block: Block;
  /** Added to the level of a heading. */
  shift: number;
  root: string;
}

const Piece = ({ block, shift, root }: PieceProps) => {
  const { say } = useWords();
  if (block.kind === "line") return <hr />;
  if (block.kind === "code") return <CodeBlock label={say("docs.example")} text={block.text} />;
  if (block.kind === "list") return <List {...block} root={root} />;
  const words = <Inline text={block.text} root={root} />;
  if (block.kind === "heading") return <Heading level={block.level + shift}>{words}</Heading>;
  return block.kind === "quote" ? (
    <blockquote>
      <p>{words}</p>
    </blockquote>
  ) : (
    <p>{words}</p>
  );
};

const Heading = ({ level, children }: { level: number; children?: unknown }) => {
  if (level <= 2) return <h2>{children}</h2>;
  return level === 3 ? <h3>{children}</h3> : <h4>{children}</h4>;
};

const List = ({ ordered, start, items, root }: { ordered: boolean; start: number; items: string[]; root: string }) => {
  const all = items.map((item) => (
    <li>
      <Inline text={item} root={root} />
    </li>
  ));
  return ordered ? <ol start={start === 1 ? undefined : start}>{all}</ol> : <ul>{all}</ul>;
};

// None of these can run past the next of its own marks, so that long texts are read in one go.
const MARKS = [
  /`(?<code>[^`]+)`/,
  /\*\*(?<strong>[^*\s](?:[^*]*[^*\s])?)\*\*/,
  /(?<![\w*])\*(?<star>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])/,
  /(?<![\w_])_(?<underscore>[^_\s](?:[^_]*[^_\s])?)_(?![\w_])/,
  /\[(?<label>[^[\]]+)\]\((?<to>[^()\s]+)\)/,
  /<(?<mail>[^\s@<>]+@[^\s@<>]+)>/,
  /<?(?<address>https?:\/\/[^\s<>]*[^\s<>.,;:!?)'"*_])>?/,
  /(?<end> {2,}|\\)\n/,
];
const INLINE = new RegExp(MARKS.map(({ source }) => source).join("|"), "g");

const Inline = ({ text, root }: { text: string; root: string }) => {
  const parts: unknown[] = [];
  let end = 0;
  for (const { index, 0: whole, groups } of text.matchAll(INLINE)) {
    parts.push(text.slice(end, index), marked(whole, groups!, root));
    end = index + whole.length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
};

function marked(whole: string, groups: Record<string, string | undefined>, root: string): unknown {
  const { code, strong, label, to, mail, address, end } = groups;
  if (code !== undefined) return <code>{code}</code>;
  if (end !== undefined) return <br />;
  if (label !== undefined) return <Link to={to!} label={label} root={root} whole={whole} />;
  if (mail !== undefined) return <Link to={`mailto:${mail}`} label={mail} root={root} whole={whole} />;
  if (address !== undefined) return <Link to={address} label={address} root={root} whole={whole} />;
  const inner = <Inline text={(strong ?? groups.star ?? groups.underscore)!} root={root} />;
  return strong === undefined ? <em>{inner}</em> : <strong>{inner}</strong>;
}

/** Stays text if it leads nowhere. */
const Link = ({ to, label, root, whole }: { to: string; label: string; root: string; whole: string }) => {
  const href = hrefOf(to, root);
  return href === undefined ? <>{whole}</> : <a href={href}>{label}</a>;
};

/** One of our own pages, the web, a mailbox or a telephone. */
function hrefOf(to: string, root: string): string | undefined {
  if (/^\/(?![/\\])/.test(to)) return root + to;
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(to) && URL.canParse(to) ? new URL(to).href : undefined;
}
