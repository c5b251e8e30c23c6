import { post, sentenceOf } from "./post.ts";
import type { Rated } from "./rate-faces.ts";
import { sayLine } from "./say-line.ts";
import { shareCard } from "./share-meme.ts";
import { count, decimal, number, say } from "./words.ts";

/** Acts in a list without leaving it. Each action is a link or a form that leads to the same elsewhere. */
export function actOnCards() {
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const rate = target.closest<HTMLElement>("[data-rate]");
    const share = target.closest<HTMLElement>("a[data-share]");
    if (rate) {
      event.preventDefault();
      unfold(cardOf(rate)!, rate);
    } else if (share) {
      event.preventDefault();
      const card = cardOf(share)!;
      const title = card.querySelector(".card-caption")?.textContent ?? card.querySelector("img")!.alt;
      shareCard({ url: share.dataset.share!, title, picture: share.dataset.picture! });
    } else if (target.closest("[data-close]")) fold(openPanel(), true);
    else if (!target.closest(".rate-panel")) fold(openPanel());
  });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const value = (event.submitter as HTMLButtonElement | null)?.value;
    // Guests are asked to sign in, and their rating waits for them: the form does that by itself.
    if (!form.matches(".rate-panel") || "guest" in form.dataset || value === undefined) return;
    event.preventDefault();
    const card = cardOf(form)!;
    const again = card.querySelector<HTMLElement>("[data-rate]")!.dataset.rated === value;
    fold(form, true);
    void rateCard(card, again ? 0 : Number(value));
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") fold(openPanel(), true);
  });
  // It covers the other actions of its row: whoever tabs to them sees them.
  document.addEventListener("focusin", ({ target }) => {
    const panel = openPanel();
    if (!panel?.contains(target as Node)) fold(panel);
  });
}

const cardOf = (part: Element) => part.closest<HTMLElement>(".card[data-meme]");
const openPanel = () => document.querySelector<HTMLElement>(".rate-panel");
const store = () => document.querySelector<HTMLTemplateElement>("[data-rate-panel]")?.content;

/** The five faces, in the place of the row. */
function unfold(card: HTMLElement, rate: HTMLElement) {
  fold(openPanel());
  const form = store()?.querySelector("form")?.cloneNode(true) as HTMLFormElement | undefined;
  if (!form) return;
  form.action = `${addressOf(card)}/rate`;
  const next = form.querySelector<HTMLInputElement>("[name=next]")!;
  next.value = `${card.closest<HTMLElement>("[data-page]")?.dataset.page ?? next.value}#${card.id}`;
  const { rated } = rate.dataset;
  for (const button of form.querySelectorAll<HTMLButtonElement>("button[value]"))
    button.setAttribute("aria-pressed", String(button.value === rated));
  card.querySelector("[data-actions]")!.append(form);
  rate.setAttribute("aria-expanded", "true");
  form.querySelector<HTMLElement>('[aria-pressed="true"], button')!.focus({ preventScroll: true });
}

function fold(panel: HTMLElement | null, returnsFocus = false) {
  if (!panel) return;
  const rate = cardOf(panel)?.querySelector<HTMLElement>("[data-rate]");
  panel.remove();
  rate?.setAttribute("aria-expanded", "false");
  if (returnsFocus) rate?.focus({ preventScroll: true });
}

const addressOf = (card: HTMLElement) =>
  card.querySelector<HTMLAnchorElement>("a.card-picture")!.href.split(/[?#]/)[0]!;

/** Shows the face at once, and undoes it if refused. Zero takes the rating back. */
export async function rateCard(card: HTMLElement, rating: number) {
  const rate = card.querySelector<HTMLElement>("[data-rate]")!;
  if (isGuest()) return rateAsGuest(card, rate, rating);
  const before = rate.cloneNode(true);
  const { rated } = rate.dataset;
  showMine(rate, rating);
  try {
    showAverage(rate, await post<Rated>(`${addressOf(card)}/rate`, { rating: String(rating) }));
    sayLine(rating ? say("browser.rated", { rating }) : say("browser.rating-back"));
  } catch (error) {
    rate.replaceChildren(...before.childNodes);
    if (rated === undefined) delete rate.dataset.rated;
    else rate.dataset.rated = rated;
    sayLine(sentenceOf(error));
  }
}

const isGuest = () => store()?.querySelector("form[data-guest]") !== null;

/** The form leads to the sign-in page, and the rating waits. */
function rateAsGuest(card: HTMLElement, rate: HTMLElement, rating: number) {
  unfold(card, rate);
  card.querySelector<HTMLElement>(`.rate-panel button[value="${rating}"]`)?.click();
}

function showMine(rate: HTMLElement, rating: number) {
  if (rating) rate.dataset.rated = String(rating);
  else delete rate.dataset.rated;
  if (rating) showFace(rate, rating);
  rate.querySelector("[data-mine]")!.textContent = rating
    ? say("browser.your-rating", { name: faceButton(rating)?.title ?? "" })
    : "";
}

function showAverage(rate: HTMLElement, { rating, average, total }: Rated) {
  const words: (Node | string)[] = [];
  if (total > 0) {
    const strong = document.createElement("b");
    strong.textContent = decimal(average);
    const shown = spanOf("", `(${number(total)})`);
    shown.ariaHidden = "true";
    words.push(strong, " ", shown, spanOf("sr", count("browser.ratings", total)));
  }
  rate.querySelector("[data-average]")!.replaceChildren(...words);
  rate.querySelector("[data-invite]")!.classList.toggle("sr", total > 0);
  if (!rating) showFace(rate, total === 0 ? 3 : Math.round(average));
}

const faceButton = (grade: number) => store()?.querySelector<HTMLButtonElement>(`button[value="${grade}"]`);

function showFace(rate: HTMLElement, grade: number) {
  const face = faceButton(grade)?.querySelector("svg");
  if (face) rate.querySelector("svg")!.replaceWith(face.cloneNode(true));
}

function spanOf(name: string, text: string) {
  const made = document.createElement("span");
  made.className = name;
  made.textContent = text;
  return made;
}
