import { message, type PlainKey } from "../words/messages.ts";
import { DomainError, type InputField } from "../errors.ts";

// All Unicode control characters except tab and newline.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** What the text is: the messages that begin with "noun." */
type Noun = PlainKey extends infer K ? (K extends `noun.${infer Name}` ? Name : never) : never;

interface TextLimits {
  min?: number;
  max: number;
  /** The input it was typed into. */
  field?: InputField;
}

/** Normalizes free text for storage: NFC, bounded length in characters, no control characters. */
export function cleanText(name: Noun, text: string, { min = 0, max, field }: TextLimits): string {
  const what = message(`noun.${name}`);
  if (!text.isWellFormed()) throw new DomainError("invalid", message("error.text-not-unicode", { what }));
  // Forms end lines with CRLF. Multipart parsing drops byte order marks, so the other ways in do the same.
  const lines = text.replaceAll("\r\n", "\n").replace(/^\uFEFF+/, "");
  if (CONTROL.test(lines)) throw new DomainError("invalid", message("error.text-controls", { what }), { field });
  const clean = lines.normalize("NFC");
  // Counting code points is slower than counting code units, and there are never more points than units.
  const length = clean.length > min && clean.length <= max ? clean.length : [...clean].length;
  if (length > max)
    throw new DomainError("invalid", message("error.text-long", { what, length: String(length), most: String(max) }), {
      field,
    });
  if (length < min || (min > 0 && clean.trim() === ""))
    throw new DomainError("invalid", message("error.text-empty", { what }), { field });
  return clean;
}
