import type { Allowance } from "./hooks.ts";
import { listOf, type Call, type CallOptions, type Connection } from "./http.ts";
import type { ListenOptions, MakeOptions, PageOptions } from "./inputs.ts";
import { parse } from "./json.ts";
import { messagesOf } from "./messages.ts";
import { checkPageSize } from "./options.ts";
import { cursorOf, List, type Page } from "./pages.ts";
import { delayBefore, mayPass, sleep } from "./retry.ts";
import { blobOf, type ImageSource } from "./upload.ts";

/** The most memes per page, so that a long list takes few requests. */
export const MAX_PAGE = 25;
/** The same for notifications and reports. */
export const MAX_LONG_PAGE = 100;

/** The kinds of calls that there are. */
export class Calls {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get allowance(): Allowance | undefined {
    return this.#connection.allowance;
  }

  async get<T>(path: string, options: CallOptions, query: Call["query"] = {}, raw = false): Promise<T> {
    return this.#send({ options, takes: Object.keys(query), method: "GET", path, query, raw });
  }

  /** A list that comes in one answer. */
  async all<T>(
    path: string,
    options: CallOptions,
    query: Call["query"] = {},
    takes: readonly string[] = [],
  ): Promise<T[]> {
    return listOf(await this.#connection.send({ options, takes, method: "GET", path, query }));
  }

  async write<T>(
    method: "PUT" | "POST" | "PATCH" | "DELETE",
    path: string,
    options: CallOptions,
    how: Pick<Call, "json" | "once"> = {},
  ): Promise<T> {
    return this.#send({ options, method, path, ...how });
  }

  async make<T>(path: string, given: MakeOptions, json: Record<string, unknown>): Promise<T> {
    const { idempotencyKey = newKey(), ...options } = given;
    return this.#send({ options, takes: ["idempotencyKey"], method: "POST", path, json, idempotencyKey });
  }

  /** Sends a picture; `fields` is what the form says about it. */
  async upload<T>(
    image: ImageSource,
    {
      name,
      fields = {},
      ...call
    }: Omit<Call, "form"> & { name?: string | undefined; fields?: Record<string, unknown> },
  ): Promise<T> {
    return this.uploadAll([image], { ...call, fields, name });
  }

  /** Sends several pictures, as `image`, `image2` and so on; none is fine too. */
  async uploadAll<T>(
    images: readonly ImageSource[],
    {
      name,
      fields = {},
      ...call
    }: Omit<Call, "form"> & { name?: string | undefined; fields?: Record<string, unknown> },
  ): Promise<T> {
    const form = new FormData();
    for (const [at, image] of images.entries()) {
      const blob = await this.#connection.read(call.options, (signal) => blobOf(image, signal));
      form.set(at === 0 ? "image" : `image${at + 1}`, blob, name ?? (blob instanceof File ? blob.name : "image"));
    }
    for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.set(field, String(value));
    return this.#send({ ...call, form });
  }

  /** `maxPage` if the API takes an amount. Wrong options throw once the list is read. */
  list<T>(path: () => string, given: PageOptions, query: Call["query"] = {}, maxPage?: number): List<T> {
    const { cursor: start, pageSize = maxPage, ...options } = given;
    const own = Object.keys(query).filter((name) => name !== "search");
    const takes = [...own, "cursor", ...(maxPage ? ["pageSize"] : [])];
    const fetch = async (cursor = start, wanted = Number.POSITIVE_INFINITY): Promise<Page<T>> => {
      checkPageSize(pageSize, maxPage);
      const amount = pageSize && Math.min(pageSize, wanted);
      const call: Call = { options, takes, method: "GET", path: path(), query: { ...query, amount, cursor } };
      const answer = await this.#connection.send(call);
      return Object.assign(listOf<T>(answer), { next: cursorOf(answer.headers.get("link")) });
    };
    return new List(fetch, options.signal);
  }

  /** Comes back whenever the connection is lost: the first time it has to succeed. */
  async *events<T>(
    path: string,
    { after: start, onReset, ...options }: ListenOptions,
    query: Call["query"],
  ): AsyncGenerator<T, never> {
    const takes = [...Object.keys(query ?? {}), "after", "onReset"];
    let after = start;
    let wasOpen = false;
    for (let attempt = 0; ; attempt++) {
      try {
        const call: Call = { options, takes, method: "GET", path, query: { ...query, after }, stream: true };
        const { body } = await this.#connection.send(call);
        for await (const { id, event, data } of messagesOf(body as ReadableStream<Uint8Array>)) {
          wasOpen = true;
          attempt = 0;
          if (event === "reset") onReset?.();
          else if (data !== undefined) yield parse(data) as T;
          after = id ?? after;
        }
      } catch (error) {
        options.signal?.throwIfAborted();
        if (!wasOpen || !mayPass(error)) throw error;
      }
      await sleep(delayBefore(attempt, undefined)!, options.signal);
    }
  }

  async #send<T>(call: Call): Promise<T> {
    return (await this.#connection.send(call)).body as T;
  }
}

/** Lets the classes that make up a client make calls, and nobody else. */
export let callsOf: (client: Group) => Calls;

/** A part of a client. Each part extends the one before it, so that people find all calls in one place. */
export class Group {
  readonly #calls: Calls;

  static {
    callsOf = (client) => client.#calls;
  }

  /** @internal */
  constructor(calls: Calls) {
    this.#calls = calls;
  }
}

/** Browsers offer randomUUID only on pages served over HTTPS. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
