import { ConnectionLost, errorFor, GuffawError, TimedOut } from "./errors.ts";
import { parse } from "./json.ts";
import { delayBefore, mayPass, secondsOf, sleep } from "./retry.ts";
import { counted, type Progress } from "./upload.ts";

/** How to reach a site. */
export interface Options {
  /** An API key, `gfw_…`, from Settings, API keys. */
  key?: string;
  /** The address of the site. */
  url?: string;
  /** Where the API has an address of its own: what comes before `/v1`. */
  apiUrl?: string;
  /** Where the older API root has an address of its own. */
  oldApiUrl?: string;
  /** Milliseconds until an attempt is given up; uploads get four times as many. */
  timeout?: number;
  /** How often to try again what failed for a passing reason; 0 for never. */
  retries?: number;
  /** Instead of the one that is there. */
  fetch?: typeof fetch;
}

/** For each call. */
export interface CallOptions {
  /** Gives the call up, retries included. */
  signal?: AbortSignal;
  /** Milliseconds for each attempt, instead of what the client was given. */
  timeout?: number;
}

export interface Call extends CallOptions {
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** A path below the root, or a whole address. */
  path: string;
  query?: Record<string, string | number | undefined>;
  json?: Record<string, unknown>;
  form?: FormData;
  /** Makes a POST safe to send again: the server does it once. */
  idempotencyKey?: string;
  onProgress?: (progress: Progress) => void;
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
    this.#options = options;
  }

  async send(call: Call): Promise<Answer> {
    const { retries = DEFAULT_RETRIES } = this.#options;
    const mayRepeat = call.method === "GET" || call.method === "PUT" || call.idempotencyKey !== undefined;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(call);
      } catch (error) {
        if (!mayRepeat || attempt >= retries || !mayPass(error)) throw error;
        // Two different uses of one key never become one.
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
    const late = AbortSignal.timeout(timeout);
    const signal = call.signal ? AbortSignal.any([call.signal, late]) : late;
    try {
      const response = await this.#fetch(call, signal);
      return answerOf(response.status, response.headers, await response.text());
    } catch (error) {
      if (error instanceof GuffawError) throw error;
      if (call.signal?.aborted) throw call.signal.reason;
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
    return send(address, { method, headers, signal, ...(body === undefined ? {} : { body }) });
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
    const address = new URL(/^https?:/.test(path) ? path : this.#root + path);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value));
    return address.href;
  }
}

function answerOf(status: number, headers: Headers, text: string): Answer {
  const body = parsed(text);
  if (status >= 200 && status < 300 && body !== undefined) return { body, headers };
  const said = (body as { error?: unknown } | undefined)?.error;
  const message = typeof said === "string" ? said : `The site answered with status ${status} and no reason.`;
  const requestId = headers.get("x-request-id") ?? undefined;
  const error = errorFor(message, { status, requestId, retryAfter: secondsOf(headers.get("retry-after")) });
  throw error;
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
  send: typeof fetch,
  address: string,
  init: Init,
  form: FormData,
  onProgress: (progress: Progress) => void,
): Promise<Response> =>
  typeof XMLHttpRequest === "undefined"
    ? sendStream(send, address, init, form, onProgress)
    : sendByXhr(address, init, form, onProgress);

async function sendStream(
  send: typeof fetch,
  address: string,
  init: Init,
  form: FormData,
  onProgress: (progress: Progress) => void,
): Promise<Response> {
  const packed = new Response(form);
  const headers = { ...init.headers, "Content-Type": packed.headers.get("content-type")! };
  const body = counted(await packed.blob(), onProgress);
  // Without it Node refuses to send a stream.
  return send(address, { ...init, headers, body, duplex: "half" } as RequestInit);
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
      resolve(new Response(request.responseText, { status: request.status, headers: pairs }));
    });
    request.addEventListener("error", () => reject(new TypeError("The upload was cut off.")));
    signal.addEventListener("abort", () => {
      request.abort();
      reject(signal.reason as Error);
    });
    request.send(form);
  });
}
