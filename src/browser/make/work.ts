import { listOf, type Item } from "../../compose/layers.ts";
import type { Recipe } from "../../compose/recipe.ts";

export const isSame = (a: Item | undefined, b: Item | undefined) => a?.kind === b?.kind && a?.at === b?.at;

/** More steps than anyone takes back. */
const MAX_STEPS = 200;

/** The recipe that somebody works on, what is selected, and every step on the way. Recipes are never changed in place. */
export class Work {
  #recipe: Recipe;
  #selected: Item | undefined;
  #undone: Recipe[] = [];
  #done: Recipe[] = [];
  #lastAct = "";
  readonly #listeners = new Set<() => void>();

  constructor(recipe: Recipe) {
    this.#recipe = recipe;
  }

  get recipe() {
    return this.#recipe;
  }

  get selected() {
    return this.#selected;
  }

  get canUndo() {
    return this.#done.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  listen(listener: () => void) {
    this.#listeners.add(listener);
  }

  /** Changes with the same name are one step, until `settle`: a word, or the way of a finger. */
  change(recipe: Recipe, act = "") {
    if (act === "" || act !== this.#lastAct) {
      this.#done.push(this.#recipe);
      if (this.#done.length > MAX_STEPS) this.#done.shift();
    }
    this.#lastAct = act;
    this.#undone = [];
    this.#recipe = recipe;
    this.#tell();
  }

  settle() {
    this.#lastAct = "";
  }

  select(item: Item | undefined) {
    if (isSame(item, this.#selected)) return;
    this.#selected = item;
    this.settle();
    this.#tell();
  }

  undo() {
    this.#step(this.#done, this.#undone);
  }

  redo() {
    this.#step(this.#undone, this.#done);
  }

  /** What has never been anything else, such as a draft. */
  begin(recipe: Recipe) {
    this.#done = [];
    this.#undone = [];
    this.#lastAct = "";
    this.#recipe = recipe;
    this.#selected = undefined;
    this.#tell();
  }

  #step(from: Recipe[], to: Recipe[]) {
    const next = from.pop();
    if (!next) return;
    to.push(this.#recipe);
    this.#recipe = next;
    this.#lastAct = "";
    const { kind, at = 0 } = this.#selected ?? {};
    if (kind && at >= listOf(next, kind).length) this.#selected = undefined;
    this.#tell();
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }
}
