/** Text that is already markup. Everything else is escaped when inserted. */
export class Markup {
  constructor(private text: string) {}

  toString() {
    return this.text;
  }
}

type Part = string | number | Markup | undefined | readonly Part[];

/** A template that escapes its values, for XML and for HTML outside our pages: in feeds and mails. */
export const markup = (strings: TemplateStringsArray, ...parts: Part[]) =>
  new Markup(strings.reduce((all, string, i) => all + textOf(parts[i - 1]) + string));

function textOf(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Markup) return part.toString();
  if (typeof part === "object") return part.map(textOf).join("");
  return escaped(String(part));
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
/** Characters XML cannot contain, not even escaped. */
// oxlint-disable-next-line no-control-regex
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(IMPOSSIBLE, "\ufffd")
    .replace(/[&<>"']/g, (one) => ESCAPES[one]!);

export const xmlDocument = (root: Markup) => `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`;
