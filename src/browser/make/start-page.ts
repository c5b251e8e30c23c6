import { sayLine } from "../say-line.ts";
import { Bases } from "./bases.ts";
import { dropDraft, listDrafts, type Draft, type Start } from "./draft.ts";
import { element, textButton } from "./element.ts";
import { blankRecipe, recipeForPicture } from "./new-recipe.ts";
import { say } from "./say.ts";
import { askForFile, listenToFiles, refusalOf } from "./take-picture.ts";

type Open = (made: { start: Start; bases: Bases }) => void;

/** The ways to begin: a template (those are links), a picture of one's own, a blank sheet, or what was begun before. */
export function openStartPage(root: HTMLElement, person: string, open: Open) {
  const find = <T extends Element>(name: string) => root.querySelector<T>(`[data-${name}]`);
  const begin = (start: Start, bases: Bases) => {
    // Reloading then finds the draft.
    history.pushState(undefined, "", "?own");
    addEventListener("popstate", () => location.reload());
    open({ start, bases });
  };
  const take = async (file: File) => {
    const refusal = await refusalOf(file, Number(root.dataset.maxBytes));
    if (refusal !== undefined) return sayLine(refusal);
    const bases = new Bases();
    const base = bases.addFile(file);
    const { naturalWidth, naturalHeight } = await bases.image(base);
    begin({ key: "own", recipe: recipeForPicture(base, naturalWidth, naturalHeight), bases: [] }, bases);
  };
  const blank = () => begin({ key: "own", recipe: blankRecipe("#ff8a4c"), bases: [] }, new Bases());
  const file = find<HTMLInputElement>("file")!;
  const camera = find<HTMLInputElement>("photo")!;
  const chosen = async (input: HTMLInputElement) => {
    const one = await askForFile(input);
    if (one) await take(one);
  };
  const ways = find<HTMLElement>("ways")!;
  ways.replaceChildren(
    textButton(say("browser.make-own-picture"), () => void chosen(file), { class: "button" }),
    // Desktops rarely have a useful camera.
    ...(navigator.maxTouchPoints > 0 ? [textButton(say("browser.make-photo"), () => void chosen(camera))] : []),
    textButton(say("browser.make-blank"), blank),
  );
  ways.hidden = false;
  find<HTMLElement>("plain")?.remove();
  listenToFiles((one) => void take(one));
  void listDrafts(person).then(
    (drafts) => showDrafts(find<HTMLElement>("drafts")!, drafts),
    () => {},
  );
  root.setAttribute("data-ready", "");
}

function showDrafts(place: HTMLElement, drafts: Draft[]) {
  if (drafts.length === 0) return;
  const list = element("ul", { class: "make-drafts" });
  for (const { start, recipe } of drafts) {
    const texts = recipe.boxes.map(({ text }) => text.trim()).filter(Boolean);
    const words = texts.join(" / ") || start.title || say("browser.make-untitled");
    const row = element(
      "li",
      {},
      element("a", { href: addressOf(start.key) }, words.slice(0, 80)),
      textButton(say("browser.make-discard"), () => {
        void dropDraft(start.key).then(() => row.remove());
      }),
    );
    list.append(row);
  }
  place.append(element("h2", {}, say("browser.make-drafts")), list);
  place.hidden = false;
}

const addressOf = (key: string) => {
  const [from, id] = key.split(":") as [string, string?];
  return id === undefined ? `?${from}` : `?${from}=${id}`;
};
