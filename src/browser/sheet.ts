import { say } from "./words.ts";

/** A few things to choose from, over the page. Any choice closes it; so does pressing beside it. */
export function openSheet(title: string, choices: HTMLElement[]): void {
  const dialog = document.createElement("dialog");
  dialog.className = "surface-edge sheet";
  const heading = document.createElement("h2");
  heading.id = "sheet-title";
  heading.textContent = title;
  dialog.setAttribute("aria-labelledby", heading.id);
  dialog.append(
    heading,
    ...choices,
    sheetButton(say("browser.close"), () => {}),
  );
  dialog.addEventListener("click", ({ target }) => target !== heading && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

export function sheetButton(words: string, act: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.textContent = words;
  button.addEventListener("click", act);
  return button;
}

export function sheetLink(words: string, href: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = words;
  return link;
}
