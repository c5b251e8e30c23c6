import { ConnectionLost, errorFor, GuffawError, InvalidInput, TimedOut } from "./errors.ts";
import { parse } from "./json.ts";
import { delayBefore, mayPass, secondsOf, sleep } from "./retry.ts";
import { counted, type Progress } from "./upload.ts";

/**
 * How to reach a site.
 *
 * @example
 * new Guffaw({ key: "gfw_…", url: "https://memes.example.org", timeout: 5000, retries: 2 });
 */
export interface Options {
  /** An API key, `gfw_…`, from Settings, API keys. */
  key?: string | undefined;
  /** The address of the site. */
  url?: string | undefined;
  /** Where the API has an address of its own: what comes before `/v1`. */
  apiUrl?: string | undefined;
  /** Where the older API root has an address of its own. */
  oldApiUrl?: string | undefined;
  /** Milliseconds until an attempt is given up; uploads get four times as many. */
  timeout?: number | undefined;
  /** How often to try again what failed for a passing reason; 0 for never. */
  retries?: number | undefined;
  /** Instead of the one that is there. */
  fetch?: ((address: string, init?: RequestInit) => Promise<Response>) | undefined;
}

/**
 * For each call.
 *
 * @example
 * await guffaw.me({ signal: AbortSignal.timeout(10_000), timeout: 2000 });
 */
export interface CallOptions {
  /** Gives the call up, retries included. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt, instead of what the client was given. */
  timeout?: number | undefined;
}

export interface Call extends CallOptions {
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** A path below the root. */
  path: string;
  query?: Record<string, string | number | undefined>;
  json?: Record<string, unknown>;
  form?: FormData;
  /** Makes a POST safe to send again: the server does it once. */
  idempotencyKey?: string | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

export interface Answer {
  body: unknown;
  headers: Headers;
}

const DEFAULT_TIMEOUT = 30_000;
const UPLOAD_PATIENCE = 4;
const DEFAULT_RETRIES = 4;

/** Sends calls: retries, timeouts, errors. */
export class Connection {
  readonly #options: Options;
  readonly #root: string;

  constructor(root: string, options: Options) {
    this.#root = root;
    const key = options.key?.trim();
    if (key && !/^[\x21-\x7e]+$/.test(key)) throw new InvalidInput("The key holds characters that no key has.");
    this.#options = { ...options, key };
  }

  async send(call: Call): Promise<Answer> {
    const { idempotencyKey } = call;
    if (idempotencyKey !== undefined && !/^[\x20-\x7e]+$/.test(idempotencyKey))
      throw new InvalidInput("An idempotency key is made of letters, digits and signs of ASCII.");
    const { retries = DEFAULT_RETRIES } = this.#options;
    const mayRepeat = call.method === "GET" || call.method === "PUT" || call.idempotencyKey !== undefined;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(call);
      } catch (error) {
        if (!mayRepeat || attempt >= retries || !mayPass(error)) throw error;
        // Only an earlier attempt of ours, still at work, is a conflict that passes.
        if (error.status === 409 && call.idempotencyKey === undefined) throw error;
        const wait = delayBefore(attempt, error.retryAfter);
        if (wait === undefined) throw error;
        await sleep(wait, call.signal);
      }
    }
  }

  async #attempt(call: Call): Promise<Answer> {
    call.signal?.throwIfAborted();
    const timeout = call.timeout ?? (this.#options.timeout ?? DEFAULT_TIMEOUT) * (call.form ? UPLOAD_PATIENCE : 1);
    const late = Number.isFinite(timeout) ? AbortSignal.timeout(timeout) : new AbortController().signal;
    // What the author's own listener throws ends the call, and is not taken for a lost connection.
    const broken = new AbortController();
    const onProgress = call.onProgress && guarded(call.onProgress, broken);
    const signal = AbortSignal.any([late, broken.signal, ...(call.signal ? [call.signal] : [])]);
    try {
      const response = await this.#fetch({ ...call, onProgress }, signal);
      return answerOf(response, await response.text());
    } catch (error) {
      if (error instanceof GuffawError) throw error;
      if (call.signal?.aborted) throw call.signal.reason;
      if (broken.signal.aborted) throw broken.signal.reason;
      if (late.aborted) throw new TimedOut(`There was no answer within ${timeout / 1000} seconds.`, { cause: error });
      throw new ConnectionLost(`${new URL(this.#addressOf(call)).host} cannot be reached.`, { cause: error });
    }
  }

  async #fetch(call: Call, signal: AbortSignal): Promise<Response> {
    const { fetch: send = fetch } = this.#options;
    const headers = this.#headersOf(call);
    const address = this.#addressOf(call);
    const { method, form, json, onProgress } = call;
    if (form && onProgress) return sendCounted(send, address, { method, headers, signal }, form, onProgress);
    const body = form ?? (json && JSON.stringify(json));
    return send(address, { method, headers, signal, redirect: "manual", ...(body === undefined ? {} : { body }) });
  }

  #headersOf({ json, idempotencyKey }: Call): Record<string, string> {
    const { key } = this.#options;
    return {
      Accept: "application/json",
      ...(key === undefined ? {} : { Authorization: key }),
      ...(json ? { "Content-Type": "application/json" } : {}),
      ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
    };
  }

  #addressOf({ path, query = {} }: Call): string {
    const address = new URL(this.#root + path);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value));
    return address.href;
  }
}

function answerOf({ ok, status, type, headers }: Response, text: string): Answer {
  const body = parsed(text);
  if (ok && (body !== undefined || status === 204)) return { body, headers };
  const said = (body as { error?: unknown } | null | undefined)?.error;
  const moved = type === "opaqueredirect" || (status >= 300 && status < 400);
  const message = typeof said === "string" ? said : guess(status, moved, headers.get("location"));
  const requestId = headers.get("x-request-id") ?? undefined;
  const error = errorFor(message, { status, requestId, retryAfter: secondsOf(headers.get("retry-after")) });
  throw error;
}

const guarded = (listener: (progress: Progress) => void, broken: AbortController) => (progress: Progress) => {
  try {
    listener(progress);
  } catch (error) {
    broken.abort(error);
  }
};

/** Who answers without words is a proxy, or no Guffaw site at all. */
function guess(status: number, moved: boolean, location: string | null): string {
  // The key is not sent after it: who moved, and where to, is for the author to judge.
  if (moved) return `The site is at another address${location ? `, ${location}` : ""}: give that one as url.`;
  if (status < 300) return "This is not what a Guffaw site answers: is the url right?";
  return `The site answered with status ${status} and no reason.`;
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

type Init = { method: string; headers: Record<string, string>; signal: AbortSignal };

/** Browsers tell of an upload's progress through the older interface only. */
const sendCounted = (
  send: NonNullable<Options["fetch"]>,
  address: string,
  init: Init,
  form: FormData,
  onProgress: (progress: Progress) => void,
): Promise<Response> =>
  typeof XMLHttpRequest === "undefined"
    ? sendStream(send, address, init, form, onProgress)
    : sendByXhr(address, init, form, onProgress);

async function sendStream(
  send: NonNullable<Options["fetch"]>,
  address: string,
  init: Init,
  form: FormData,
  onProgress: (progress: Progress) => void,
): Promise<Response> {
  const packed = new Response(form);
  const headers = { ...init.headers, "Content-Type": packed.headers.get("content-type")! };
  const body = counted(await packed.blob(), onProgress);
  // Without it Node refuses to send a stream.
  return send(address, { ...init, headers, body, redirect: "manual", duplex: "half" } as RequestInit);
}

function sendByXhr(
  address: string,
  { method, headers, signal }: Init,
  form: FormData,
  onProgress: (progress: Progress) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress({ sent: loaded, total }));
    request.addEventListener("load", () => {
      const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
      const pairs = lines.filter(Boolean).map((line) => line.split(/:\s*(.*)/s, 2) as [string, string]);
      // An answer with such a status may have no body, not even an empty one.
      const text = [204, 205, 304].includes(request.status) ? null : request.responseText;
      resolve(new Response(text, { status: request.status, headers: pairs }));
    });
    request.addEventListener("error", () => reject(new TypeError("The upload was cut off.")));
    signal.addEventListener("abort", () => {
      request.abort();
      reject(signal.reason as Error);
    });
    request.send(form);
  });
}
