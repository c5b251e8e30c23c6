import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";

/** One page of a list of memes. */
export interface ListPage {
  items: MemeWithAuthor[];
  /** Address of the next page. */
  next: string | undefined;
}

/** Where a meme is in the list it was opened from. */
export interface Walk {
  /** Address of the page of the list that it is on. */
  list: string;
  /** Addresses of its neighbours in that list. */
  previous: string | undefined;
  next: string | undefined;
}

/** Address of a meme's page that remembers the list. */
export const walkHref = (root: string, id: string, list: string) =>
  `${root}/meme/${id}?from=${encodeURIComponent(list)}`;
