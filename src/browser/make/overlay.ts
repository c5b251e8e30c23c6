import type { Layer } from "../../compose/display-list.ts";
import type { Recipe, TextBox } from "../../compose/recipe.ts";
import type { Message } from "../../words/messages.ts";
import { svgElement } from "./element.ts";
import { frameOf } from "./items.ts";
import { itemsOf, listOf, type Item } from "../../compose/layers.ts";

export type Lettering = typeof import("./lettering.ts");

/** Something drawn, and what it was drawn from. */
interface Drawn {
  of: object;
  node: SVGElement;
  layers: readonly Layer[];
}

export const nameOf = ({ kind, at }: Item) => `${kind}-${at}`;

/** What lies over the base. Only what has changed is laid out again; what was moved or turned is only moved or turned. */
export class Overlay {
  #drawn = new Map<string, Drawn>();
  #size = "";
  #turn = 0;
  /** The site would refuse to draw it. */
  isTooMuch = false;
  /** Why an item cannot be drawn. */
  readonly refused = new Map<string, Message>();

  constructor(
    private svg: SVGElement,
    private lettering: Lettering,
  ) {}

  /** Waits only for fonts and emoji that are not there yet. Nothing is shown if there is something newer to draw. */
  async draw(recipe: Recipe): Promise<void> {
    const turn = ++this.#turn;
    const size = `0 0 ${recipe.width} ${recipe.height}`;
    if (size !== this.#size) {
      this.#size = size;
      this.#drawn.clear();
      this.svg.setAttribute("viewBox", size);
    }
    const drawn = new Map<string, Drawn>();
    for (const item of itemsOf(recipe)) {
      const name = nameOf(item);
      drawn.set(name, this.#kept(recipe, item) ?? (await this.#layOut(recipe, item)));
      if (turn !== this.#turn) return;
    }
    for (const name of this.refused.keys()) if (!drawn.has(name)) this.refused.delete(name);
    this.#drawn = drawn;
    const layers = [...drawn.values()].flatMap((one) => one.layers);
    this.isTooMuch = this.lettering.workOf({ ...recipe, layers }) > this.lettering.MAX_WORK;
    this.#show([...drawn.values()].map(({ node }) => node));
  }

  #show(nodes: SVGElement[]) {
    const { children } = this.svg;
    if (nodes.length !== children.length || nodes.some((node, at) => node !== children[at]))
      this.svg.replaceChildren(...nodes);
  }

  /** The drawing there is, in its new place. */
  #kept(recipe: Recipe, item: Item): Drawn | undefined {
    const drawn = this.#drawn.get(nameOf(item));
    const now = listOf(recipe, item.kind)[item.at]!;
    if (!drawn || this.refused.has(nameOf(item))) return undefined;
    if (drawn.of !== now && (item.kind === "stroke" || !isOnlyMoved(drawn.of, now))) return undefined;
    if (item.kind !== "stroke") drawn.node.setAttribute("transform", wayFrom(drawn.of as TextBox, recipe, item));
    return drawn;
  }

  async #layOut(recipe: Recipe, item: Item): Promise<Drawn> {
    const { kind, at } = item;
    const of = listOf(recipe, kind)[at]!;
    const alone = {
      ...recipe,
      boxes: kind === "box" ? [recipe.boxes[at]!] : [],
      stickers: kind === "sticker" ? [recipe.stickers[at]!] : [],
      strokes: kind === "stroke" ? [recipe.strokes[at]!] : [],
    };
    const node = svgElement("g");
    const { library, layOut, printElements } = this.lettering;
    try {
      const list = layOut(alone, await library.open(alone));
      node.append(...printElements(list, svgElement).children);
      this.refused.delete(nameOf(item));
      return { of, node, layers: list.layers };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.refused.set(nameOf(item), error.userMessage);
      // What was there stays, while its field says what is wrong.
      return { of, node: this.#drawn.get(nameOf(item))?.node ?? node, layers: [] };
    }
  }
}

/** A ComposeRefusal, whose class would bring everything that draws letters along. */
export const isRefusal = (error: unknown): error is { userMessage: Message } =>
  error instanceof Error && "userMessage" in error;

const MOVES = new Set(["x", "y", "rotation", "layer"]);

function isOnlyMoved(before: object, now: object): boolean {
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...keys].every((key) => MOVES.has(key) || before[key as never] === now[key as never]);
}

/** From where something was laid out to where it is now. */
function wayFrom(before: Pick<TextBox, "x" | "y" | "rotation">, recipe: Recipe, item: Item): string {
  const now = listOf(recipe, item.kind)[item.at] as typeof before;
  const [across, down] = [(now.x - before.x) * recipe.width, (now.y - before.y) * recipe.height];
  const { x, y } = frameOf(recipe, item);
  return `rotate(${now.rotation - before.rotation} ${x} ${y}) translate(${across} ${down})`;
}
