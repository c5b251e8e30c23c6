import type { Age } from "../../entities/age.ts";
import { dialectOf } from "../../data/dialect.ts";
import { findMeme } from "../../data/memes.ts";
import type { Match, SearchWord } from "../../data/search.ts";
import { wordsOf } from "../../data/search-words.ts";
import { findNearWords } from "../../data/spelling.ts";
import { message } from "../../words/messages.ts";
import type { Actor, Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { isId } from "../ids.ts";
import type { Page, PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { readListed } from "../memes/read-listed.ts";
import { withAuthors } from "../memes/with-authors.ts";
import { relevanceOf, type Sought } from "./relevance.ts";
import { sortWords } from "./stop-words.ts";

export const MAX_SEARCH = 200;
const MAX_WORDS = 40;
/** Matches ranked at a time: a search costs the same whether a thousand memes match or a million. */
const BLOCK = 200;

/** If no meme has all words, these count, and no more: every two of them are asked for together. */
const MAX_LOOSE_WORDS = 8;
/** Known words tried for one that no meme has. */
const MAX_NEAR = 4;

/** Each is tried only if those before it find nothing. */
const STRICT = ["whole", "begun"] as const;
const STAGES: readonly (readonly Match[])[] = [STRICT, ["near"], ["most", "any"]];

/** Whether a kind of match can find anything that those before it do not. */
const fits = (match: Match, words: readonly SearchWord[]) =>
  words.length > { whole: 0, begun: 0, near: 0, most: 2, any: 1 }[match];

/** Position in the results: the block (kind of match, and the id all its memes are below) and the offset within it. */
export interface SearchCursor {
  match: Match;
  below?: string;
  done: number;
}

interface Search extends Sought {
  age: Age;
}

/** If what somebody does not want to see leaves a page short after so many, the next page goes on from there. */
const MAX_FILTERED_BLOCKS = 5;
const filters = (actor: Actor) => actor.kind === "member" && actor.filter !== undefined;

/**
 * Full-text search over captions, authors' names and alt texts, or a meme by its id. Returns blocks newest first;
 * within a block, best match first. If no meme has all words, those that are spelt alike count too, then fewer of them.
 */
export async function searchMemes(
  ctx: Ctx,
  input: PageQuery<SearchCursor> & { search: string; age: Age },
): Promise<Page<MemeWithAuthor, SearchCursor>> {
  const words = soughtWords(input.search);
  const id = words.length === 1 && isId(words[0]!) ? words[0] : undefined;
  const named = id && !input.after ? await findById(ctx, id, input.age) : [];
  const items = named.slice(input.skip);
  let blocksRead = 0;
  let skip = Math.max(0, input.skip - named.length) + (input.after?.done ?? 0);
  for await (const { search, match, ids } of blocks(ctx, words, input.age, input.after)) {
    if (skip >= ids.length) {
      skip -= ids.length;
      continue;
    }
    // The block is identified by its newest meme, so that new submissions do not move it.
    const below = String(BigInt(ids[0]!) + 1n);
    const isEnough = items.length === input.amount || (filters(ctx.actor) && blocksRead++ === MAX_FILTERED_BLOCKS);
    if (isEnough) return { items, next: { match, below, done: 0 } };
    const found = (await inOrder(ctx, search, ids)).slice(skip, skip + input.amount - items.length);
    items.push(...found.filter(({ meme }) => meme.id !== id));
    const done = skip + found.length;
    if (done < ids.length && items.length === input.amount) return { items, next: { match, below, done } };
    skip = 0;
  }
  return { items, next: undefined };
}

/** The words of a search, if it is not too long. */
export function soughtWords(search: string): string[] {
  if ([...search].length > MAX_SEARCH)
    throw new DomainError("invalid", message("error.long-search", { most: MAX_SEARCH }));
  const words = wordsOf(search);
  if (words.length > MAX_WORDS)
    throw new DomainError("invalid", message("error.many-search-words", { most: MAX_WORDS }));
  return words;
}

/** A complete meme id finds that meme, ahead of any meme with the number in its words. */
async function findById(ctx: Ctx, id: string, age: Age): Promise<MemeWithAuthor[]> {
  const meme = await findMeme(ctx.db, id);
  // Like all results, only public memes.
  return meme && !meme.disabled && meme.age <= age ? withAuthors(ctx, [meme]) : [];
}

async function* blocks(ctx: Ctx, words: readonly string[], age: Age, from?: SearchCursor) {
  if (words.length === 0) return;
  const { telling, filling } = sortWords(words);
  let search: Search = { words: telling.map((word) => ({ word, near: [] })), filling, age };
  const first = from ? STAGES.findIndex((stage) => stage.includes(from.match)) : 0;
  for (let stage = first; stage < STAGES.length; stage++) {
    if (stage === Math.max(1, first)) search = { ...search, words: await withNear(ctx, telling, age) };
    let found = from !== undefined && stage === first;
    for await (const block of blocksOf(ctx, search, STAGES[stage]!, from)) {
      found = true;
      yield block;
    }
    if (found) return;
  }
}

/**
 * The words that tell most, which are the longest. Those that no meme has come with known words spelt alike; without any,
 * they are left out.
 */
async function withNear({ db }: Ctx, words: readonly string[], age: Age): Promise<SearchWord[]> {
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, MAX_LOOSE_WORDS);
  const { search } = dialectOf(db);
  const known = await Promise.all(
    longest.map(async (word): Promise<SearchWord | undefined> => {
      const itself = { words: [{ word, near: [] }], age, before: undefined, amount: 1 };
      for (const match of STRICT) if ((await search.find(db, { ...itself, match })).length > 0) return itself.words[0]!;
      const near = await findNearWords(db, word, MAX_NEAR);
      return near.length > 0 ? { word, near } : undefined;
    }),
  );
  return known.filter((word) => word !== undefined);
}

async function* blocksOf({ db }: Ctx, search: Search, matches: readonly Match[], from?: SearchCursor) {
  const index = dialectOf(db).search;
  for (const match of matches.slice(from ? Math.max(0, matches.indexOf(from.match)) : 0)) {
    if (!fits(match, search.words)) continue;
    let before = match === from?.match ? from.below : undefined;
    for (;;) {
      const { words, age } = search;
      const ids = await index.find(db, { words, match, age, before, amount: BLOCK });
      if (ids.length > 0) yield { search, match, ids };
      if (ids.length < BLOCK) break;
      before = ids.at(-1);
    }
  }
}

async function inOrder(ctx: Ctx, search: Sought, ids: string[]): Promise<MemeWithAuthor[]> {
  const found = await readListed(ctx, ids);
  const relevance = new Map(found.map((one) => [one, relevanceOf(search, one)]));
  // Matches come newest first, and the sort is stable.
  return found.sort((a, b) => relevance.get(b)! - relevance.get(a)!);
}
