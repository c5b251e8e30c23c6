import { z } from "zod";

import { HttpError } from "./errors.ts";

/** Base64 makes a third more of the 20 MB of a picture, and the escapes of a form a little more again. */
export const MOST_UPLOAD = 48 * 1024 * 1024;

export const NO_IMAGE = "Give the image in the parameter image: a file, base64 text or a data URL.";
const NOT_BASE64 = "The image is neither a file nor base64 text nor a data URL with base64; send it as one of those.";

/** A file of a multipart form arrives as bytes; anything else as text. */
export const imageField = z
  .preprocess(bytesOf, z.instanceof(Uint8Array, { error: NO_IMAGE }))
  .describe("A file in a multipart form; in JSON or a form, base64 text or a data URL")
  .meta({ type: "string", contentEncoding: "base64" });

function bytesOf(value: unknown): unknown {
  if (typeof value !== "string" || value === "") return value;
  const comma = value.startsWith("data:") ? value.indexOf(",") : -1;
  if (comma >= 0 && !/;\s*base64$/i.test(value.slice(0, comma))) throw new HttpError(400, NOT_BASE64);
  // A client that does not escape the + of base64 in a form sends what reads as a space.
  const text = value
    .slice(comma + 1)
    .trim()
    .replaceAll(" ", "+")
    .replace(/[\r\n\t]+/g, "");
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) throw new HttpError(400, NOT_BASE64);
  return new Uint8Array(Buffer.from(text, "base64"));
}
