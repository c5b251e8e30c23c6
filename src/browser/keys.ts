import { rateCard } from "./card-actions.ts";
import type { RateFaces } from "./rate-faces.ts";
import { walkBy } from "./viewer.ts";
import { say } from "./words.ts";

const KEYS = [
  ["j", "browser.key-next"],
  ["k", "browser.key-before"],
  ["← →", "browser.key-walk"],
  ["1 … 5", "browser.key-rate"],
  ["0", "browser.key-take-back"],
  ["/", "browser.key-search"],
  ["?", "browser.key-help"],
] as const;

/** Single-letter shortcuts, unless somebody is typing, or something is open over the page. */
export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const act = actOf(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

function actOf(key: string): (() => void) | undefined {
  if (key === "ArrowLeft" || key === "ArrowRight") return alone() && (() => void walkBy(key === "ArrowRight" ? 1 : -1));
  if (key === "j" || key === "k") return () => move(key === "j" ? 1 : -1);
  if (/^[0-5]$/.test(key)) return () => void rate(Number(key));
  if (key === "/") return search;
  if (key === "?") return help;
  return undefined;
}

/** On a meme's own page. */
const alone = () => (document.querySelector("[data-current]") ? true : undefined);
const cards = () => [...document.querySelectorAll<HTMLElement>(".card[data-meme]")];

/** From card to card; on a meme's own page, to its neighbours. */
function move(by: 1 | -1) {
  if (alone()) return void walkBy(by);
  const all = cards();
  const at = all.findIndex((card) => card.contains(document.activeElement));
  const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
  next?.querySelector<HTMLElement>("a")?.focus();
  next?.scrollIntoView({ block: "center" });
}

async function rate(rating: number) {
  const faces = document.querySelector<RateFaces>("[data-current] rate-faces");
  if (faces) return faces.rate(rating);
  const card = document.activeElement?.closest<HTMLElement>(".card[data-meme]");
  if (card) await rateCard(card, rating);
}

function search() {
  const field = document.querySelector<HTMLElement>("[data-search-field]");
  if (field) field.focus();
  else document.querySelector<HTMLAnchorElement>("a[data-search]")?.click();
}

function help() {
  const dialog = document.createElement("dialog");
  dialog.className = "surface-edge keys-help";
  const title = document.createElement("h2");
  title.textContent = say("browser.keys");
  title.id = "keys-title";
  dialog.setAttribute("aria-labelledby", title.id);
  const list = document.createElement("dl");
  for (const [key, what] of KEYS) {
    const name = document.createElement("dt");
    name.appendChild(document.createElement("kbd")).textContent = key;
    const meaning = document.createElement("dd");
    meaning.textContent = say(what);
    list.append(name, meaning);
  }
  const close = document.createElement("button");
  close.className = "button button-small";
  close.textContent = say("browser.close");
  close.addEventListener("click", () => dialog.close());
  dialog.append(title, list, close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
