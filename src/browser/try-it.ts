import { bindKeyField } from "./api-key.ts";
import { callOf, curlOf, hasFile, pairsOf, type Call, type Template, type Value } from "../shared/call.ts";
import { Result, type Outcome } from "./result.ts";
import { say } from "./words.ts";

const PATIENCE_SECONDS = 30;
/** A slow connection may take this long for a large picture. */
const UPLOAD_SECONDS = 120;
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Sends the form to the real API and shows the answer. */
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
      button.addEventListener("click", () => void this.#draw(button));
  }

  #keyField() {
    return this.querySelector<HTMLInputElement>("[data-key]");
  }

  #template(url: string): Template {
    const { method = "GET", needsKey } = this.dataset;
    return { method, url, needsKey: needsKey !== undefined };
  }

  #values(): Value[] {
    return [...this.querySelectorAll<Control>("[data-place]")].map((control) => {
      const { place, preset, required, example = "" } = control.dataset;
      const file = control instanceof HTMLInputElement ? control.files?.[0] : undefined;
      return {
        name: control.name,
        place: place as Value["place"],
        required: control.required || required !== undefined,
        value: place === "file" ? (file?.name ?? example) : control.value,
        preset,
        file,
      };
    });
  }

  /** The curl line always matches the form. */
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

  /** Fills in the id of an existing meme. The one in the examples does not exist. */
  async #draw(button: HTMLButtonElement) {
    const { signal } = new AbortController();
    const call = callOf({ method: "GET", url: button.dataset.draw!, needsKey: true }, []);
    const outcome = await ask(call, this.#key(), signal);
    const id = outcome.kind === "answer" && outcome.ok ? /"memeid":"(\d+)"/.exec(outcome.body)?.[1] : undefined;
    if (!id) return this.#result.show(outcome);
    button.parentElement!.querySelector<Control>("[data-place]")!.value = id;
    this.#showCurl();
  }
}

const failure = (reason: string): Outcome => ({ kind: "failure", reason });
/** Characters no header can contain. */
const UNFIT = /[^\x20-\xff]/;

async function ask({ method, url, needsKey, headers, body }: Call, key: string, given: AbortSignal): Promise<Outcome> {
  if (needsKey && UNFIT.test(key)) return failure(say("browser.odd-key"));
  const unfit = headers.find(({ value }) => UNFIT.test(value));
  if (unfit) return failure(say("browser.odd-header", { name: unfit.name }));
  const sent = new Headers(headers.map(({ name, value }) => [name, value]));
  if (needsKey && key) sent.set("Authorization", key);
  const seconds = hasFile(body) ? UPLOAD_SECONDS : PATIENCE_SECONDS;
  const patience = AbortSignal.timeout(seconds * 1000);
  const start = performance.now();
  try {
    const response = await fetch(url, {
      method,
      headers: sent,
      body: bodyOf(body),
      signal: AbortSignal.any([given, patience]),
      cache: "no-store",
      credentials: "omit",
    });
    const text = await response.text();
    const { ok, status, statusText } = response;
    const ms = performance.now() - start;
    return { kind: "answer", ok, status, statusText, headers: response.headers, body: text, ms };
  } catch {
    if (patience.aborted) return failure(say("browser.no-answer", { seconds }));
    return failure(say("browser.not-through"));
  }
}

function bodyOf(body: Value[]): FormData | URLSearchParams | undefined {
  if (body.length === 0) return undefined;
  if (!hasFile(body)) return pairsOf(body);
  const form = new FormData();
  for (const { name, value, file } of body) form.append(name, file ?? value);
  return form;
}
