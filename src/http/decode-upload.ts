import { DomainError } from "../errors.ts";
import { message } from "../words/messages.ts";
import { decodeBase64, isText, NOT_BASE64 } from "./base64.ts";
import { decodeBody } from "./decode-body.ts";

/** No text field is this long. Only a picture takes more. */
const MAX_TEXT = 64 * 1024;

/** How to read a large body. */
export interface UploadFormat {
  contentType: string;
  /** The fields of the route. */
  wanted: string[];
  /** The field with the picture. */
  file: string;
  /** Whether the picture may also be base64 text. */
  base64: boolean;
}

export interface DecodedUpload {
  fields: [name: string, values: unknown[]][];
  file?: Uint8Array;
}

/** Runs in a worker: takes the picture out of a large body, and leaves little to send back. */
export async function decodeUpload(bytes: Uint8Array, format: UploadFormat): Promise<DecodedUpload> {
  const decoded = await decodeBody(bytes, format.contentType, new Set(format.wanted));
  const fields: DecodedUpload["fields"] = [];
  let file: Uint8Array | undefined;
  for (const name of format.wanted) {
    const values = decoded.get(name);
    if (!values) continue;
    const found = name === format.file && values.length === 1 ? pictureOf(values[0], format.base64) : undefined;
    if (found) file = found;
    else fields.push([name, values.map((value) => slim(name, value))]);
  }
  return { fields, file };
}

function pictureOf(value: unknown, base64: boolean): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  if (!base64 || !isText(value)) return undefined;
  const bytes = decodeBase64(value);
  if (!bytes) throw new DomainError("invalid", NOT_BASE64);
  return bytes;
}

function slim(name: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return {};
  if (typeof value === "string" && value.length > MAX_TEXT)
    throw new DomainError("invalid", message("error.field-long", { name, most: MAX_TEXT }));
  // Routes that expect text or a number only need to know that it is an object.
  return typeof value === "object" ? {} : value;
}
