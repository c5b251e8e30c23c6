// Without what is taken for something else: 0 and O, 1 and I and L, and U, which also keeps words out of it.
const DIGITS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const PREFIX = "GUFFAW";
const LENGTH = 16;
const SHAPE = new RegExp(`^[${DIGITS}]{${LENGTH}}$`);
const LONGEST = 100;

const written = (digits: string) => [PREFIX, ...digits.match(/.{4}/g)!].join("-");

/** GUFFAW-XXXX-XXXX-XXXX-XXXX: 78 bits, so that nobody finds one, not even from the hash. */
export function makeCode(): string {
  let digits = "";
  while (digits.length < LENGTH) {
    // 240 is the largest multiple of 30 in a byte: what lies above would favour the first digits.
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH)))
      if (byte < 240 && digits.length < LENGTH) digits += DIGITS[byte % DIGITS.length];
  }
  return written(digits);
}

/** As it was printed, whatever became of it on the way: case, spaces, dashes. Undefined where it cannot be one. */
export function cleanCode(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const digits = text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(new RegExp(`^${PREFIX}`), "");
  return SHAPE.test(digits) ? written(digits) : undefined;
}
