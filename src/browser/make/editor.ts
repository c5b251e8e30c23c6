import type { Bases } from "./bases.ts";
import { CropView } from "./crop.ts";
import type { Start } from "./draft.ts";
import { listenToDrags } from "./drag.ts";
import { element, iconButton } from "./element.ts";
import { ICONS } from "./icons.ts";
import { listenToItemKeys } from "./item-keys.ts";
import { LayersTab } from "./layers-tab.ts";
import { Overlay, type Lettering } from "./overlay.ts";
import { withCrop } from "./panel-shape.ts";
import { listenToPen } from "./pen.ts";
import { PenTab } from "./pen-tab.ts";
import { PictureTab } from "./picture-tab.ts";
import { say, sentenceOf } from "./say.ts";
import { Stage } from "./stage.ts";
import { StickerTab } from "./sticker-tab.ts";
import { Tabs } from "./tabs.ts";
import { WordsTab } from "./words-tab.ts";
import type { Item } from "../../compose/layers.ts";
import type { Work } from "./work.ts";

interface Parts {
  root: HTMLElement;
  work: Work;
  bases: Bases;
  start: Start;
  choosePicture(): Promise<Blob | undefined>;
}

/** The picture, and everything that can be done to it. */
export class Editor {
  readonly stage: Stage;
  #overlay: Overlay | undefined;
  #lettering: Lettering | undefined;
  readonly #viewport: HTMLElement;
  readonly #desk: HTMLElement;
  readonly #status = element("p", { class: "sr", role: "status" });
  readonly #warning = element("p", { class: "field-error", role: "alert", hidden: true });
  readonly #undo = iconButton(ICONS.undo, say("browser.make-undo"), () => this.parts.work.undo());
  readonly #redo = iconButton(ICONS.redo, say("browser.make-redo"), () => this.parts.work.redo());
  readonly #words: WordsTab;
  readonly #stickers: StickerTab;
  readonly #pen: PenTab;
  readonly #picture: PictureTab;
  readonly #layers: LayersTab;
  readonly #tabs: Tabs;
  #crop: CropView | undefined;

  constructor(private parts: Parts) {
    const { root, work, bases, start } = parts;
    this.#viewport = root.querySelector<HTMLElement>("[data-viewport]")!;
    this.#desk = root.querySelector<HTMLElement>("[data-desk]")!;
    this.stage = new Stage(this.#viewport, work, bases);
    const desk = {
      work,
      announce: (words: string) => this.#announce(words),
      focus: (item: Item) => this.stage.focus(item),
      edit: (item: Item) => this.#edit(item),
      offerText: () => this.#offerText(),
      overlay: () => this.#overlay,
      lettering: () => this.#lettering,
      samples: start.samples ?? [],
    };
    this.#words = new WordsTab(desk);
    this.#stickers = new StickerTab(desk);
    this.#pen = new PenTab(work);
    this.#picture = new PictureTab({ ...parts, crop: (at) => void this.#cut(at) });
    this.#layers = new LayersTab(desk);
    this.#tabs = this.#tabsOf();
    this.#fill();
    listenToDrags(this.stage, work, () => this.#pen.pen.isOn, desk.edit);
    listenToPen(this.stage, work, this.#pen.pen, desk.announce);
    listenToItemKeys(this.stage.items, desk);
    document.addEventListener("keydown", (event) => this.#byChord(event));
    work.listen(() => this.show());
    this.show();
  }

  /** Now letters can be drawn. */
  letter(lettering: Lettering) {
    this.#lettering = lettering;
    this.#overlay = new Overlay(this.stage.overlay, lettering);
    this.show();
  }

  /** A crop that was begun is meant, too. */
  finish() {
    this.#crop?.finish();
  }

  show() {
    const { work } = this.parts;
    this.#undo.disabled = !work.canUndo;
    this.#redo.disabled = !work.canRedo;
    this.stage.show();
    this.#showTab();
    void this.stage.paint().catch(() => this.#announce(say("browser.make-no-base")));
    void this.#draw();
  }

  async #draw() {
    const overlay = this.#overlay;
    if (!overlay) return;
    const before = overlay.refused.size;
    await overlay.draw(this.parts.work.recipe).catch(() => this.#announce(say("browser.make-no-font")));
    if (before + overlay.refused.size > 0) this.#words.show();
    if (this.#warning.hidden === !overlay.isTooMuch) return;
    this.#warning.hidden = !overlay.isTooMuch;
    this.#warning.textContent = overlay.isTooMuch ? sentenceOf({ key: "make.too-much", values: {} }) : "";
  }

  #showTab() {
    const tabs = { words: this.#words, stickers: this.#stickers, pen: this.#pen, picture: this.#picture };
    const current = tabs[this.#tabs.current as keyof typeof tabs] ?? this.#layers;
    current.show();
  }

  #tabsOf(): Tabs {
    const shows = (tab: { show(): void }) => (isOpen: boolean) => {
      if (isOpen) tab.show();
    };
    // A template has no more than its picture and boxes.
    const isTemplate = this.parts.start.key.startsWith("boxes:");
    return new Tabs(
      [
        { name: "words", title: say("browser.make-words"), panel: this.#words.panel, opened: shows(this.#words) },
        {
          name: "stickers",
          title: say("browser.make-stickers"),
          panel: this.#stickers.panel,
          opened: shows(this.#stickers),
        },
        {
          name: "pen",
          title: say("browser.make-pen"),
          panel: this.#pen.panel,
          opened: (isOpen: boolean) => this.#draws(isOpen),
        },
        {
          name: "picture",
          title: say("browser.make-picture-tab"),
          panel: this.#picture.panel,
          opened: shows(this.#picture),
        },
        {
          name: "layers",
          title: say("browser.make-layers"),
          panel: this.#layers.panel,
          opened: (isOpen: boolean) => {
            this.#layers.isOpen = isOpen;
            this.#layers.show();
          },
        },
      ].filter(({ name }) => !isTemplate || name === "words" || name === "layers"),
      say("browser.make-tabs"),
    );
  }

  #draws(isOn: boolean) {
    this.#pen.pen.isOn = isOn;
    this.#viewport.toggleAttribute("data-pen", isOn);
    if (isOn) this.parts.work.select(undefined);
    this.#pen.show();
  }

  #fill() {
    const { root } = this.parts;
    const bar = root.querySelector<HTMLElement>("[data-bar]")!;
    bar.replaceChildren(
      this.#undo,
      this.#redo,
      iconButton(ICONS.zoomOut, say("browser.zoom-out"), () => this.stage.zoom(-1)),
      iconButton(ICONS.zoomIn, say("browser.zoom-in"), () => this.stage.zoom(1)),
    );
    bar.hidden = false;
    const tabs = this.#tabs.shown;
    this.#desk.replaceChildren(
      this.#warning,
      this.#tabs.list,
      ...tabs.map(({ panel }) => panel),
      element("p", { class: "sr", id: "make-keys" }, say("browser.make-keys")),
      this.#status,
    );
  }

  #announce(words: string) {
    this.#status.textContent = words;
  }

  /** To the field of a text, or to what can be said about something else. */
  #edit(item: Item) {
    this.#tabs.open(item.kind === "box" ? "words" : item.kind === "sticker" ? "stickers" : "layers");
    if (item.kind === "box") this.#words.edit(item);
  }

  #offerText() {
    this.#tabs.open("words");
    this.#words.offer();
  }

  #byChord(event: KeyboardEvent) {
    const target = event.target as HTMLElement;
    const field = target.closest("input, textarea");
    // Fields that are not part of the picture have their own.
    const isOther = field && (!this.parts.root.contains(field) || field.closest("[data-about-meme]"));
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isOther) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) this.parts.work.redo();
    else this.parts.work.undo();
  }

  async #cut(at: number) {
    const { work, bases } = this.parts;
    const { base, crop } = work.recipe.panels[at]!;
    const image = await bases.image(base);
    const size = { width: image.naturalWidth, height: image.naturalHeight };
    work.select(undefined);
    this.#crop = new CropView(image, crop, (cut) => {
      this.#viewport.replaceChildren(this.stage.sheet);
      this.#crop?.fields.remove();
      this.#crop = undefined;
      this.#desk.toggleAttribute("data-crops", false);
      if (cut) work.change(withCrop(work.recipe, at, cut, size));
      else this.show();
    });
    this.#viewport.replaceChildren(this.#crop.sheet);
    this.#viewport.style.setProperty("--shape", String(size.width / size.height));
    this.#desk.toggleAttribute("data-crops", true);
    this.#desk.append(this.#crop.fields);
    this.#crop.focus();
  }
}
