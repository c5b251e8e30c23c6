/** Words a reader of a page can meet: texts, and attributes that are shown or read out. */
export interface VisibleText {
  text: string;
  /** The element, and the attribute if it is one. */
  where: string;
}

const READ_OUT = ["aria-label", "aria-description", "aria-valuetext", "title", "alt", "placeholder"];
/** Elements without an end tag. */
const VOID = new Set(
  "area base br col embed hr img input link meta param source track wbr circle path rect use line".split(" "),
);
/** Not prose: code, and text marked as another language or none. */
const isOther = (tag: string, element: HTMLRewriterTypes.Element) =>
  /^(code|pre|kbd|samp|script|style)$/.test(tag) ||
  (tag !== "html" && element.hasAttribute("lang")) ||
  element.getAttribute("translate") === "no";

export function visibleTexts(html: string): VisibleText[] {
  const found: VisibleText[] = [];
  const open: { tag: string; other: boolean }[] = [];
  let text = "";
  const flush = () => {
    if (text.trim() !== "") found.push({ text: decoded(text), where: open.at(-1)?.tag ?? "" });
    text = "";
  };
  new HTMLRewriter()
    .on("*", {
      element(element) {
        flush();
        const tag = element.tagName.toLowerCase();
        const other = open.at(-1)?.other || isOther(tag, element);
        if (!other) found.push(...attributesOf(element, tag));
        if (VOID.has(tag) || element.selfClosing) return;
        open.push({ tag, other });
        element.onEndTag(() => {
          flush();
          open.pop();
        });
      },
    })
    .onDocument({
      text(chunk) {
        if (!open.at(-1)?.other) text += chunk.text;
      },
    })
    .transform(html);
  return found;
}

function attributesOf(element: HTMLRewriterTypes.Element, tag: string): VisibleText[] {
  const names = [...READ_OUT];
  if (
    tag === "meta" &&
    /description|title|alt/.test(element.getAttribute("name") ?? element.getAttribute("property") ?? "")
  )
    names.push("content");
  if (tag === "input" && /^(submit|button|reset)$/.test(element.getAttribute("type") ?? "")) names.push("value");
  return names.flatMap((name) => {
    const value = element.getAttribute(name);
    return value ? [{ text: decoded(value), where: `${tag}[${name}]` }] : [];
  });
}

/** Enough to find letters. */
const decoded = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
