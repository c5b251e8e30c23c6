/** A format of a GIF, as Tenor's dialect describes it. */
interface Media {
  url: string;
  dims: [width: number, height: number];
}

export interface Found {
  id: string;
  content_description: string;
  itemurl: string;
  bg_color: string;
  media_formats: Record<"gif" | "tinygif" | "tinygifpreview", Media>;
}

export interface FoundPage {
  results: Found[];
  /** Where the next page begins; empty on the last one. */
  next: string;
}

/** The site will not answer this key, now or later. */
export class Refused extends Error {}

const WANTED = "gif,tinygif,tinygifpreview";
const AMOUNT = "24";

/** The site that the picker's script is from. */
export class Memes {
  constructor(
    private site: string,
    private key: string,
  ) {}

  /** What is hot if nothing is searched for. */
  find(words: string, next: string, signal: AbortSignal): Promise<FoundPage> {
    const place: Record<string, string> = next === "" ? {} : { pos: next };
    const query = { media_filter: WANTED, limit: AMOUNT, ...place };
    return words === "" ? this.#ask("featured", query, signal) : this.#ask("search", { q: words, ...query }, signal);
  }

  async tags(signal: AbortSignal): Promise<string[]> {
    return (await this.#ask<{ results: string[] }>("trending_terms", { limit: "12" }, signal)).results;
  }

  async #ask<T>(call: string, query: Record<string, string>, signal: AbortSignal): Promise<T> {
    const parameters = new URLSearchParams({ ...query, key: this.key });
    const response = await fetch(`${this.site}tenor/v2/${call}?${parameters}`, { signal });
    if (response.ok) return (await response.json()) as T;
    throw response.status < 429 ? new Refused() : new Error(String(response.status));
  }
}
