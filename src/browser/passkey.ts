import { post, sentenceOf } from "./post.ts";

/** A browser that supports passkeys and their JSON. */
const isAble = () =>
  "PublicKeyCredential" in window &&
  "parseCreationOptionsFromJSON" in PublicKeyCredential &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential;

const written = (credential: Credential | null) => JSON.stringify((credential as PublicKeyCredential).toJSON());

interface Answer {
  next: string;
}

/** Some browsers accept options without a challenge, and fail only when the passkey is used. */
async function optionsFrom<T extends { challenge: string }>(
  action: string,
  fields: Record<string, string>,
): Promise<T> {
  const options = await post<T>(`${action}/options`, fields);
  if (typeof options.challenge !== "string") throw new TypeError("challenge");
  return options;
}

/** Picks the sentence for what went wrong from those on the page. Refusals by the site have their own. */
function sentenceFor(error: unknown, { cancelled = "", present = "", unable = "" }: DOMStringMap): string {
  if (!(error instanceof DOMException)) return sentenceOf(error);
  if (error.name === "InvalidStateError") return present;
  return error.name === "NotAllowedError" || error.name === "AbortError" ? cancelled : unable;
}

/** Creates a passkey for the signed-in person. */
export class PasskeyAdder extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector("form")!;
    if (!isAble()) return;
    this.querySelector<HTMLElement>("[data-without]")!.hidden = true;
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#add(form);
    });
  }

  async #add(form: HTMLFormElement) {
    const button = form.querySelector("button")!;
    // Not disabled, which would lose the focus for good.
    if (button.ariaDisabled === "true") return;
    button.ariaDisabled = "true";
    const alert = form.querySelector<HTMLElement>(".form-error")!;
    alert.hidden = true;
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
    try {
      const options = await optionsFrom<PublicKeyCredentialCreationOptionsJSON>(form.action, fields);
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const answer = written(await navigator.credentials.create({ publicKey }));
      const { next } = await post<Answer>(form.action, { name: fields.name ?? "", answer });
      location.assign(next);
    } catch (error) {
      alert.textContent = sentenceFor(error, this.dataset);
      alert.hidden = false;
      button.ariaDisabled = null;
    }
  }
}

/** Before the challenge expires. */
const RENEW_MS = 4 * 60_000;

/** Signs in without a name: by a button, or by what the browser offers in the name field. */
export class PasskeySignIn extends HTMLElement {
  #waiting: AbortController | undefined;
  #renewal: ReturnType<typeof setTimeout> | undefined;

  connectedCallback() {
    if (!isAble()) return;
    this.hidden = false;
    this.querySelector("button")!.addEventListener("click", () => void this.#ask());
    void this.#offer();
  }

  disconnectedCallback() {
    clearTimeout(this.#renewal);
    this.#waiting?.abort();
  }

  async #ask() {
    this.#say("");
    try {
      await this.#enter(await this.#get({}));
    } catch (error) {
      this.#say(sentenceFor(error, this.dataset));
      void this.#offer();
    }
  }

  /** Waits until the person chooses one. An old wait is renewed when somebody looks at the page. */
  async #offer() {
    const { isConditionalMediationAvailable: canWait } = PublicKeyCredential;
    if (!(await canWait?.call(PublicKeyCredential).catch(() => false))) return;
    const chosen = this.#get({ mediation: "conditional" });
    this.#renewal = setTimeout(() => {
      if (document.hidden) document.addEventListener("visibilitychange", () => void this.#offer(), { once: true });
      else void this.#offer();
    }, RENEW_MS);
    // Nobody asked for it yet, so a failure is not reported.
    const answer = await chosen.catch(() => undefined);
    if (answer) await this.#enter(answer).catch((error: unknown) => this.#say(sentenceOf(error)));
  }

  async #get(how: CredentialRequestOptions): Promise<string> {
    // One at a time: browsers refuse a second.
    this.#waiting?.abort();
    clearTimeout(this.#renewal);
    const { signal } = (this.#waiting = new AbortController());
    const options = await optionsFrom<PublicKeyCredentialRequestOptionsJSON>(this.dataset.action ?? "", {});
    signal.throwIfAborted();
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    return written(await navigator.credentials.get({ ...how, publicKey, signal }));
  }

  async #enter(answer: string) {
    const { action = "", next = "" } = this.dataset;
    location.assign((await post<Answer>(action, { answer, next })).next);
  }

  #say(sentence: string) {
    const alert = this.querySelector<HTMLElement>(".form-error")!;
    alert.textContent = sentence;
    alert.hidden = sentence === "";
  }
}

/** For codes that exist only on paper later. */
export function offerPrint() {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}
