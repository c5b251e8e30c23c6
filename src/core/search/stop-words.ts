/**
 * Words that say nothing about a meme, in English and German, as wordsOf writes them. Leaves out those that mean something
 * in the other language, such as "war", "hat" and "die": a search without results drops words anyway.
 */
const STOP_WORDS = new Set(
  `a about all am an and any are as at be been but by can could did do does for from get gets got had has have he her here
  him his how i if in into is it its just like me my not of on one or our she so some than that the their them then there
  these they this those to too up us very was we were what when where which who why with would you your
  meme memes picture pictures pic pics image images photo gif post
  aber als auf aus bei bild bilder da das dass dem den der des doch ein eine einem einen einer eines er es fur ich ihr im
  ist ja kein keine mal mein meine mich mir mit nicht nur oder sich sie sind so uber um und uns vom von wenn wer wie wird
  wo zu zum zur`
    .trim()
    .split(/\s+/),
);

export interface Sorted {
  /** The words that count. */
  telling: string[];
  /** The others, which only make a match better. */
  filling: string[];
}

/** If all are stop words, all of them count. */
export function sortWords(words: readonly string[]): Sorted {
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  if (telling.length === 0) return { telling: [...words], filling: [] };
  return { telling, filling: words.filter((word) => STOP_WORDS.has(word)) };
}
