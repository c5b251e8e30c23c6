import { canCopyPicture, canShare, copyLink, copyPicture, fileName, share, type Shared } from "./share.ts";
import { openSheet, sheetButton, sheetLink } from "./sheet.ts";
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
  const { url, picture } = shared;
  const download = sheetLink(say("browser.download"), picture);
  download.download = fileName(picture);
  openSheet(say("browser.share-this"), [
    ...(canShare() ? [sheetButton(say("browser.share"), () => void share(shared))] : []),
    ...(canCopyPicture() ? [sheetButton(say("browser.copy-picture"), () => void copyPicture(picture))] : []),
    sheetButton(say("browser.copy-link"), () => void copyLink(url)),
    download,
  ]);
}
