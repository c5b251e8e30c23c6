const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX = "gfw_";
const SECRET_LENGTH = 32;
const CHECK_LENGTH = 6;
const SECRET = /^[0-9A-Za-z]{38}$/;

function base62(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = DIGITS[rest % 62] + text;
  return text;
}

const checkOf = (text: string) => base62(Bun.hash.crc32(text), CHECK_LENGTH);

/** Keys of different kinds begin differently. */
export function makeKey(prefix = PREFIX): string {
  let secret = "";
  while (secret.length < SECRET_LENGTH) {
    // 248 is the largest multiple of 62 in a byte. Values above it would favour the first digits.
    for (const byte of crypto.getRandomValues(new Uint8Array(SECRET_LENGTH)))
      if (byte < 248 && secret.length < SECRET_LENGTH) secret += DIGITS[byte % 62];
  }
  return prefix + secret + checkOf(prefix + secret);
}

/** The last six characters are a checksum, so a mistyped key needs no look-up. */
export const isKey = (text: string, prefix = PREFIX) =>
  text.startsWith(prefix) &&
  SECRET.test(text.slice(prefix.length)) &&
  text.slice(-CHECK_LENGTH) === checkOf(text.slice(0, -CHECK_LENGTH));

export const hashKey = (key: string) => Bun.SHA256.hash(key, "hex");
