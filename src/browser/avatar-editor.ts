import { clashOf } from "./picture-file.ts";

/** Shows a chosen file in the preview, until a part of the drawing is chosen. The stylesheet does the rest. */
export class AvatarEditor extends HTMLElement {
  #url: string | undefined;

  connectedCallback() {
    const file = this.querySelector<HTMLInputElement>("[type=file]")!;
    file.addEventListener("change", () => void this.#look(file));
    for (const part of this.querySelectorAll("[type=radio]"))
      part.addEventListener("change", () => this.#show(undefined));
    // The browser may have kept a file across a reload.
    if (file.files?.length) void this.#look(file);
  }

  disconnectedCallback() {
    this.#forget();
  }

  async #look(file: HTMLInputElement) {
    const chosen = file.files?.[0];
    if (!chosen) return this.#show(undefined);
    const clash = await clashOf(chosen, Number(this.dataset.maxBytes));
    // Another one may have been chosen meanwhile.
    if (file.files?.[0] !== chosen) return;
    this.querySelector("[data-file-error]")!.textContent = clash ?? "";
    if (clash !== undefined) file.value = "";
    this.#show(clash === undefined ? URL.createObjectURL(chosen) : undefined);
  }

  #show(url: string | undefined) {
    this.#forget();
    this.#url = url;
    const picture = this.querySelector<HTMLImageElement>("[data-picture]")!;
    if (url) picture.src = url;
    picture.hidden = !url;
  }

  #forget() {
    if (this.#url) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
  }
}
