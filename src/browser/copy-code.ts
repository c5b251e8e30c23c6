import { say } from "./words.ts";

const SHOWN_MS = 1600;

/** Copies the code beside its button. */
export class CopyCode extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector<HTMLButtonElement>("button");
    const code = this.querySelector("code");
    if (!button || !code) return;
    const name = button.textContent;
    let timer: ReturnType<typeof setTimeout>;
    button.addEventListener("click", async () => {
      button.textContent = (await copy(code)) ? say("browser.copied") : say("browser.press-copy");
      clearTimeout(timer);
      timer = setTimeout(() => (button.textContent = name), SHOWN_MS);
    });
  }
}

/** The clipboard exists only on https and localhost. Elsewhere the text is selected, one key away from copied. */
async function copy(code: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? "");
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return false;
  }
}
