type Listener = (event: never) => unknown;
type Value = string | number | boolean | undefined | Listener;

/**
 * An element with attributes, listeners (functions, by the name of their event) and children. Our pages allow no markup
 * from scripts.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, Value> = {},
  ...children: (Node | string | undefined)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value as EventListener);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== undefined && value !== false) made.setAttribute(key, String(value));
  }
  made.append(...children.filter((one) => one !== undefined));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

export const svgElement = (name: string) => document.createElementNS(SVG, name) as SVGElement;

/** One of the site's line drawings. Decorative: the words beside it say what it does. */
export function icon(path: string): SVGElement {
  const svg = svgElement("svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const line = svgElement("path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** A button with a drawing, named for those who cannot see it. */
export const iconButton = (path: string, name: string, press: () => void, more: Record<string, Value> = {}) =>
  element(
    "button",
    { type: "button", class: "icon-button", "aria-label": name, title: name, click: press, ...more },
    icon(path),
  );

export const textButton = (words: string, press: () => void, more: Record<string, Value> = {}) =>
  element("button", { type: "button", class: "button button-quiet button-small", click: press, ...more }, words);

/** A label around its control, with what it is for above it. */
export const labelled = (words: string, control: HTMLElement) =>
  element("label", { class: "field make-field" }, element("span", {}, words), control);
