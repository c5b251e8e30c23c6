import { graphemesOf, isEmoji } from "../../compose/emoji.ts";
import type { Sticker } from "../../compose/recipe.ts";
import { STICKER_NAMES, type StickerName } from "../../compose/stickers.ts";
import { element, svgElement, textButton } from "./element.ts";
import { hasRoom, withAdded, withItem } from "./items.ts";
import { blankRecipe } from "./new-recipe.ts";
import { placeFields } from "./place-fields.ts";
import { say } from "./say.ts";
import { switchFor } from "./controls.ts";
import { duplicate, remove } from "./item-keys.ts";
import type { Lettering } from "./overlay.ts";
import { stickerName } from "./titles.ts";
import type { Desk } from "./words-tab.ts";

const SIZE = 0.22;

/** The ones that memes need most. Any other can be typed. */
const EMOJI = "😂 🤣 😭 😍 😎 🤔 🙄 😱 🤡 💀 👀 🔥 💯 ❤️ 👍 👎 👏 🙏 💪 🎉 💩 🚀 ⭐ ⚡".split(" ");

/** Stickers to choose from, and what can be said about the selected one. */
export class StickerTab {
  readonly panel = element("div", { class: "make-panel" });
  readonly #chosen = element("div", { class: "make-chosen" });
  readonly #error = element("p", { class: "field-error", role: "alert" });
  readonly #house = element("div", {
    class: "make-stickers",
    role: "group",
    "aria-label": say("browser.make-house-stickers"),
  });
  #shown = "";
  #show: (() => void) | undefined;

  constructor(private desk: Desk) {
    const typed: HTMLInputElement = element("input", {
      id: "make-emoji",
      autocomplete: "off",
      "aria-describedby": "make-emoji-error",
      keydown: (event: KeyboardEvent) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        this.#addTyped(typed);
      },
    });
    this.#error.id = "make-emoji-error";
    this.panel.append(
      this.#house,
      element(
        "div",
        { class: "make-stickers", role: "group", "aria-label": say("browser.make-emoji") },
        ...EMOJI.map((emoji) =>
          element("button", { type: "button", class: "make-sticker", click: () => this.#add({ emoji }) }, emoji),
        ),
      ),
      element(
        "div",
        { class: "field make-typed" },
        element("label", { for: typed.id }, say("browser.make-any-emoji")),
        element(
          "div",
          { class: "field-row" },
          typed,
          textButton(say("browser.make-add"), () => this.#addTyped(typed)),
        ),
        this.#error,
      ),
      this.#chosen,
    );
  }

  show() {
    void this.#fillHouse();
    const { selected } = this.desk.work;
    const name = selected?.kind === "sticker" ? String(selected.at) : "";
    if (name !== this.#shown) this.#change(name);
    this.#show?.();
  }

  #change(name: string) {
    this.#shown = name;
    this.#show = undefined;
    this.#chosen.replaceChildren();
    if (name === "") return;
    const { work } = this.desk;
    const item = { kind: "sticker", at: Number(name) } as const;
    const place = placeFields(work, item);
    const mirror = switchFor<Sticker>(
      say("browser.make-mirrored"),
      ({ mirrored }) => mirrored,
      (mirrored) => work.change(withItem<Sticker>(work.recipe, item, { mirrored })),
    );
    this.#chosen.append(
      mirror.node,
      place.node,
      element(
        "div",
        { class: "make-acts" },
        textButton(say("browser.make-duplicate"), () => duplicate(this.desk, item)),
        textButton(say("browser.make-delete"), () => remove(this.desk, item)),
      ),
    );
    this.#show = () => {
      const sticker = work.recipe.stickers[item.at];
      if (!sticker) return;
      mirror.show(sticker);
      place.show();
    };
  }

  /** Drawn as they will be, once that is possible. */
  async #fillHouse() {
    const lettering = this.desk.lettering();
    if (!lettering || this.#house.hasAttribute("data-filled")) return;
    this.#house.setAttribute("data-filled", "");
    for (const sticker of STICKER_NAMES) {
      const name = say(`browser.make-sticker-${sticker}`);
      const drawing = await drawSticker(lettering, sticker).catch(() => undefined);
      if (!drawing) return this.#house.removeAttribute("data-filled");
      this.#house.append(
        element(
          "button",
          {
            type: "button",
            class: "make-sticker",
            "aria-label": name,
            title: name,
            click: () => this.#add({ sticker }),
          },
          drawing,
        ),
      );
    }
  }

  #addTyped(input: HTMLInputElement) {
    const emoji = graphemesOf(input.value).find(isEmoji);
    this.#error.textContent = emoji ? "" : say("browser.make-no-emoji");
    if (!emoji) return input.focus();
    input.value = "";
    this.#add({ emoji });
  }

  #add(what: Pick<Sticker, "emoji" | "sticker">) {
    const { work } = this.desk;
    const { recipe } = work;
    if (!hasRoom(recipe, "sticker")) return void (this.#error.textContent = say("browser.make-full"));
    // Not all on one spot.
    const shift = (recipe.stickers.length % 5) * 0.05;
    const down = (SIZE * recipe.width) / recipe.height;
    const sticker: Sticker = {
      ...what,
      x: 0.5 - SIZE / 2 + shift,
      y: 0.5 - down / 2 + shift,
      size: SIZE,
      rotation: 0,
      mirrored: false,
    };
    work.change(withAdded(recipe, "sticker", sticker));
    work.select({ kind: "sticker", at: recipe.stickers.length });
    this.desk.announce(say("browser.make-added", { name: stickerName(sticker) }));
  }
}

const SIDE = 64;

async function drawSticker({ library, layOut, printElements }: Lettering, sticker: StickerName): Promise<SVGElement> {
  const recipe = {
    ...blankRecipe("#ffffff"),
    width: SIDE,
    height: SIDE,
    boxes: [],
    stickers: [{ sticker, x: 0, y: 0, size: 1, rotation: 0, mirrored: false }],
  };
  const drawing = printElements(layOut(recipe, await library.open(recipe)), svgElement);
  drawing.setAttribute("aria-hidden", "true");
  return drawing;
}
