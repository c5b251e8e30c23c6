import type { Age } from "../entities/age.ts";
import type { Db } from "./schema.ts";

export interface SearchEntry {
  id: string;
  age: number;
  /** From wordsOf: only letters and digits. */
  words: string[];
}

/** A word, and known words that are spelt alike. From wordsOf too. */
export interface SearchWord {
  word: string;
  near: readonly string[];
}

export interface SearchQuery {
  words: readonly SearchWord[];
  /** Whether they must be whole words; otherwise words that begin with them count too, and those spelt alike. */
  whole: boolean;
  /** The highest age rating. */
  age: Age;
  /** Only memes older than this one. */
  before: string | undefined;
  amount: number;
}

export interface Found {
  /** Newest first. */
  ids: string[];
  /** Memes older than this one may match too. Undefined if all have been found. */
  reached: string | undefined;
}

/**
 * Full-text index of enabled memes. Returns candidates; ranking happens in the core. Whatever the words, a search does a
 * bounded amount of work: if one of them is rare, its memes are few; if all are common, only the newest memes that have
 * them are compared.
 */
export interface SearchIndex {
  create(db: Db): Promise<void>;
  /** Leaves replaced entries in the index for longer: they cost less there than the work of removing them. */
  mergeRarely(db: Db): Promise<void>;
  /** Adds or replaces an entry, for those who search after the commit. Inside a transaction, like `remove`. */
  put(tx: Db, entry: SearchEntry): Promise<void>;
  remove(tx: Db, id: string): Promise<void>;
  /** Adds or replaces many entries. */
  load(db: Db, rows: readonly SearchEntry[]): Promise<void>;
  /** After a bulk load: does at once what the next writers would otherwise do bit by bit. Not inside a transaction. */
  settle(db: Db): Promise<void>;
  /** Memes with all words. */
  find(db: Db, query: SearchQuery): Promise<Found>;
  /** Memes with some of the words: those with most of them first, then the newest. */
  findSome(db: Db, query: SearchQuery): Promise<string[]>;
  /** Those of these words that a meme has. */
  inUse(db: Db, words: readonly string[]): Promise<string[]>;
}

/** A token no meme can contain as a word, so that the index itself filters by age. */
export const ageWord = (age: number) => `§${age}`;
export const indexed = ({ words, age }: SearchEntry) => [...words, ageWord(age)].join(" ");

/** If there are as many as asked for, older ones may follow. */
export const upTo = (ids: string[], amount: number, reached?: string): Found => ({
  ids,
  reached: ids.length === amount ? ids.at(-1) : reached,
});
