/**
 * Controls and invisible formatting, except what shapes letters and emoji: joiners, tags of flags, and the signs that
 * Arabic and Syriac write around numbers.
 */
const INVISIBLE =
  /[[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\ufeff]--[\n\u{200c}-\u{200d}\u{e0020}-\u{e007f}\u0600-\u0605\u06dd\u070f]]/gv;

/** The text that is drawn: in one Unicode form, without what nobody sees, perhaps in capitals. */
export function cleanText(text: string, { upperCase, language }: { upperCase: boolean; language: string }): string {
  const plain = text
    .normalize("NFC")
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/[\t\p{Zs}]+/gu, " ")
    .replace(INVISIBLE, "");
  return upperCase ? plain.toLocaleUpperCase(language).normalize("NFC") : plain;
}
