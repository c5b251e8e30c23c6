import { InvalidInput } from "./errors.ts";

/**
 * One page of a list. `next` is the cursor of the next page: save it, and pass it as `cursor` to continue there later. It
 * is undefined on the last page.
 *
 * @example
 * for await (const page of guffaw.recentMemes().pages()) show(page.next);
 */
export type Page<T> = T[] & { readonly next: string | undefined };

/** Fetches the page at a cursor; `amount` if less than a full page is wanted. */
type FetchPage<T> = (cursor: string | undefined, amount: number | undefined) => Promise<Page<T>>;

/**
 * A list of any length, fetched page by page as you iterate.
 *
 * @example
 * for await (const meme of guffaw.recentMemes()) console.log(meme.caption);
 * @example
 * const ten = await guffaw.recentMemes().take(10);
 */
export class List<T> implements AsyncIterable<T> {
  readonly #fetch: FetchPage<T>;
  readonly #signal: AbortSignal | undefined;

  /** @internal */
  constructor(fetch: FetchPage<T>, signal?: AbortSignal | undefined) {
    this.#fetch = fetch;
    this.#signal = signal;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* this.#items(Number.POSITIVE_INFINITY);
  }

  /**
   * The list, a page at a time. Each page has the cursor of the next one.
   *
   * @example
   * for await (const memes of guffaw.recentMemes().pages()) show(memes);
   */
  pages(): AsyncGenerator<Page<T>, void, undefined> {
    return this.#pages(Number.POSITIVE_INFINITY);
  }

  /**
   * The first `count` items, or fewer if there are no more. Fetches no more than that.
   *
   * @example
   * const [newest] = await guffaw.recentMemes().take(1);
   */
  async take(count: number): Promise<T[]> {
    if (typeof count !== "number" || Number.isNaN(count)) throw new InvalidInput("take() needs a number.");
    const taken: T[] = [];
    if (count <= 0) return taken;
    for await (const item of this.#items(Math.ceil(count))) {
      taken.push(item);
      if (taken.length >= count) break;
    }
    return taken;
  }

  /**
   * All items; keep in mind that a list may be long.
   *
   * @example
   * const mine = await guffaw.memesOf("me").all();
   */
  all(): Promise<T[]> {
    return this.take(Number.POSITIVE_INFINITY);
  }

  async *#items(wanted: number): AsyncGenerator<T, void, undefined> {
    for await (const page of this.#pages(wanted))
      for (const item of page) {
        this.#signal?.throwIfAborted();
        yield item;
      }
  }

  async *#pages(wanted: number): AsyncGenerator<Page<T>, void, undefined> {
    let left = wanted;
    let cursor: string | undefined;
    do {
      const page = await this.#fetch(cursor, Number.isFinite(left) ? left : undefined);
      if (page.length > 0) yield page;
      left -= page.length;
      cursor = page.next;
    } while (cursor !== undefined && left > 0);
  }
}

/**
 * The cursor in `Link: <…?…cursor=…>; rel="next"`. The rest of that address is ignored: behind a proxy, a site may name an
 * address other than the one we use, and the key must go nowhere else.
 */
export function cursorOf(link: string | null): string | undefined {
  const query = /<[^>?]*\?([^>#]*)[^>]*>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  return (query === undefined ? null : new URLSearchParams(query).get("cursor")) ?? undefined;
}
