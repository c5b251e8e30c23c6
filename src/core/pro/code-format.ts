// No characters that look alike (0 and O; 1, I and L), and no U, which also keeps out most words.
const DIGITS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Older codes begin with it, and the hashes of all are made with it. */
const PREFIX = "GUFFAW";
const LENGTH = 16;
const SHAPE = new RegExp(`^[${DIGITS}]{${LENGTH}}$`);
const LONGEST = 100;

const inFours = (digits: string) => digits.match(/.{4}/g)!.join("-");

/** XXXX-XXXX-XXXX-XXXX: 78 bits, too many to guess, even from the hash. */
export function makeCode(): string {
  let digits = "";
  while (digits.length < LENGTH) {
    // 240 is the largest multiple of 30 in a byte. Values above it would favour the first digits.
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH)))
      if (byte < 240 && digits.length < LENGTH) digits += DIGITS[byte % DIGITS.length];
  }
  return inFours(digits);
}

/** What its hash is made of, whatever case, spaces and dashes were typed. Undefined if it cannot be a code. */
export function cleanCode(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const digits = text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(new RegExp(`^${PREFIX}`), "");
  return SHAPE.test(digits) ? `${PREFIX}-${inFours(digits)}` : undefined;
}
