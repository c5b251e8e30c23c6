import { bindKeyField } from "./api-key.ts";
import { callOf, curlOf, type Call, type Template, type Value } from "./call.ts";
import { Result, type Outcome } from "./result.ts";

const PATIENCE_MS = 30_000;
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Sends what its form says to the real API and shows what comes back. */
export class TryIt extends HTMLElement {
  #result!: Result;
  #sending: AbortController | undefined;

  connectedCallback() {
    const form = this.querySelector("form")!;
    this.#result = new Result(this.querySelector<HTMLElement>(".result")!);
    const key = this.#keyField();
    if (key) bindKeyField(key);
    form.addEventListener("input", () => this.#showCurl());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#send();
    });
    for (const button of this.querySelectorAll<HTMLButtonElement>("[data-draw]"))
      button.addEventListener("click", () => void this.#draw(button.dataset.draw!));
  }

  #keyField() {
    return this.querySelector<HTMLInputElement>("[data-key]");
  }

  #template(url: string): Template {
    const { method = "GET", needsKey } = this.dataset;
    return { method, url, needsKey: needsKey !== undefined };
  }

  #values(): Value[] {
    return [...this.querySelectorAll<Control>("[data-place]")].map((control) => ({
      name: control.name,
      place: control.dataset.place as Value["place"],
      required: control.required || control.dataset.required !== undefined,
      value: control.value,
    }));
  }

  /** The line for the shell always says what the form says. */
  #showCurl() {
    const line = document.getElementById(this.dataset.curl ?? "");
    if (line) line.textContent = curlOf(callOf(this.#template(this.dataset.address ?? ""), this.#values()));
  }

  async #send() {
    this.#sending?.abort();
    const sending = (this.#sending = new AbortController());
    this.#result.wait();
    const outcome = await ask(callOf(this.#template(this.dataset.url!), this.#values()), this.#key(), sending.signal);
    if (!sending.signal.aborted) this.#result.show(outcome);
  }

  #key() {
    return this.#keyField()?.value.trim() ?? "";
  }

  /** Fills in the id of a meme that is really there; the examples name one that is not. */
  async #draw(url: string) {
    const signal = new AbortController().signal;
    const outcome = await ask({ method: "GET", url, needsKey: true, form: undefined }, this.#key(), signal);
    const id = outcome.kind === "answer" && outcome.ok ? /"memeid":"(\d+)"/.exec(outcome.body)?.[1] : undefined;
    if (!id) return this.#result.show(outcome);
    this.querySelector<Control>('[data-place="path"]')!.value = id;
    this.#showCurl();
  }
}

async function ask({ method, url, needsKey, form }: Call, key: string, given: AbortSignal): Promise<Outcome> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const headers = new Headers();
  const start = performance.now();
  try {
    if (needsKey && key) headers.set("Authorization", key);
    const signal = AbortSignal.any([given, patience]);
    const response = await fetch(url, { method, headers, body: form, signal, cache: "no-store", credentials: "omit" });
    const body = await response.text();
    const { ok, status, statusText } = response;
    return { kind: "answer", ok, status, statusText, headers: response.headers, body, ms: performance.now() - start };
  } catch (error) {
    if (patience.aborted)
      return { kind: "failure", reason: `There was no answer within ${PATIENCE_MS / 1000} seconds.` };
    if (!headers.has("Authorization") && needsKey && key)
      return { kind: "failure", reason: "This key holds characters that no key has; copy it once more." };
    return { kind: "failure", reason: `The request did not get through: ${(error as Error).message}.` };
  }
}
