import { DomainError } from "./errors.ts";

// Everything Unicode calls a control character, but for tab and newline.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** Free text as it is stored: NFC, of bounded length in characters, without control characters. */
export function cleanText(name: string, text: string, { least = 0, most }: { least?: number; most: number }): string {
  if (!text.isWellFormed()) throw new DomainError("invalid", `The ${name} is not valid Unicode text.`);
  // A form ends its lines with both.
  const lines = text.replaceAll("\r\n", "\n");
  if (CONTROL.test(lines))
    throw new DomainError("invalid", `The ${name} holds control characters; only newline and tab are allowed.`);
  const clean = lines.normalize("NFC");
  // Counting code points takes longer than counting units, and there are never more points than units.
  const length = clean.length > least && clean.length <= most ? clean.length : [...clean].length;
  if (length > most)
    throw new DomainError("invalid", `The ${name} has ${length} characters; at most ${most} are allowed.`);
  if (length < least || (least > 0 && clean.trim() === ""))
    throw new DomainError("invalid", `The ${name} must not be empty.`);
  return clean;
}
