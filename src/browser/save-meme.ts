import { fetchPage, post, sentenceOf } from "./post.ts";
import { sayLine } from "./say-line.ts";
import { sheetLink } from "./sheet.ts";
import { say } from "./words.ts";

/** The first tap saves a meme, the second opens its collections. Without scripts, both are a page. */
export function saveMemes() {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-save]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.getAttribute("aria-disabled") === "true") return;
    if ("saved" in link.dataset) void choose(link);
    else void save(link);
  });
}

/** Shows it at once, and undoes it if refused. */
async function save(link: HTMLAnchorElement) {
  show(link.pathname, true);
  try {
    await post(link.href, {});
    sayLine(say("browser.saved"), chooserLink(link));
  } catch (error) {
    show(link.pathname, false);
    sayLine(sentenceOf(error));
  }
}

/** In the message: few people guess that a second tap chooses. */
function chooserLink(link: HTMLAnchorElement): HTMLAnchorElement {
  const chooser = sheetLink(say("browser.choose-collection"), link.href);
  chooser.addEventListener("click", (event) => {
    event.preventDefault();
    void choose(link);
  });
  return chooser;
}

/** On every card and page of this meme. */
function show(path: string, saved: boolean) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-save]")) {
    if (link.pathname !== path) continue;
    link.toggleAttribute("data-saved", saved);
    link.querySelector("[data-save-word]")!.textContent = say(saved ? "browser.saved" : "browser.save");
  }
}

/** The part of the page that chooses, in a dialog. */
async function choose(link: HTMLAnchorElement) {
  link.setAttribute("aria-disabled", "true");
  const chooser = await chooserAt(link.href);
  link.removeAttribute("aria-disabled");
  if (!chooser) return location.assign(link.href);
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.className = "surface save-dialog";
  dialog.append(chooser);
  dialog.addEventListener("close", () => {
    dialog.remove();
    link.focus({ preventScroll: true });
  });
  dialog.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (target !== dialog && !target.closest("[data-save-close]")) return;
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(dialog, link, event.target as HTMLFormElement);
  });
  dialog.showModal();
  focusTitle(dialog);
}

const chooserAt = async (url: string) =>
  (await fetchPage(url).catch(() => undefined))?.querySelector<HTMLElement>("[data-save-chooser]");

const focusTitle = (dialog: HTMLElement) => dialog.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });

async function send(dialog: HTMLDialogElement, link: HTMLAnchorElement, form: HTMLFormElement) {
  const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  try {
    const { saved } = await post<{ saved: boolean }>(form.action, fields);
    show(link.pathname, saved);
    if (!saved) {
      sayLine(say("browser.unsaved"));
      return dialog.close();
    }
    const chooser = await chooserAt(link.href);
    if (!chooser) return dialog.close();
    const at = [...dialog.querySelectorAll("form")].indexOf(form);
    dialog.replaceChildren(chooser);
    // The same button again, under the same finger.
    const again = "name" in fields ? undefined : dialog.querySelectorAll("form")[at]?.querySelector("button");
    if (again) again.focus({ preventScroll: true });
    else focusTitle(dialog);
  } catch (error) {
    const place =
      form.querySelector<HTMLElement>("[data-refused]") ?? form.insertBefore(refusal(), form.lastElementChild);
    place.textContent = sentenceOf(error);
  }
}

function refusal(): HTMLElement {
  const line = document.createElement("p");
  line.className = "field-error";
  line.setAttribute("role", "alert");
  line.dataset.refused = "";
  return line;
}
