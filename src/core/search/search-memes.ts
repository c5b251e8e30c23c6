import type { Age } from "../../entities/age.ts";
import { dialectOf } from "../../data/dialect.ts";
import { findMeme } from "../../data/memes.ts";
import { wordsOf } from "../../data/search-words.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { isId } from "../ids.ts";
import type { Page, PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { readListed } from "../memes/read-listed.ts";
import { withAuthors } from "../memes/with-authors.ts";
import { relevanceOf } from "./relevance.ts";

export const MAX_SEARCH = 200;
const MAX_WORDS = 40;
/** Matches ranked at a time: a search costs the same whether a thousand memes match or a million. */
const BLOCK = 200;

/** Whole-word matches come before prefix matches. */
const MATCHES = ["whole", "begun"] as const;

/** Position in the results: the block (kind of match, and the id all its memes are below) and the offset within it. */
export interface SearchCursor {
  match: (typeof MATCHES)[number];
  below?: string;
  done: number;
}

interface Search {
  words: string[];
  age: Age;
}

/**
 * Full-text search over captions, authors' names and alt texts, or a meme by its id. Returns blocks newest first;
 * within a block, best match first.
 */
export async function searchMemes(
  ctx: Ctx,
  input: PageQuery<SearchCursor> & { search: string; age: Age },
): Promise<Page<MemeWithAuthor, SearchCursor>> {
  if ([...input.search].length > MAX_SEARCH)
    throw new DomainError("invalid", message("error.long-search", { most: MAX_SEARCH }));
  const words = wordsOf(input.search);
  if (words.length > MAX_WORDS)
    throw new DomainError("invalid", message("error.many-search-words", { most: MAX_WORDS }));
  const id = words.length === 1 && isId(words[0]!) ? words[0] : undefined;
  const named = id && !input.after ? await findById(ctx, id, input.age) : [];
  const items = named.slice(input.skip);
  let skip = Math.max(0, input.skip - named.length) + (input.after?.done ?? 0);
  for await (const { match, ids } of blocks(ctx, { words, age: input.age }, input.after)) {
    if (skip >= ids.length) {
      skip -= ids.length;
      continue;
    }
    // The block is identified by its newest meme, so that new submissions do not move it.
    const below = String(BigInt(ids[0]!) + 1n);
    if (items.length === input.amount) return { items, next: { match, below, done: 0 } };
    const found = (await inOrder(ctx, words, ids)).slice(skip, skip + input.amount - items.length);
    items.push(...found.filter(({ meme }) => meme.id !== id));
    const done = skip + found.length;
    if (done < ids.length && items.length === input.amount) return { items, next: { match, below, done } };
    skip = 0;
  }
  return { items, next: undefined };
}

/** A complete meme id finds that meme, ahead of any meme with the number in its words. */
async function findById(ctx: Ctx, id: string, age: Age): Promise<MemeWithAuthor[]> {
  const meme = await findMeme(ctx.db, id);
  // Like all results, only public memes.
  return meme && !meme.disabled && meme.age <= age ? withAuthors(ctx, [meme]) : [];
}

async function* blocks({ db }: Ctx, { words, age }: Search, from?: SearchCursor) {
  if (words.length === 0) return;
  const { search } = dialectOf(db);
  for (const match of MATCHES.slice(from ? MATCHES.indexOf(from.match) : 0)) {
    let before = match === from?.match ? from.below : undefined;
    for (;;) {
      const ids = await search.find(db, { words, match, age, before, amount: BLOCK });
      if (ids.length > 0) yield { match, ids };
      if (ids.length < BLOCK) break;
      before = ids.at(-1);
    }
  }
}

async function inOrder(ctx: Ctx, words: string[], ids: string[]): Promise<MemeWithAuthor[]> {
  const found = await readListed(ctx, ids);
  const relevance = new Map(found.map((one) => [one, relevanceOf(words, one)]));
  // Matches come newest first, and the sort is stable.
  return found.sort((a, b) => relevance.get(b)! - relevance.get(a)!);
}
