/** Scripts without spaces between words: each character is indexed alone. */
const ALONE = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\p{Regional_Indicator}`;
const WORD = new RegExp(String.raw`[${ALONE}--[\p{N}]]|[[\p{L}\p{N}]--[${ALONE}]]+|\p{N}+`, "gv");
const MAX_LENGTH = 60;
/** The search index of SQLite knows the beginnings of words up to, but not including, this length. */
export const LONG_WORD = 8;

/**
 * Distinct words of a text, as both databases index them: without case and accents, and only letters and digits, so
 * that none can act as a query operator.
 */
export const wordsOf = (...texts: string[]): string[] => [...new Set(texts.flatMap(wordsInOrder))];

/** With repetitions. */
export const wordsInOrder = (text: string): string[] =>
  [...fold(text).matchAll(WORD)].map(([word]) => (word.length <= MAX_LENGTH ? word : cut(word)));

const cut = (word: string) => [...word].slice(0, MAX_LENGTH).join("");

/** Via upper case, because some letters have several lower-case forms: ß and ss, ı and i. */
const fold = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ");

/** Words that searches for their beginning have to be told about. */
export const longWordsOf = (text: string): string[] => wordsOf(text).filter((word) => word.length >= LONG_WORD);
