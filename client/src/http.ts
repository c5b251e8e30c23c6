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
  /** The part before `/v1`, if the API has an address of its own. */
  apiUrl?: string | undefined;
  /** The older API root, if it has an address of its own. */
  oldApiUrl?: string | undefined;
  /** Milliseconds for each attempt, 30,000 by default; uploads get four times as many. */
  timeout?: number | undefined;
  /**
   * How often to retry after a temporary failure, 4 by default; 0 for never. Pauses grow, or are as long as the site asks
   * for; if it asks for more than a minute, the call fails at once. Calls that are not safe to repeat are sent once:
   * deleting, and calls that would give a different answer the second time.
   */
  retries?: number | undefined;
  /** Replaces the global `fetch`. Pages then see an upload's progress only at its start and end. */
  fetch?: ((address: string, init?: RequestInit) => Promise<Response>) | undefined;
  /** Sent with every request, such as your own `User-Agent` (browsers keep theirs). */
  headers?: Record<string, string> | undefined;
}

/**
 * For each call.
 *
 * @example
 * await guffaw.me({ signal: AbortSignal.timeout(10_000), timeout: 2000 });
 */
export interface CallOptions extends Hooks {
  /** Aborts the call, including its retries. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt, instead of the client's own timeout; reading an image gets as many. */
  timeout?: number | undefined;
}

export interface Call {
  /** As the caller gave them. */
  options: CallOptions;
  /** Names of this call's own options, to list when one is misspelt. */
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
  /** Never repeated, although it could be: the second answer would be different. */
  once?: boolean;
  /** Leave the answer as it is: do not convert ids and times. */
  raw?: boolean;
  /** The answer is a picture. */
  picture?: boolean;
  /** The answer is a stream of events, which the timeout does not end. */
  stream?: boolean;
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
  /** According to the last answer. */
  allowance: Allowance | undefined;

  constructor(root: string, options: Options) {
    this.#root = root;
    const key = options.key?.trim();
    if (key && !/^[\x21-\x7e]+$/.test(key))
      throw new InvalidInput("This is not an API key: keys contain only printable ASCII characters.");
    const { timeout = DEFAULT_TIMEOUT, retries = DEFAULT_RETRIES } = options;
    checkTimeout(timeout);
    if (!(retries >= 0)) throw new InvalidInput("retries must be a number, 0 or more.");
    checkHeaders(options.headers);
    this.#options = { ...options, key, timeout, retries };
  }

  /** Reading an image may take as long as one attempt to send it. */
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
      throw new InvalidInput("An idempotency key may contain only printable ASCII characters.");
    const { retries } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(call, attempt + 1);
      } catch (error) {
        if (!mayRepeat(call) || attempt >= retries || !mayPass(error)) throw error;
        // The only conflict worth waiting for is our own earlier attempt, still running.
        if (error.status === 409 && (idempotencyKey === undefined || error.code === "posted_before")) throw error;
        const wait = delayBefore(attempt, error.retryAfter);
        if (wait === undefined) throw error;
        await sleep(wait, call.options.signal);
      }
    }
  }

  #attempt(call: Call, attempt: number): Promise<Answer> {
    const { signal: given, timeout = this.#options.timeout * (call.form ? UPLOAD_PATIENCE : 1) } = call.options;
    return inTime({ signal: given, timeout, late: "There was no answer" }, async (signal, stop) => {
      // If the caller's own listener throws, the call ends with that error, not with a lost connection.
      const onProgress = call.onProgress && guarded(call.onProgress, stop);
      try {
        const response = await this.#fetch({ ...call, onProgress }, signal, attempt, stop);
        if (call.stream && isStream(response)) return { body: response.body, headers: response.headers };
        if (call.picture && isPicture(response)) return { body: await response.blob(), headers: response.headers };
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
    const allowance = allowanceOf(response.headers, this.allowance);
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
    // On a reused connection, Bun resends a request that was cut off.
    return (own ?? fetch)(address, mayRepeat(call) ? init : { ...init, keepalive: false });
  }

  #headersOf({ json, idempotencyKey, picture, stream }: Call): Record<string, string> {
    return {
      ...this.#options.headers,
      Accept: picture ? "image/*" : stream ? "text/event-stream" : "application/json",
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

const isStream = ({ ok, headers }: Response) => ok && headers.get("content-type")?.startsWith("text/event-stream");
const isPicture = ({ ok, headers }: Response) => ok && headers.get("content-type")?.startsWith("image/");

/** Headers that only the client may set. */
const OWN_HEADERS = ["accept", "authorization", "content-type", "idempotency-key"];

function checkHeaders(headers: Record<string, string> = {}): void {
  const own = Object.keys(headers).find((name) => OWN_HEADERS.includes(name.toLowerCase()));
  if (own !== undefined) throw new InvalidInput(`The client sets the header ${own} itself; remove it from headers.`);
  try {
    void new Headers(headers);
  } catch (cause) {
    throw new InvalidInput("The headers contain an invalid name or value.", { cause });
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
  const memeId = headers.get("x-meme-id") ?? undefined;
  throw errorFor(message, { status, code, requestId, retryAfter: secondsOf(headers.get("retry-after")), memeId });
}

/** The items of a list. */
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

const NO_GUFFAW = "This does not look like a Guffaw site: is the url right?";

/** An answer without a message comes from a proxy, or from something that is not Guffaw. */
function guess(status: number, moved: boolean, location: string | null): string {
  if (moved) return movedTo(location);
  return status < 300 ? NO_GUFFAW : `The site answered with status ${status} and no message.`;
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
