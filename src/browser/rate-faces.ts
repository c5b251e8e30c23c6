import { post, sentenceOf } from "./post.ts";
import { count, decimal, number, say } from "./words.ts";

export interface Rated {
  rating: number;
  average: number;
  total: number;
  /** How often each rating was given, indexed by rating - 1. */
  histogram: number[];
}

/** Rates without leaving the page. */
export class RateFaces extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector("form")!;
    form.addEventListener("submit", (event) => {
      const button = event.submitter as HTMLButtonElement | null;
      // The rating of a guest waits until they have signed in.
      if (!button || "guest" in form.dataset) return;
      event.preventDefault();
      void this.rate(Number(button.value));
    });
  }

  async rate(rating: number) {
    const form = this.querySelector("form")!;
    if ("guest" in form.dataset) return this.querySelector<HTMLElement>(`button[value="${rating}"]`)?.click();
    // Optimistic: shown at once, and undone if refused.
    const before = form.dataset.rated;
    this.#show(rating);
    try {
      const rated = await post<Rated>(form.action, { rating: String(rating) });
      const meme = form.closest<HTMLElement>("[data-meme]")?.dataset.meme ?? "";
      showAverage(document, meme, rated);
      showHistogram(rated);
    } catch (error) {
      this.#show(Number(before ?? 0));
      alertLine(form, sentenceOf(error));
    }
  }

  #show(rating: number) {
    const form = this.querySelector("form")!;
    if (rating) form.dataset.rated = String(rating);
    else delete form.dataset.rated;
    for (const button of this.querySelectorAll<HTMLButtonElement>("button[aria-pressed]"))
      button.setAttribute("aria-pressed", String(Number(button.value) === rating));
    this.querySelector<HTMLElement>(".rate-back")!.hidden = rating === 0;
  }
}

/** Updates a meme's average wherever it appears on the page. */
function showAverage(root: ParentNode, meme: string, { average, total }: Rated) {
  for (const place of root.querySelectorAll(`[data-average-of="${CSS.escape(meme)}"]`)) {
    const words = document.createElement("span");
    words.className = total === 0 ? "average average-none" : "average";
    if (total === 0) words.append(say("browser.not-rated"));
    else words.append(faceOf(Math.round(average)), strong(decimal(average)), soft(count("browser.ratings", total)));
    place.replaceChildren(words);
  }
}

function showHistogram({ histogram, total }: Rated) {
  const list = document.querySelector<HTMLElement>("[data-histogram]");
  if (!list) return;
  list.hidden = total === 0;
  const max = Math.max(...histogram, 1);
  for (const line of list.querySelectorAll<HTMLElement>("[data-grade]")) {
    const given = histogram[Number(line.dataset.grade) - 1] ?? 0;
    line.querySelector(".histogram-bar")!.setAttribute("width", String((given / max) * 100));
    line.querySelector(".histogram-count")!.textContent = number(given);
  }
}

/** The faces are already on the page, in the buttons. */
function faceOf(grade: number): Node {
  const face = document.querySelector(`rate-faces button[value="${grade}"] svg`);
  return face?.cloneNode(true) ?? document.createTextNode("");
}

function strong(text: string) {
  const made = document.createElement("b");
  made.textContent = text;
  return made;
}

function soft(text: string) {
  const made = document.createElement("span");
  made.className = "soft";
  made.textContent = text;
  return made;
}

function alertLine(form: HTMLElement, text: string) {
  const line = form.querySelector<HTMLElement>("[role=alert]") ?? document.createElement("p");
  line.className = "form-error";
  line.setAttribute("role", "alert");
  line.textContent = text;
  form.append(line);
}
