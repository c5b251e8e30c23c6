/** Text that is already XML. Everything else is escaped when inserted. */
export class Xml {
  constructor(private text: string) {}

  toString() {
    return this.text;
  }
}

type Part = string | number | Xml | undefined | readonly Part[];

/** An XML template that escapes its values. Also fine for the little HTML that a feed contains. */
export const xml = (strings: TemplateStringsArray, ...parts: Part[]) =>
  new Xml(strings.reduce((all, string, i) => all + textOf(parts[i - 1]) + string));

function textOf(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Xml) return part.toString();
  if (typeof part === "object") return part.map(textOf).join("");
  return escapeXml(String(part));
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
/** Characters XML cannot contain, not even escaped. */
// oxlint-disable-next-line no-control-regex
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(IMPOSSIBLE, "\ufffd")
    .replace(/[&<>"']/g, (one) => ESCAPES[one]!);

export const document = (root: Xml) => `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`;
