import { byIds } from "./by-ids.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import { LONG_WORD } from "./search-words.ts";

// Finds the words that memes use near a word that none of them uses. Two words that differ by one letter become the same
// when each loses a letter, or one of them does. So each word is stored under everything it becomes that way, and a look
// at what the typed word becomes finds all words near it: a few keyed look-ups, however many words there are. Of long
// words only the beginning counts, with up to two letters lost.

const BEGINNING = 7;
/** From this length on, two letters may be wrong. */
const LONG = 8;
const MIN_LENGTH = 3;
const MAX_LENGTH = 30;
/** Rows read for one word, at most. */
const MAX_READ = 3000;
const BATCH = 100;
/** Up to this length, the beginning of a word is looked for too. */
const MAX_BEGUN = 5;
const MAX_ENDINGS = 20;
/** Letters of an ending, at most. */
const ENDING = 2;

const LETTERS = new RegExp(`^\\p{L}{${MIN_LENGTH},${MAX_LENGTH}}$`, "u");
/** Halves of a letter could not be stored. */
const isSpelt = (word: string) => LETTERS.test(word) && !/[\ud800-\udfff]/.test(word);
const editsOf = (length: number) => (length < LONG ? 1 : 2);

/** What is left of a word without up to so many of its letters. */
function shortened(letters: string, lost: number, found = new Set<string>()): Set<string> {
  found.add(letters);
  if (lost > 0)
    for (let i = 0; i < letters.length; i++) {
      const rest = letters.slice(0, i) + letters.slice(i + 1);
      if (!found.has(rest) || lost > 1) shortened(rest, lost - 1, found);
    }
  return found;
}

export const keysOf = (word: string): string[] => [...shortened(word.slice(0, BEGINNING), editsOf(word.length))];

/** Long words are listed for those who search for their beginning. */
const isKept = (word: string) => isSpelt(word) || word.length >= LONG_WORD;

const known = byIds(
  (db, isOneOf) => db.selectFrom("words").select("word").where(isOneOf("word")),
  ({ word }) => word,
);

/** Adds words that are not known yet. */
export async function learnWords(db: Db, words: readonly string[]): Promise<void> {
  const before = new Set(await known(db, words.filter(isKept)));
  await insertWords(
    db,
    words.filter((word) => !before.has(word)),
  );
}

/** In order, after this one. */
export const listWords = prepared(
  (db, after: string, amount: number) =>
    db.selectFrom("words").select("word").where("word", ">", after).orderBy("word").limit(amount),
  ({ word }) => word,
);

/** In the order in which they are added. */
export async function deleteWords(db: Db, words: readonly string[]): Promise<void> {
  for (const word of [...words].sort()) {
    await db.deleteFrom("words").where("word", "=", word).execute();
    if (isSpelt(word))
      await db.deleteFrom("word_keys").where("key", "in", keysOf(word)).where("word", "=", word).execute();
  }
}

/** Always in the same order, so that two writers cannot wait for each other. */
export async function insertWords(db: Db, words: readonly string[]): Promise<void> {
  const sorted = words.filter(isKept).sort();
  for (let i = 0; i < sorted.length; i += BATCH) {
    const part = sorted.slice(i, i + BATCH);
    const keys = part.filter(isSpelt).flatMap((word) => keysOf(word).map((key) => ({ key, word })));
    await db
      .insertInto("words")
      .values(part.map((word) => ({ word })))
      .onConflict((c) => c.doNothing())
      .execute();
    if (keys.length === 0) continue;
    await db
      .insertInto("word_keys")
      .values(keys)
      .onConflict((c) => c.doNothing())
      .execute();
  }
}

const nearby = byIds(
  (db, isOneOf) => db.selectFrom("word_keys").select("word").distinct().where(isOneOf("key")).limit(MAX_READ),
  ({ word }) => word,
);

/** In order, from this one on. */
const wordsFrom = prepared(
  (db, from: string, amount: number) =>
    db.selectFrom("words").select("word").where("word", ">=", from).orderBy("word").limit(amount),
  ({ word }) => word,
);

/**
 * The known words nearest to this one, by how much has to change; none if too much would. In groups, the likeliest first:
 * two letters swapped, one doubled or not, either of these in the beginning of a word, anything else.
 */
export async function findNearWords(db: Db, word: string, amount: number): Promise<string[][]> {
  if (!isSpelt(word)) return [];
  const near = [...new Set(await nearby(db, keysOf(word)))]
    .filter((one) => one !== word)
    .map((one) => ({ one, edits: editsBetween(word, one) }))
    .filter(({ one, edits }) => edits <= editsOf(Math.min(word.length, one.length)) && isPlausible(word, one));
  const least = Math.min(...near.map(({ edits }) => edits));
  // People rarely miss the first letter.
  const rank = (one: string) => (one[0] === word[0] ? 0 : 1) + Math.abs(one.length - word.length) / 10;
  const nearest = near
    .filter(({ edits }) => edits === least)
    .map(({ one }) => one)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const { swapped = [], doubled = [], other = [] } = Object.groupBy(nearest, (one) => slipOf(word, one));
  const begun = swapped.length + doubled.length > 0 ? [] : await findBegun(db, word);
  return [swapped, doubled, begun, other].filter(({ length }) => length > 0).map((group) => group.slice(0, amount));
}

const slipOf = (word: string, other: string) =>
  isAnagram(word, other) ? "swapped" : undoubled(word) === undoubled(other) ? "doubled" : "other";
const isAnagram = (word: string, other: string) =>
  word.length === other.length && [...word].sort().join() === [...other].sort().join();
const undoubled = (word: string) => word.replace(/(.)\1+/gu, "$1");

/** Almost every word of three letters is near any other: there, letters may be swapped, or one missing. */
const isPlausible = (word: string, other: string) =>
  word.length > MIN_LENGTH || isAnagram(word, other) || (other.length > word.length && other[0] === word[0]);

/** Short words with an ending, such as a plural: two letters of their beginning were swapped, or one doubled. */
async function findBegun(db: Db, word: string): Promise<string[]> {
  if (word.length > MAX_BEGUN) return [];
  const meant = new Set<string>();
  for (let i = 1; i < word.length; i++) {
    const [start, before, at, end] = [word.slice(0, i - 1), word[i - 1]!, word[i]!, word.slice(i + 1)];
    meant.add(start + at + (before === at ? "" : before) + end);
  }
  const found = await Promise.all(
    [...meant].map(async (beginning) =>
      (await wordsFrom(db, beginning, MAX_ENDINGS)).filter(
        (one) => one.startsWith(beginning) && one !== word && one.length <= beginning.length + ENDING && isSpelt(one),
      ),
    ),
  );
  return found.flat().sort((a, b) => a.length - b.length);
}

/** Letters to add, drop, change, or swap with their neighbour. */
export function editsBetween(a: string, b: string): number {
  let [last, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        next[j] = Math.min(next[j]!, last[j - 2]! + 1);
    }
    [last, row] = [row, next];
  }
  return row[b.length]!;
}
