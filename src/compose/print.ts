import type { DisplayList, Item, Rect } from "./display-list.ts";

interface Tag {
  name: "svg" | "g" | "path";
  attributes: [string, string][];
  children: Tag[];
}

/** The overlay, or a part of it, as SVG. */
export const printSvg = (list: DisplayList, part?: Rect): string => written(tagOf(list, part));

/** An element of a page, as far as a printer needs it. */
export interface SvgElement {
  setAttribute(name: string, value: string): void;
  appendChild(child: this): unknown;
}

/** The same SVG for a page that allows no markup: `create` makes an element of the SVG namespace. */
export const printElements = <E extends SvgElement>(list: DisplayList, create: (name: string) => E): E =>
  built(tagOf(list), create);

function built<E extends SvgElement>({ name, attributes, children }: Tag, create: (name: string) => E): E {
  const element = create(name);
  for (const [key, value] of attributes) if (key !== "xmlns") element.setAttribute(key, value);
  for (const child of children) element.appendChild(built(child, create));
  return element;
}

function written({ name, attributes, children }: Tag): string {
  const start = `<${name}${attributes.map(([key, value]) => ` ${key}="${value}"`).join("")}`;
  return children.length === 0 ? `${start}/>` : `${start}>${children.map(written).join("")}</${name}>`;
}

function tagOf(
  { width, height, layers }: DisplayList,
  { left, top, right, bottom }: Rect = { left: 0, top: 0, right: width, bottom: height },
): Tag {
  const [across, down] = [right - left, bottom - top];
  const isInside = ({ bounds }: { bounds: Rect }) =>
    bounds.left < right && bounds.right > left && bounds.top < bottom && bounds.bottom > top;
  return {
    name: "svg",
    attributes: [
      ["xmlns", "http://www.w3.org/2000/svg"],
      ["width", `${across}`],
      ["height", `${down}`],
      ["viewBox", `${left} ${top} ${across} ${down}`],
    ],
    children: layers.filter(isInside).map(({ item }) => itemTag(item)),
  };
}

function itemTag(item: Item): Tag {
  const transform = attribute("transform", item.transform);
  if (item.kind === "group") return { name: "g", attributes: transform, children: item.items.map(itemTag) };
  const { d, fill = "none", stroke, strokeWidth, opacity, evenOdd } = item;
  return {
    name: "path",
    attributes: [
      ["d", d],
      ["fill", fill],
      ...attribute("stroke", stroke),
      ...attribute("stroke-width", strokeWidth),
      ...attribute("stroke-linejoin", stroke && "round"),
      ...attribute("stroke-linecap", stroke && "round"),
      // For a path that is only filled, the same as its opacity, which would take another picture to blend.
      ...attribute("fill-opacity", opacity),
      ...attribute("fill-rule", evenOdd && "evenodd"),
      ...transform,
    ],
    children: [],
  };
}

const attribute = (name: string, value: string | number | undefined): [string, string][] =>
  value === undefined ? [] : [[name, String(value)]];
