import { say } from "./words.ts";

const SHOWN_MS = 1600;

/** Offers sharing if the browser can. Otherwise there is the address to copy by hand. */
export class ShareLink extends HTMLElement {
  connectedCallback() {
    const { url = "", title = "" } = this.dataset;
    const field = this.querySelector("input")!;
    const copy = this.querySelector<HTMLButtonElement>("[data-copy]")!;
    const share = this.querySelector<HTMLButtonElement>("[data-share]")!;
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      const done = await navigator.clipboard?.writeText(url).then(
        () => true,
        () => false,
      );
      if (!done) field.select();
      const before = [...copy.childNodes];
      copy.replaceChildren(done ? say("browser.copied") : say("browser.press-copy"));
      setTimeout(() => copy.replaceChildren(...before), SHOWN_MS);
    });
    if (!("share" in navigator)) return;
    share.hidden = false;
    share.addEventListener("click", () => void navigator.share({ url, title }).catch(() => {}));
  }
}
