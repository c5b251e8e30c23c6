import { canCopyPicture, canShare, copyLink, copyPicture, fileName, share, type Shared } from "./share.ts";
import { say } from "./words.ts";

/** The ways to share a meme, on its page. Without scripts there are a download and a link. */
export class ShareMeme extends HTMLElement {
  connectedCallback() {
    const { url = "", title = "", picture = "" } = this.dataset;
    const on = (name: string, act: () => Promise<void>) =>
      this.querySelector(`[data-${name}]`)!.addEventListener("click", () => void act());
    on("share-sheet", () => share({ url, title, picture }));
    on("copy-link", () => copyLink(url));
    on("copy-picture", () => copyPicture(picture));
    this.querySelector<HTMLElement>("[data-copy-picture]")!.hidden = !canCopyPicture();
  }
}

/** From a card: a phone opens its share sheet at once. Elsewhere, people choose. */
export function shareCard(shared: Shared): void {
  if (canShare() && matchMedia("(pointer: coarse)").matches) return void share(shared);
  const dialog = document.createElement("dialog");
  dialog.className = "surface-edge sheet";
  const title = document.createElement("h2");
  title.id = "sheet-title";
  title.textContent = say("browser.share-this");
  dialog.setAttribute("aria-labelledby", title.id);
  const ways: [words: string, act: () => void][] = [
    ...(canShare() ? [[say("browser.share"), () => void share(shared)] as [string, () => void]] : []),
    ...(canCopyPicture()
      ? [[say("browser.copy-picture"), () => void copyPicture(shared.picture)] as [string, () => void]]
      : []),
    [say("browser.copy-link"), () => void copyLink(shared.url)],
  ];
  dialog.append(title, ...ways.map(([words, act]) => buttonOf(words, act)), downloadOf(shared.picture));
  dialog.append(buttonOf(say("browser.close"), () => {}));
  // Whatever is chosen, the sheet has done its work. So it has if somebody presses beside it.
  dialog.addEventListener("click", ({ target }) => target !== title && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function buttonOf(words: string, act: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.textContent = words;
  button.addEventListener("click", act);
  return button;
}

function downloadOf(picture: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = picture;
  link.download = fileName(picture);
  link.textContent = say("browser.download");
  return link;
}
