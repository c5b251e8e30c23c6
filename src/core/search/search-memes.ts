import type { Age } from "../../entities/age.ts";
import { dialectOf } from "../../data/dialect.ts";
import { findMeme } from "../../data/memes.ts";
import type { SearchWord } from "../../data/search.ts";
import { wordsOf } from "../../data/search-words.ts";
import { findNearWords } from "../../data/spelling.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
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

/** If no meme has all words, these count, and no more. */
const MAX_LOOSE_WORDS = 8;
/** Memes that have only some of the words: nobody reads on for long. */
const MAX_LOOSE = 5 * BLOCK;
/** Known words tried for one that no meme has. */
const MAX_NEAR = 4;
/** They are chosen from so many, by how many memes have them; more than MANY count as that. */
const MAX_COMPARED = 8;
const MANY = 50;
/** After so many blocks a page stays short, and the next one goes on from there. */
const MAX_BLOCKS = 5;

/**
 * All words as they are; all as prefixes; all, perhaps spelt alike; some of them. Each stage is tried only if those before
 * it find nothing.
 */
const STAGES = [["whole", "begun"], ["near"], ["some"]] as const;
type Match = (typeof STAGES)[number][number];

/** Position in the results: the block (kind of match, and the id all its memes are below) and the offset within it. */
export interface SearchCursor {
  match: Match;
  below?: string;
  done: number;
}

interface Search extends Sought {
  age: Age;
}

interface Block {
  search: Search;
  match: Match;
  ids: string[];
  /** Where the block is found again: its newest meme, so that new submissions do not move it, and what comes before it. */
  below: string;
  done: number;
  /** Where the next one begins, if there may be one. */
  reached: string | undefined;
}

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
  for await (const block of blocks(ctx, words, input.age, input.after)) {
    const { match, below, ids } = block;
    if (skip >= ids.length) {
      skip -= ids.length;
      continue;
    }
    if (items.length === input.amount) return { items, next: { match, below, done: block.done } };
    const found = (await inOrder(ctx, block)).slice(skip, skip + input.amount - items.length);
    items.push(...found.filter(({ meme }) => meme.id !== id));
    const done = skip + found.length;
    if (done < ids.length && items.length === input.amount)
      return { items, next: { match, below, done: block.done + done } };
    skip = 0;
    if (++blocksRead === MAX_BLOCKS && block.reached) return { items, next: { match, below: block.reached, done: 0 } };
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

async function* blocks(ctx: Ctx, words: readonly string[], age: Age, from?: SearchCursor): AsyncGenerator<Block> {
  if (words.length === 0) return;
  const { telling, filling } = sortWords(words);
  let search: Search = { words: telling.map((word) => ({ word, near: [] })), filling, age };
  const first = from ? STAGES.findIndex((stage) => (stage as readonly Match[]).includes(from.match)) : 0;
  for (let stage = first; stage < STAGES.length; stage++) {
    if (stage === Math.max(1, first)) search = { ...search, words: await withNear(ctx, telling, age) };
    // Without a typo, it would find what the first stage has not found.
    if (stage === 1 && search.words.length === telling.length && search.words.every(({ near }) => near.length === 0))
      continue;
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
      const itself = { word, near: [] };
      const { ids } = await search.find(db, { words: [itself], whole: false, age, before: undefined, amount: 1 });
      if (ids.length > 0) return itself;
      const near = await nearOf(db, word, age);
      return near.length > 0 ? { word, near } : undefined;
    }),
  );
  return known.filter((word) => word !== undefined);
}

/** Of the likeliest words that memes have, those that most of them have. */
async function nearOf(db: Ctx["db"], word: string, age: Age): Promise<string[]> {
  const { search } = dialectOf(db);
  const countOf = async (one: string) => {
    const query = { words: [{ word: one, near: [] }], whole: true, age, before: undefined, amount: MANY };
    return (await search.find(db, query)).ids.length;
  };
  for (const group of await findNearWords(db, word, MAX_COMPARED)) {
    const counted = await Promise.all(group.map(async (one) => ({ one, memes: await countOf(one) })));
    const used = counted.filter(({ memes }) => memes > 0).sort((a, b) => b.memes - a.memes);
    if (used.length > 0) return used.slice(0, MAX_NEAR).map(({ one }) => one);
  }
  return [];
}

async function* blocksOf(
  ctx: Ctx,
  search: Search,
  matches: readonly Match[],
  from?: SearchCursor,
): AsyncGenerator<Block> {
  for (const match of matches.slice(from ? Math.max(0, matches.indexOf(from.match)) : 0)) {
    const below = match === from?.match ? from.below : undefined;
    yield* match === "some" ? blocksOfSome(ctx, search, below) : blocksOfAll(ctx, search, match, below);
  }
}

async function* blocksOfAll({ db }: Ctx, search: Search, match: Match, below?: string): AsyncGenerator<Block> {
  const { words, age } = search;
  if (words.length === 0) return;
  for (let before = below; ;) {
    const query = { words, whole: match === "whole", age, before, amount: BLOCK };
    const { ids, reached } = await dialectOf(db).search.find(db, query);
    if (ids.length === 0) return;
    yield { search, match, ids, below: justAbove(ids[0]!), done: 0, reached };
    if (reached === undefined) return;
    before = reached;
  }
}

/** Those with most of the words come first, so all are read at once. */
async function* blocksOfSome({ db }: Ctx, search: Search, before?: string): AsyncGenerator<Block> {
  const { words, age } = search;
  if (words.length < 2) return;
  const query = { words, whole: false, age, before, amount: MAX_LOOSE };
  const all = await dialectOf(db).search.findSome(db, query);
  const below = before ?? justAbove(all.reduce((one, other) => (BigInt(one) > BigInt(other) ? one : other), "0"));
  for (let done = 0; done < all.length; done += BLOCK)
    yield { search, match: "some", ids: all.slice(done, done + BLOCK), below, done, reached: undefined };
}

const justAbove = (id: string) => String(BigInt(id) + 1n);

/** Whole words have been found before those that begin with them. The index may not look at the age. */
async function inOrder(ctx: Ctx, { search, match, ids }: Block): Promise<MemeWithAuthor[]> {
  const found = (await readListed(ctx, ids)).filter(
    (one) => one.meme.age <= search.age && (match !== "begun" || !hasAll(search, one)),
  );
  const relevance = new Map(found.map((one) => [one, relevanceOf(search, one)]));
  // Matches come newest first, and the sort is stable.
  return found.sort((a, b) => relevance.get(b)! - relevance.get(a)!);
}

function hasAll({ words }: Search, { meme, author }: MemeWithAuthor): boolean {
  const said = wordsOf(meme.caption, author.username, meme.alt);
  return words.every(({ word }) => said.includes(word));
}
