/**
 * JSX for pages, which are rendered at once and in one pass: nothing in them waits, so a page is a tree of elements
 * that becomes one string. The compiler turns <p class="a">b</p> into jsx("p", { class: "a", children: "b" }).
 */

type Props = Record<string, unknown>;
// oxlint-disable-next-line typescript/no-explicit-any -- every component has its own props
type Component = (props: any) => unknown;

/** An element or a component with its properties, not yet rendered: the context comes from what is around it. */
export class Markup {
  constructor(
    private tag: string | Component,
    private props: Props,
  ) {}

  toString(): string {
    const { tag, props } = this;
    return typeof tag === "string" ? elementOf(tag, props) : render(tag(props));
  }
}

/** Finished HTML, which is not escaped again. */
export class Html {
  constructor(private html: string) {}

  toString(): string {
    return this.html;
  }
}

/** A part that always looks the same, rendered once. */
export function constant(markup: Markup): Html {
  const html = String(markup);
  // Reading a text joins its pieces. Until then the runtime keeps each of them, which takes ten times the memory.
  html.charCodeAt(0);
  return new Html(html);
}

export const jsx = (tag: string | Component, props: Props) => new Markup(tag, props);
export { jsx as jsxs };

/** <>…</> */
export const Fragment = ({ children }: { children?: unknown }) => children;

/** The HTML of anything that may stand between two tags. Text is escaped. */
export function render(child: unknown): string {
  if (typeof child === "string") return Bun.escapeHTML(child);
  if (child instanceof Markup || child instanceof Html) return child.toString();
  if (child === undefined || child === null || typeof child === "boolean") return "";
  if (typeof child === "number") return String(child);
  if (!Array.isArray(child)) throw new TypeError(`A page cannot show ${Object.prototype.toString.call(child)}.`);
  let html = "";
  for (const one of child) html += render(one);
  return html;
}

/** Elements that have no content and no end tag. */
const VOID = new Set(["br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"]);

/** Attributes that are there or not. Others, such as aria-hidden, say "true" or "false". */
const BOOLEAN = new Set(
  "autofocus checked controls disabled hidden inert loop multiple muted open readonly required reversed selected".split(
    " ",
  ),
);

function elementOf(tag: string, props: Props): string {
  let html = `<${tag}`;
  for (const name in props) {
    const value = props[name];
    if (name === "children" || value === undefined || value === null) continue;
    if (typeof value === "string") html += ` ${name}="${Bun.escapeHTML(value)}"`;
    else if (typeof value === "number") html += ` ${name}="${value}"`;
    else if (typeof value !== "boolean") throw new TypeError(`The attribute ${name} of <${tag}> is not text.`);
    else if (!BOOLEAN.has(name)) html += ` ${name}="${value}"`;
    else if (value) html += ` ${name}=""`;
  }
  return VOID.has(tag) ? `${html}/>` : `${html}>${render(props.children)}</${tag}>`;
}

/** A value for everything inside a part of a page, without passing it down. */
export class Context<T> {
  constructor(private value: T) {}

  use(): T {
    return this.value;
  }

  /** Renders `children` with another value. Since rendering never waits, no other page can get to see it. */
  provide(value: T, children: unknown): Html {
    const before = this.value;
    this.value = value;
    try {
      return new Html(render(children));
    } finally {
      this.value = before;
    }
  }
}

/** For the type checker. */
export declare namespace JSX {
  type Element = Markup;
  type ElementType = string | Component;
  interface ElementChildrenAttribute {
    children: unknown;
  }
  interface IntrinsicElements {
    [tag: string]: { [attribute: string]: unknown; children?: unknown };
  }
}
