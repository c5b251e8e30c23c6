import { copyLink } from "./share.ts";

/** A link in a field, and a button that copies it. Without scripts, people select it themselves. */
export class CopyLink extends HTMLElement {
  connectedCallback() {
    const field = this.querySelector("input")!;
    field.addEventListener("focus", () => field.select());
    this.querySelector("button")!.addEventListener("click", () => void copyLink(field.value));
  }
}
