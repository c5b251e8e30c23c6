// Runs on the server too, for the examples of the reference.
export type TokenKind = "key" | "string" | "number" | "word" | "mark" | "space";

export interface Token {
  kind: TokenKind;
  text: string;
}

const PARTS =
  /(?<space>[ \t\r\n]+)|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<word>true|false|null)|(?<mark>[{}[\],:])/y;

/**
 * Formats JSON as text, so that numbers keep every digit; JSON.parse would round ids. Undefined if the text does not
 * consist of JSON tokens.
 */
export function prettyJson(text: string): Token[] | undefined {
  const tokens = partsOf(text);
  return tokens && layOut(tokens);
}

function partsOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  PARTS.lastIndex = 0;
  while (PARTS.lastIndex < text.length) {
    const groups = PARTS.exec(text)?.groups;
    if (!groups) return undefined;
    const [kind, part] = Object.entries(groups).find(([, value]) => value !== undefined)!;
    if (kind !== "space") tokens.push({ kind: kind as TokenKind, text: part! });
  }
  return tokens;
}

function layOut(tokens: Token[]): Token[] {
  const lines: Token[] = [];
  const space = (text: string) => lines.push({ kind: "space", text });
  let depth = 0;
  const newLine = () => space(`\n${"  ".repeat(Math.max(0, depth))}`);
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1]?.text;
    const empty = /^[}\]]$/.test(next ?? "");
    if (/^[}\]]$/.test(token.text) && !/^[{[]$/.test(tokens[i - 1]?.text ?? "")) {
      depth--;
      newLine();
    }
    lines.push(token.kind === "string" && next === ":" ? { ...token, kind: "key" } : token);
    if (token.kind !== "mark") continue;
    if (token.text === ":") space(" ");
    if (token.text === ",") newLine();
    if (/^[{[]$/.test(token.text) && !empty) {
      depth++;
      newLine();
    }
  }
  return lines;
}
