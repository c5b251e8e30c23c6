import { DomainError } from "../errors.ts";
import { message } from "../words/messages.ts";
import { decodeBase64, isText, NOT_BASE64 } from "./base64.ts";
import { decodeBody } from "./decode-body.ts";
import type { Inside } from "./route.ts";

/** No text field is this long. Only a picture takes more. */
export const MAX_TEXT = 64 * 1024;
/** A recipe with many pen strokes is longer. */
const MAX_OBJECT = 256 * 1024;

/** How to read a large body. */
export interface UploadFormat {
  contentType: string;
  /** The fields of the route. */
  wanted: string[];
  /** The field with the picture. */
  file: string;
  /** Fields with further pictures. */
  more: readonly string[];
  /** Fields that may be objects or lists. */
  objects: readonly string[];
  /** Whether a picture may also be base64 text. */
  base64: boolean;
  /** Where the picture is in a body that is one value. */
  inside?: Inside | undefined;
}

export interface DecodedUpload {
  fields: [name: string, values: unknown[]][];
  file?: Uint8Array;
  more: [name: string, bytes: Uint8Array][];
}

/** Runs in a worker: takes the picture out of a large body, and leaves little to send back. */
export async function decodeUpload(bytes: Uint8Array, format: UploadFormat): Promise<DecodedUpload> {
  const { inside } = format;
  const decoded = await decodeBody(bytes, format.contentType, new Set(format.wanted), inside?.field);
  const fields: DecodedUpload["fields"] = [];
  const more: DecodedUpload["more"] = [];
  let file = inside && takeOut(decoded.get(inside.field)?.[0], inside.path, format);
  for (const name of format.wanted) {
    const values = decoded.get(name);
    if (!values) continue;
    const isPicture = name === format.file || format.more.includes(name);
    const found = isPicture && values.length === 1 ? pictureOf(values[0], format.base64) : undefined;
    if (!found) fields.push([name, values.map((value) => slim(name, value, format.objects.includes(name)))]);
    else if (name === format.file) file = found;
    else more.push([name, found]);
  }
  return { fields, file, more };
}

/** The picture in a value, which then lacks it. */
function takeOut(value: unknown, path: readonly string[], { file, base64 }: UploadFormat): Uint8Array | undefined {
  let holder = value;
  for (const name of path) holder = isObject(holder) ? holder[name] : undefined;
  const found = isObject(holder) ? pictureOf(holder[file], base64) : undefined;
  if (found) delete (holder as Record<string, unknown>)[file];
  return found;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function pictureOf(value: unknown, base64: boolean): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  if (!base64 || !isText(value)) return undefined;
  const bytes = decodeBase64(value);
  if (!bytes) throw new DomainError("invalid", NOT_BASE64);
  return bytes;
}

/** An object that came as a file. Empty, and so no JSON, if it is not UTF-8. */
export function textIn(file: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return "";
  }
}

function slim(name: string, sent: unknown, mayBeObject: boolean): unknown {
  const value = sent instanceof Uint8Array ? (mayBeObject ? textIn(sent) : {}) : sent;
  const text = mayBeObject && typeof value === "object" ? JSON.stringify(value) : value;
  const most = mayBeObject ? MAX_OBJECT : MAX_TEXT;
  if (typeof text === "string" && text.length > most)
    throw new DomainError("invalid", message("error.field-long", { name, most }));
  if (mayBeObject) return value;
  // Routes that expect text or a number only need to know that it is an object.
  return typeof value === "object" ? {} : value;
}
