import { fetchPage, post, sentenceOf } from "./post.ts";
import { sayLine } from "./say-line.ts";
import { count, number, say } from "./words.ts";

const DRAFT = "guffaw-draft/";

/** Sends comments and likes without leaving the page. What is not sent yet is kept, also if the page is lost. */
export class MemeComments extends HTMLElement {
  connectedCallback() {
    for (const form of this.querySelectorAll<HTMLFormElement>("[data-draft]")) restore(form);
    this.addEventListener("input", ({ target }) => {
      const form = (target as HTMLElement).closest<HTMLFormElement>("[data-draft]");
      if (form) keepDraft(form, wordsIn(form).value);
    });
    this.addEventListener("click", (event) => {
      const tool = (event.target as HTMLElement).closest("summary")?.parentElement as HTMLDetailsElement | undefined;
      const form = tool?.querySelector<HTMLFormElement>("[data-draft]");
      if (!form || tool!.open) return;
      // Phones show their keyboard only if the field gets the focus during the tap.
      event.preventDefault();
      tool!.open = true;
      wordsIn(form).focus();
    });
    this.addEventListener("submit", (event) => {
      const form = event.target as HTMLFormElement;
      const send = form.matches("[data-draft]") ? this.#comment : form.matches("[data-like]") ? like : undefined;
      if (!send) return;
      event.preventDefault();
      if (form.ariaBusy === "true") return;
      form.ariaBusy = "true";
      void send(form).finally(() => (form.ariaBusy = null));
    });
  }

  #comment = async (form: HTMLFormElement) => {
    const words = wordsIn(form);
    try {
      showError(form, "");
      const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
      const { id } = await post<{ id: number }>(form.action, fields);
      // Only what was sent: somebody may have gone on typing.
      if (words.value === fields.content) words.value = "";
      keepDraft(form, words.value);
      await this.#show(form, id).catch(() => location.assign(`#comment-${id}`));
    } catch (error) {
      showError(form, sentenceOf(error));
    }
  };

  /** The server knows best what it looks like. */
  async #show(form: HTMLFormElement, id: number) {
    const page = await fetchPage(`${form.action.replace(/\/comments$/, "")}?after=${id - 1}`);
    const made = page.getElementById(`comment-${id}`)?.closest("li");
    if (!made) throw new Error("No comment.");
    const thread = form.closest("[data-comments] > li")?.parentElement?.closest("li") ?? form.closest("li");
    const list = thread?.querySelector("[data-comments]") ?? this.querySelector("[data-comments]");
    const item = document.importNode(made, true);
    list!.append(item);
    this.querySelector("h2")!.textContent = page.getElementById("comments-title")!.textContent;
    fold(form.closest("details"));
    for (const inner of item.querySelectorAll<HTMLFormElement>("[data-draft]")) restore(inner);
    item.scrollIntoView({ block: "nearest" });
    sayLine(say("browser.comment-sent"));
  }
}

/** The focus must not stay in what is folded away. */
function fold(tool: HTMLDetailsElement | null) {
  const isInside = tool?.contains(document.activeElement);
  if (tool) tool.open = false;
  if (isInside) tool?.querySelector("summary")?.focus({ preventScroll: true });
}

const wordsIn = (form: HTMLFormElement) => form.querySelector("textarea")!;

function restore(form: HTMLFormElement) {
  const words = wordsIn(form);
  const kept = draftStore()?.getItem(DRAFT + form.dataset.draft!);
  if (!kept || words.value !== "") return;
  words.value = kept;
  const tool = form.closest("details");
  if (tool) tool.open = true;
}

function keepDraft(form: HTMLFormElement, text: string) {
  const name = DRAFT + form.dataset.draft!;
  try {
    if (text.trim() === "") draftStore()?.removeItem(name);
    else draftStore()?.setItem(name, text);
  } catch {
    // No room. It is still on the page.
  }
}

/** Undefined where the browser forbids it. */
function draftStore(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

function showError(form: HTMLFormElement, sentence: string) {
  const known = form.querySelector(".form-error");
  if (sentence === "") return known?.remove();
  const line = known ?? form.insertBefore(document.createElement("p"), form.firstChild);
  line.className = "form-error";
  line.role = "alert";
  line.textContent = sentence;
}

interface Likes {
  likes: number;
  liked: boolean;
}

async function like(form: HTMLFormElement) {
  try {
    const { likes, liked } = await post<Likes>(form.action, {});
    form.action = `${form.dataset.like}/${liked ? "unlike" : "like"}`;
    form.querySelector("button")!.ariaPressed = String(liked);
    form.querySelector("[data-likes]")!.textContent = likes > 0 ? number(likes) : "";
    form.querySelector("[data-likes-said]")!.textContent = likes > 0 ? count("browser.likes", likes) : "";
  } catch (error) {
    sayLine(sentenceOf(error));
  }
}
