import { prettyJson } from "../shared/json-tokens.ts";
import { count, decimal, number, say } from "./words.ts";

export type Outcome =
  | { kind: "answer"; ok: boolean; status: number; statusText: string; headers: Headers; body: string; ms: number }
  | { kind: "failure"; reason: string };

const SHOWN_HEADERS = ["RateLimit", "Retry-After", "ETag", "Link", "Idempotent-Replayed", "X-Request-Id"];
const LAUGH = "#face-4";
const SMIRK = "#face-1";
const SMILE = "#face-2";

/** Where the answer appears, below a form. Only its first line is announced, since the body can be long. */
export class Result {
  readonly #status: HTMLElement;
  readonly #face: SVGUseElement;
  readonly #headers: HTMLElement;
  readonly #pre: HTMLElement;

  constructor(readonly box: HTMLElement) {
    this.#status = box.querySelector<HTMLElement>(".result-status span")!;
    this.#face = box.querySelector("use")!;
    this.#headers = box.querySelector<HTMLElement>(".result-headers")!;
    this.#pre = box.querySelector("pre")!;
  }

  wait() {
    this.box.hidden = false;
    this.box.dataset.kind = "waiting";
    this.#say(SMILE, say("browser.sending"));
  }

  show(outcome: Outcome) {
    this.box.hidden = false;
    this.#headers.replaceChildren();
    this.#pre.hidden = outcome.kind === "failure";
    if (outcome.kind === "failure") {
      this.box.dataset.kind = "failure";
      return this.#say(SMIRK, outcome.reason);
    }
    const { ok, status, statusText, headers, body, ms } = outcome;
    this.box.dataset.kind = ok ? "good" : "refused";
    this.#say(ok ? LAUGH : SMIRK, `${status} ${statusText}`.trim(), `${number(Math.round(ms))} ms · ${sizeOf(body)}`);
    for (const name of SHOWN_HEADERS) {
      const value = headers.get(name);
      if (value !== null) this.#headers.append(element("dt", name), element("dd", value));
    }
    this.#pre.querySelector("code")!.replaceChildren(...bodyOf(body));
  }

  #say(face: string, main: string, aside?: string) {
    this.#face.setAttribute("href", face);
    const parts = [element("strong", main), ...(aside ? [" ", element("small", aside)] : [])];
    this.#status.replaceChildren(...parts);
  }
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

const sizeOf = (body: string) => {
  const { size } = new Blob([body]);
  return size < 1000 ? count("browser.bytes", size) : `${decimal(size / 1000)} kB`;
};

function bodyOf(body: string): (Node | string)[] {
  const tokens = prettyJson(body);
  if (!tokens) return [body];
  return tokens.map(({ kind, text }) => {
    if (kind === "mark" || kind === "space") return text;
    const span = element("span", text);
    span.className = `json-${kind}`;
    return span;
  });
}
