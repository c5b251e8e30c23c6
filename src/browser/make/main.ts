// The meme maker: a bundle of its own, for its page alone.
import { MAX_PANELS } from "../../compose/limits.ts";
import { Bases } from "./bases.ts";
import { findDraft, findStart, keepStart, type Draft, type Start } from "./draft.ts";
import { Editor } from "./editor.ts";
import { keepForOffline } from "./keep-offline.ts";
import { WHOLE } from "./new-recipe.ts";
import { withPanels } from "./panel-shape.ts";
import { drawPicture } from "./picture.ts";
import { Publisher } from "./publish.ts";
import { say } from "./say.ts";
import { sayLine } from "../say-line.ts";
import { addRecipe } from "./send.ts";
import { openStartPage } from "./start-page.ts";
import { askForFile, listenToFiles, refusalOf } from "./take-picture.ts";
import { Work } from "./work.ts";

/** Loads what draws letters, once the picture is there. */
const openLettering = () => import("./lettering.ts");

const PERSON = "guffaw-maker";

class MemeMaker extends HTMLElement {
  connectedCallback() {
    void this.#begin();
  }

  /** Without a network, the page knows nobody: it is for whoever used the maker last. */
  get #person() {
    const { person } = this.dataset;
    if (person === undefined) return localStorage.getItem(PERSON) ?? "";
    localStorage.setItem(PERSON, person);
    return person;
  }

  async #begin() {
    const { start: given } = this.dataset;
    const key = keyOf(location.search);
    const started = given ? (JSON.parse(given) as Start) : undefined;
    const draft = key ? await findDraft(key, this.#person).catch(() => undefined) : undefined;
    const start = started ?? draft?.start ?? (key && (await findStart(key).catch(() => undefined)));
    if (!start) return openStartPage(this, this.#person, (one) => this.#open(one, undefined));
    if (started && started.bases.length > 0) void keepStart(started).catch(() => {});
    this.#open({ start, bases: basesOf(start, draft) }, draft);
  }

  #open({ start, bases }: { start: Start; bases: Bases }, draft: Draft | undefined) {
    const editor = this.querySelector<HTMLTemplateElement>("template[data-editor]");
    if (editor) this.replaceChildren(editor.content.cloneNode(true));
    // What was typed before this script was there.
    const typed = [...this.querySelectorAll<HTMLTextAreaElement>("[data-text]")].map(({ value }) => value);
    const boxes = start.recipe.boxes.map((box, at) => ({ ...box, text: typed[at] || box.text }));
    const work = new Work(draft?.recipe ?? { ...start.recipe, boxes });
    const parts = { root: this as HTMLElement, work, bases, start, person: this.#person };
    const shown = new Editor({ ...parts, choosePicture: () => this.#choose() });
    const lettering = this.#load(bases, work);
    void lettering.then((one) => shown.letter(one)).catch(() => sayLine(say("browser.make-no-font")));
    // Once everything that is needed has been loaded.
    void lettering.then(keepForOffline).catch(() => {});
    const finish = () => shown.finish();
    new Publisher({ ...parts, finish }).begin(async (type) => {
      finish();
      return (await this.#moving(start, bases, work)) ?? drawPicture(work.recipe, bases, await lettering, type);
    }, draft);
    if (draft) this.#offerNew(work, start);
    // A template keeps its picture.
    if (!start.key.startsWith("boxes:")) listenToFiles((file) => void this.#take(file, bases, work));
    this.setAttribute("data-ready", "");
  }

  /** First the picture, then what draws letters: people look at the picture first. */
  async #load(bases: Bases, work: Work) {
    const { base } = work.recipe.panels[0]!;
    if (base.kind !== "color") await bases.image(base).catch(() => undefined);
    return openLettering();
  }

  /** Browsers cannot write animations: the site draws them. */
  async #moving({ key }: Start, bases: Bases, work: Work): Promise<Blob | undefined> {
    const { picture } = this.dataset;
    if (!bases.moves(work.recipe) || picture === undefined) return undefined;
    const data = new FormData();
    const [from, id] = key.split(":");
    if (from === "edit") data.set("edit", id!);
    addRecipe(data, work.recipe, bases);
    const response = await fetch(picture, { method: "POST", body: data });
    return response.ok ? response.blob() : undefined;
  }

  #offerNew(work: Work, start: Start) {
    const link = document.createElement("a");
    link.href = "#";
    link.textContent = say("browser.make-start-over");
    link.addEventListener("click", (event) => {
      event.preventDefault();
      work.change(start.recipe);
    });
    sayLine(say("browser.make-draft-back"), link);
  }

  async #choose(): Promise<File | undefined> {
    const file = await askForFile(this.querySelector<HTMLInputElement>("[data-file]")!);
    return file && (await this.#checked(file));
  }

  async #checked(file: File): Promise<File | undefined> {
    const refusal = await refusalOf(file, Number(this.dataset.maxBytes));
    if (refusal === undefined) return file;
    sayLine(refusal);
    return undefined;
  }

  /** On an empty sheet it becomes the picture; otherwise it comes beside the others. */
  async #take(given: File, bases: Bases, work: Work) {
    const file = await this.#checked(given);
    if (!file) return;
    const base = bases.addFile(file);
    const { panels } = work.recipe;
    const before = panels.length === 1 && panels[0]!.base.kind === "color" ? [] : panels;
    if (before.length < MAX_PANELS) work.change(withPanels(work.recipe, [...before, { base, crop: WHOLE }]));
  }
}

function basesOf(start: Start, draft: Draft | undefined): Bases {
  const bases = new Bases();
  for (const base of start.bases) bases.add(base);
  for (const [name, file] of draft?.files ?? []) bases.addFile(file, name);
  return bases;
}

/** Which draft belongs to an address. */
export function keyOf(search: string): string | undefined {
  const query = new URLSearchParams(search);
  if (query.has("own")) return "own";
  for (const from of ["template", "remix", "edit", "boxes"]) {
    const id = query.get(from);
    if (id) return `${from}:${id}`;
  }
  return undefined;
}

customElements.define("meme-maker", MemeMaker);
