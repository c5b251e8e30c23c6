import { InvalidInput } from "./errors.ts";

/** One page of a list, and where the next one is. */
export interface Page<T> {
  items: T[];
  next: string | undefined;
}

/**
 * A list of any length, fetched page by page as you go through it.
 *
 * @example
 * for await (const meme of guffaw.recentMemes()) console.log(meme.caption);
 * @example
 * const ten = await guffaw.recentMemes().take(10);
 */
export class List<T> implements AsyncIterable<T> {
  readonly #fetch: (next: string | undefined) => Promise<Page<T>>;
  readonly #signal: AbortSignal | undefined;

  /** @internal */
  constructor(fetch: (next: string | undefined) => Promise<Page<T>>, signal?: AbortSignal | undefined) {
    this.#fetch = fetch;
    this.#signal = signal;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages())
      for (const item of page) {
        this.#signal?.throwIfAborted();
        yield item;
      }
  }

  /**
   * The same, a page at a time.
   *
   * @example
   * for await (const memes of guffaw.recentMemes().pages()) show(memes);
   */
  async *pages(): AsyncGenerator<T[], void, undefined> {
    let next: string | undefined;
    do {
      const page = await this.#fetch(next);
      if (page.items.length > 0) yield page.items;
      next = page.next;
    } while (next !== undefined);
  }

  /**
   * The first so many; fewer when there are no more.
   *
   * @example
   * const [newest] = await guffaw.recentMemes().take(1);
   */
  async take(count: number): Promise<T[]> {
    if (typeof count !== "number" || Number.isNaN(count)) throw new InvalidInput("How many to take is a number.");
    const taken: T[] = [];
    if (count <= 0) return taken;
    for await (const item of this) {
      taken.push(item);
      if (taken.length >= count) break;
    }
    return taken;
  }

  /**
   * All of them; mind that a list may be long.
   *
   * @example
   * const mine = await guffaw.memesOf("me").all();
   */
  all(): Promise<T[]> {
    return this.take(Number.POSITIVE_INFINITY);
  }
}

/**
 * The query of `Link: <…?…>; rel="next"`. Nothing else of that address counts: a site behind a proxy names another one
 * than it is reached at, and the key goes nowhere else.
 */
export const nextOf = (link: string | null): string | undefined =>
  /<[^>?]*(\?[^>#]*)[^>]*>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
