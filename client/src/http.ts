import { ConnectionLost, errorFor, GuffawError, InvalidInput } from "./errors.ts";
import { allowanceOf, type Allowance, type Hooks } from "./hooks.ts";
import { parse } from "./json.ts";
import { CALL_OPTIONS, checkOptions } from "./options.ts";
import { checkTimeout, inTime } from "./patience.ts";
import { delayBefore, mayPass, secondsOf, sleep } from "./retry.ts";
import { movedTo, sendCounted } from "./send.ts";
import type { Progress } from "./upload.ts";

/**
 * How to reach a site.
 *
 * @example
 * new Guffaw({ key: "gfw_…", url: "https://memes.example.org", timeout: 5000, retries: 2 });
 */
export interface Options extends Hooks {
  /** An API key, `gfw_…`, from Settings, API keys. */
  key?: string | undefined;
  /** The address of the site. */
  url?: string | undefined;
  /** Where the API has an address of its own: what comes before `/v1`. */
  apiUrl?: string | undefined;
  /** Where the older API root has an address of its own. */
  oldApiUrl?: string | undefined;
  /** Milliseconds until an attempt is given up, 30,000 if nothing is said; uploads get four times as many. */
  timeout?: number | undefined;
  /**
   * How often to try again what failed for a passing reason, 4 if nothing is said; 0 for never. The pauses grow, or are as
   * long as the site asks for; where that is more than a minute, the call fails at once. What cannot be repeated safely
   * is not: deleting, and whatever answers otherwise the second time.
   */
  retries?: number | undefined;
  /** Instead of the one that is there. A page then hears of an upload's progress at its start and end only. */
  fetch?: ((address: string, init?: RequestInit) => Promise<Response>) | undefined;
  /** Sent with every request, such as a `User-Agent` of your own (browsers keep theirs). */
  headers?: Record<string, string> | undefined;
}

/**
 * For each call.
 *
 * @example
 * await guffaw.me({ signal: AbortSignal.timeout(10_000), timeout: 2000 });
 */
export interface CallOptions extends Hooks {
  /** Gives the call up, retries included. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt, instead of what the client was given; an image is read within as many. */
  timeout?: number | undefined;
}

export interface Call {
  /** As the author gave them. */
  options: CallOptions;
  /** Names of the options of its own that this call takes, for whoever misspells one. */
  takes?: readonly string[];
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** A path below the root. */
  path: string;
  query?: Record<string, string | number | undefined>;
  json?: Record<string, unknown>;
  form?: FormData;
  /** Makes a POST safe to send again: the server does it once. */
  idempotencyKey?: string | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Not repeated, though it could be: the second answer would be another one. */
  once?: boolean;
  /** As the site gives it, without ids and times. */
  raw?: boolean;
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
  readonly #options: Options & { timeout: number; retries: number };
  readonly #root: string;
  /** As the last answer said. */
  allowance: Allowance | undefined;

  constructor(root: string, options: Options) {
    this.#root = root;
    const key = options.key?.trim();
    if (key && !/^[\x21-\x7e]+$/.test(key)) throw new InvalidInput("The key holds characters that no key has.");
    const { timeout = DEFAULT_TIMEOUT, retries = DEFAULT_RETRIES } = options;
    checkTimeout(timeout);
    if (!(retries >= 0)) throw new InvalidInput("How often to try again is a number, and none is below 0.");
    checkHeaders(options.headers);
    this.#options = { ...options, key, timeout, retries };
  }

  /** What is to be sent is read in the time that an attempt to send it has. */
  read<T>(
    { signal, timeout = this.#options.timeout * UPLOAD_PATIENCE }: CallOptions,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return inTime({ signal, timeout, late: "The image could not be read" }, work);
  }

  async send(call: Call): Promise<Answer> {
    const { idempotencyKey } = call;
    checkOptions(call.options, CALL_OPTIONS, call.takes);
    if (idempotencyKey !== undefined && !/^[\x20-\x7e]+$/.test(idempotencyKey))
      throw new InvalidInput("An idempotency key is made of letters, digits and signs of ASCII.");
    const { retries } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(call, attempt + 1);
      } catch (error) {
        if (!mayRepeat(call) || attempt >= retries || !mayPass(error)) throw error;
        // Only an earlier attempt of ours, still at work, is a conflict that passes.
        if (error.status === 409 && idempotencyKey === undefined) throw error;
        const wait = delayBefore(attempt, error.retryAfter);
        if (wait === undefined) throw error;
        await sleep(wait, call.options.signal);
      }
    }
  }

  #attempt(call: Call, attempt: number): Promise<Answer> {
    const { signal: given, timeout = this.#options.timeout * (call.form ? UPLOAD_PATIENCE : 1) } = call.options;
    return inTime({ signal: given, timeout, late: "There was no answer" }, async (signal, stop) => {
      // What the author's own listener throws ends the call, and is not taken for a lost connection.
      const onProgress = call.onProgress && guarded(call.onProgress, stop);
      try {
        const response = await this.#fetch({ ...call, onProgress }, signal, attempt, stop);
        return answerOf(response, await response.text(), call.raw ? JSON.parse : parse);
      } catch (error) {
        if (error instanceof GuffawError) throw error;
        throw new ConnectionLost(`${new URL(this.#addressOf(call)).host} cannot be reached.`, { cause: error });
      }
    });
  }

  async #fetch(call: Call, signal: AbortSignal, attempt: number, stop: (reason: unknown) => void): Promise<Response> {
    const url = this.#addressOf(call);
    const headers = this.#headersOf(call);
    const about = { method: call.method, url, attempt };
    const tell = <T>(name: keyof Hooks, info: T) => {
      for (const hook of [this.#options[name], call.options[name]])
        if (hook) guarded(hook as (info: T) => void, stop)(info);
      signal.throwIfAborted();
    };
    tell("onRequest", { ...about, headers });
    const startedAt = performance.now();
    const response = await this.#dispatch(call, url, this.#withKey(headers), signal);
    const ms = performance.now() - startedAt;
    const allowance = allowanceOf(response.headers);
    this.allowance = allowance ?? this.allowance;
    const requestId = response.headers.get("x-request-id") ?? undefined;
    tell("onResponse", { ...about, status: response.status, requestId, allowance, headers: response.headers, ms });
    return response;
  }

  #dispatch(call: Call, address: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const { fetch: own } = this.#options;
    const { method, form, json, onProgress } = call;
    if (form && onProgress) return sendCounted({ address, method, headers, signal, form, onProgress }, own);
    const body = form ?? (json && JSON.stringify(json));
    const init = { method, headers, signal, redirect: "manual", ...(body === undefined ? {} : { body }) } as const;
    // On a connection that was used before, Bun by itself sends again what was cut off.
    return (own ?? fetch)(address, mayRepeat(call) ? init : { ...init, keepalive: false });
  }

  #headersOf({ json, idempotencyKey }: Call): Record<string, string> {
    return {
      ...this.#options.headers,
      Accept: "application/json",
      ...(json ? { "Content-Type": "application/json" } : {}),
      ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
    };
  }

  #withKey(headers: Record<string, string>): Record<string, string> {
    const { key } = this.#options;
    return key === undefined ? headers : { ...headers, Authorization: key };
  }

  #addressOf({ path, query = {} }: Call): string {
    const address = new URL(this.#root + path);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value));
    return address.href;
  }
}

/** Those that the client sets itself cannot be given. */
const OWN_HEADERS = ["accept", "authorization", "content-type", "idempotency-key"];

function checkHeaders(headers: Record<string, string> = {}): void {
  const own = Object.keys(headers).find((name) => OWN_HEADERS.includes(name.toLowerCase()));
  if (own !== undefined) throw new InvalidInput(`The header ${own} is the client's own; leave it out of headers.`);
  try {
    void new Headers(headers);
  } catch (cause) {
    throw new InvalidInput("The headers hold a name or a value that cannot be sent.", { cause });
  }
}

const mayRepeat = ({ method, once, idempotencyKey }: Call): boolean =>
  !once && (method === "GET" || method === "PUT" || idempotencyKey !== undefined);

function answerOf({ ok, status, type, headers }: Response, text: string, read: (text: string) => unknown): Answer {
  const body = parsed(text, read);
  const isApi = typeof body === "object" && body !== null;
  if (ok && (isApi || status === 204)) return { body, headers };
  const requestId = headers.get("x-request-id") ?? undefined;
  if (ok && body === undefined && isJson(headers, text))
    throw new ConnectionLost("The answer was cut off.", { requestId });
  const said = isApi && "error" in body ? body.error : undefined;
  const moved = type === "opaqueredirect" || (status >= 300 && status < 400);
  const message = typeof said === "string" ? said : guess(status, moved, headers.get("location"));
  const code = headers.get("x-error-code") ?? undefined;
  throw errorFor(message, { status, code, requestId, retryAfter: secondsOf(headers.get("retry-after")) });
}

/** What the API answers where there are several. */
export function listOf<T>({ body, headers }: Answer): T[] {
  if (Array.isArray(body)) return body as T[];
  throw new GuffawError(NO_GUFFAW, { status: 200, requestId: headers.get("x-request-id") ?? undefined });
}

const guarded =
  <T>(listener: (told: T) => void, stop: (reason: unknown) => void) =>
  (told: T) => {
    try {
      listener(told);
    } catch (error) {
      stop(error);
    }
  };

const NO_GUFFAW = "This is not what a Guffaw site answers: is the url right?";

/** Who answers without words is a proxy, or no Guffaw site at all. */
function guess(status: number, moved: boolean, location: string | null): string {
  if (moved) return movedTo(location);
  return status < 300 ? NO_GUFFAW : `The site answered with status ${status} and no reason.`;
}

const isJson = (headers: Headers, text: string): boolean =>
  /\bjson\b/.test(headers.get("content-type") ?? "") || /^\s*[[{]/.test(text);

function parsed(text: string, read: (text: string) => unknown): unknown {
  try {
    return read(text);
  } catch {
    return undefined;
  }
}
