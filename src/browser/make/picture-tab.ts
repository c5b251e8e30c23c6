import { MAX_PANELS } from "../../compose/limits.ts";
import type { Panel, Recipe } from "../../compose/recipe.ts";
import type { Bases } from "./bases.ts";
import { colorField, picks, range, type Control } from "./controls.ts";
import { element, iconButton, labelled, textButton } from "./element.ts";
import { ICONS } from "./icons.ts";
import { WHOLE } from "./new-recipe.ts";
import { shapeOf, withPanels, withPanelsIn, withShape } from "./panel-shape.ts";
import { say } from "./say.ts";
import type { Work } from "./work.ts";

interface Desk {
  work: Work;
  bases: Bases;
  /** Asks for a file, and checks it. */
  choosePicture(): Promise<Blob | undefined>;
  /** Shows one panel's picture whole, to cut it. */
  crop(at: number): void;
}

const ARRANGEMENTS = {
  stack: "M4 4h16v7H4ZM4 13h16v7H4Z",
  row: "M4 4h7v16H4ZM13 4h7v16h-7Z",
  grid: "M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4ZM13 13h7v7h-7Z",
} as const;

const SHAPES = [
  ["1", "browser.make-square"],
  ["0.8", "browser.make-portrait"],
  ["1.7778", "browser.make-landscape"],
  ["0.5625", "browser.make-story"],
] as const;

const FIRST_COLOR = "#ffe14d";

/** What is below the words: pictures, how they are cut, and how they are arranged. */
export class PictureTab {
  readonly panel = element("div", { class: "make-panel" });
  readonly #list = element("ol", { class: "make-layers" });
  readonly #add: HTMLButtonElement;
  readonly #addColor: HTMLButtonElement;
  readonly #several: Control<Recipe>[];
  readonly #shape = this.#shapeField();
  readonly #shapeLabel = labelled(say("browser.make-shape"), this.#shape);
  #shown: readonly Panel[] | undefined;

  constructor(private desk: Desk) {
    this.#add = textButton(say("browser.make-add-picture"), () => void this.#addPicture());
    this.#addColor = textButton(say("browser.make-add-color"), () =>
      this.#addPanel({ kind: "color", color: FIRST_COLOR }),
    );
    this.#several = severalControls(desk.work);
    this.panel.append(
      this.#list,
      element("div", { class: "make-acts" }, this.#add, this.#addColor),
      this.#shapeLabel,
      ...this.#several.map(({ node }) => node),
    );
  }

  show() {
    const { recipe } = this.desk.work;
    const { panels } = recipe;
    this.#add.hidden = this.#addColor.hidden = panels.length >= MAX_PANELS;
    const isOne = panels.length === 1;
    for (const { node, show } of this.#several) {
      show(recipe);
      node.hidden = isOne;
    }
    this.#shapeLabel.querySelector("span")!.textContent = say(isOne ? "browser.make-shape" : "browser.make-each-shape");
    this.#shape.options[0]!.textContent = say(isOne ? "browser.make-own-shape" : "browser.make-first-shape");
    const shape = shapeOf(recipe);
    this.#shape.value = SHAPES.find(([value]) => Math.abs(Number(value) - shape) < 0.01)?.[0] ?? "";
    if (panels === this.#shown) return;
    this.#shown = panels;
    this.#list.replaceChildren(...panels.map((panel, at) => this.#row(panel, at)));
  }

  #shapeField(): HTMLSelectElement {
    const select: HTMLSelectElement = element(
      "select",
      { change: () => void this.#reshape(Number(select.value)) },
      element("option", { value: "" }, say("browser.make-own-shape")),
      ...SHAPES.map(([value, key]) => element("option", { value }, say(key))),
    );
    return select;
  }

  /** Zero for the shape of the first picture. */
  async #reshape(shape: number) {
    const { work, bases } = this.desk;
    const { base, crop } = work.recipe.panels[0]!;
    if (shape > 0) return work.change(withShape(work.recipe, shape));
    if (base.kind === "color") return work.change(withShape(work.recipe, 1));
    const { naturalWidth, naturalHeight } = await bases.image(base);
    work.change(withShape(work.recipe, (crop.width * naturalWidth) / (crop.height * naturalHeight)));
  }

  #row({ base }: Panel, at: number): HTMLElement {
    const { work } = this.desk;
    const name = say("browser.make-panel", { number: at + 1 });
    const thumb = element("span", { class: "make-thumb", "aria-hidden": true });
    if (base.kind === "color") thumb.style.backgroundColor = base.color;
    else thumb.append(thumbOf(this.desk.bases.addressOf(base)));
    return element(
      "li",
      { class: "make-layer make-panel-row" },
      thumb,
      element("span", { class: "make-layer-name" }, name),
      iconButton(ICONS.up, say("browser.make-earlier", { name }), () => this.#swap(at), { disabled: at === 0 }),
      iconButton(
        ICONS.trash,
        say("browser.make-delete-named", { name }),
        () => work.change(withPanels(work.recipe, work.recipe.panels.toSpliced(at, 1))),
        { disabled: work.recipe.panels.length === 1 },
      ),
      base.kind === "color"
        ? this.#colorOf(base.color, at, name)
        : textButton(say("browser.make-crop"), () => this.desk.crop(at), {
            "aria-label": say("browser.make-crop-named", { name }),
          }),
      textButton(say("browser.make-replace"), () => void this.#replace(at), {
        "aria-label": say("browser.make-replace-named", { name }),
      }),
    );
  }

  #colorOf(color: string, at: number, name: string): HTMLElement {
    const { work } = this.desk;
    const input: HTMLInputElement = element("input", {
      type: "color",
      class: "make-any-color",
      value: color,
      "aria-label": say("browser.make-any-color", { what: name }),
      change: () => {
        const panels = work.recipe.panels.with(at, { base: { kind: "color", color: input.value }, crop: WHOLE });
        work.change({ ...work.recipe, panels });
      },
    });
    return input;
  }

  #swap(at: number) {
    const { work } = this.desk;
    const panels = [...work.recipe.panels];
    [panels[at - 1], panels[at]] = [panels[at]!, panels[at - 1]!];
    work.change(withPanelsIn(work.recipe, panels));
  }

  async #replace(at: number) {
    const { work, bases } = this.desk;
    const file = await this.desk.choosePicture();
    if (!file) return;
    const panels = work.recipe.panels.with(at, { base: bases.addFile(file), crop: WHOLE });
    work.change({ ...work.recipe, panels });
  }

  async #addPicture() {
    const file = await this.desk.choosePicture();
    if (file) this.#addPanel(this.desk.bases.addFile(file));
  }

  #addPanel(base: Panel["base"]) {
    const { work } = this.desk;
    work.change(withPanels(work.recipe, [...work.recipe.panels, { base, crop: WHOLE }]));
  }
}

/** What only matters for more than one. */
function severalControls(work: Work): Control<Recipe>[] {
  const set = (change: Partial<Recipe>, act = "") => work.change({ ...work.recipe, ...change }, act);
  return [
    picks<Recipe, Recipe["arrangement"]>(
      say("browser.make-arrangement"),
      [
        ["stack", say("browser.make-stack"), ARRANGEMENTS.stack],
        ["row", say("browser.make-row"), ARRANGEMENTS.row],
        ["grid", say("browser.make-grid"), ARRANGEMENTS.grid],
      ],
      ({ arrangement }) => arrangement,
      (arrangement) => work.change(withPanels(work.recipe, work.recipe.panels, arrangement)),
    ),
    range<Recipe>(
      say("browser.make-gap"),
      { min: 0, max: 10, step: 0.5 },
      ({ gap }) => Math.round(gap * 200) / 2,
      (value) => set({ gap: value / 100 }, "gap"),
    ),
    colorField<Recipe>(
      say("browser.make-background"),
      ({ background }) => background,
      (background) => set({ background }, "background"),
    ),
  ];
}

function thumbOf(address: string | undefined): HTMLImageElement {
  const image = new Image();
  image.alt = "";
  if (address !== undefined) image.src = address;
  return image;
}
