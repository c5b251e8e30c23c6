export const NOT_BASE64 =
  "The image is neither a file nor base64 text nor a data URL with base64; send it as one of those.";

/** Whether somebody meant it as a picture; nothing at all is said otherwise. */
export const decodesBase64 = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Base64 text or a data URL; undefined for what is neither. */
export function decodeBase64(value: string): Uint8Array | undefined {
  const comma = value.startsWith("data:") ? value.indexOf(",") : -1;
  if (comma > MAX_DATA_TYPE || (comma >= 0 && !/;\s*base64$/i.test(value.slice(0, comma)))) return undefined;
  // A client that does not escape the + of base64 in a form sends what reads as a space.
  const text = value
    .slice(comma + 1)
    .trim()
    .replaceAll(" ", "+")
    .replace(/[\r\n\t]+/g, "");
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined;
  return new Uint8Array(Buffer.from(text, "base64"));
}

/** A longer one is no media type, and takes long to look at. */
const MAX_DATA_TYPE = 1000;
