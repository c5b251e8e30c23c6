import { DomainError } from "../errors.ts";
import { message } from "../words/messages.ts";

export type Fields = ReadonlyMap<string, unknown[]>;
/** No route needs a tenth of this. A body of nothing but names would take all memory and time there is. */
const MAX_FIELDS = 1000;

export type Where = "query" | "form" | "body";

/** Type of a body. Others are not accepted. */
export type BodyKind = "json" | "form" | "multipart";

export function kindOf(contentType: string): BodyKind | undefined {
  const type = mediaTypeOf(contentType);
  if (type === "application/json" || type.endsWith("+json")) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type === "multipart/form-data") return "multipart";
  return undefined;
}

export const mediaTypeOf = (contentType: string) => contentType.split(";")[0]!.trim().toLowerCase();

/**
 * Decodes a body of any accepted type. Knows nothing about requests, since large bodies are decoded in a worker. With
 * `whole`, JSON may be any value, which becomes that field.
 */
export function decodeBody(
  bytes: Uint8Array,
  contentType: string,
  wanted: ReadonlySet<string>,
  whole?: string,
): Fields | Promise<Fields> {
  const kind = kindOf(contentType);
  if (kind === "json") return whole === undefined ? fieldsIn(parseJson(bytes)) : new Map([[whole, [parseJson(bytes)]]]);
  if (kind === "form") return decodeForm(utf8(withSpaces(bytes)), "form", wanted);
  return decodeMultipart(bytes, contentType, wanted);
}

/** Strict: anything that is not valid UTF-8 after unescaping is refused, never guessed at. */
export function decodeForm(text: string, where: Where, wanted?: ReadonlySet<string>): Fields {
  const fields = new Map<string, unknown[]>();
  let count = 0;
  for (let start = 0, end; start <= text.length; start = end + 1) {
    end = text.indexOf("&", start);
    if (end < 0) end = text.length;
    if (end === start) continue;
    if (++count > MAX_FIELDS) throw tooManyFields(where);
    // Searches only this field: searching the rest of a large body for every field would be slow.
    const field = text.slice(start, end);
    const equals = field.indexOf("=");
    const name = decode(equals < 0 ? field : field.slice(0, equals), where);
    if (wanted && !wanted.has(name)) continue;
    const value = equals < 0 ? "" : decode(field.slice(equals + 1), where);
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return fields;
}

const [PLUS, SPACE] = [..."+ "].map((letter) => letter.charCodeAt(0)) as [number, number];

/** In place and byte by byte: replacing in a text that is nothing else takes gigabytes. */
function withSpaces(bytes: Uint8Array): Uint8Array {
  for (let at = bytes.indexOf(PLUS); at >= 0 && at < bytes.length; at++) if (bytes[at] === PLUS) bytes[at] = SPACE;
  return bytes;
}

function decode(text: string, where: Where): string {
  try {
    return decodeURIComponent(text.includes("+") ? text.replaceAll("+", " ") : text);
  } catch {
    throw new DomainError("invalid", message("error.bad-escapes", { where: message(`noun.${where}`) }));
  }
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new DomainError("invalid", message("error.body-not-utf8"));
  }
}

/** Structural characters of JSON. Base64 contains none, so even a large body has few. */
const JSON_MARKS = [...'",:[{'].map((mark) => mark.charCodeAt(0));
const MAX_MARKS = 20_000;

function parseJson(bytes: Uint8Array): unknown {
  if (JSON_MARKS.some((mark) => occursMoreThan(MAX_MARKS, bytes, mark))) throw tooManyFields("body");
  const text = utf8(bytes);
  try {
    // Some clients begin with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new DomainError("invalid", message("error.body-not-json"));
  }
}

/** Of an object. */
export function fieldsIn(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new DomainError("invalid", message("error.body-no-object"));
  // Clients in the wild send null for omitted fields.
  return new Map(Object.entries(value).flatMap(([name, item]) => (item === null ? [] : [[name, [item]]])));
}

/** What stands between the parts of a form. */
export function boundaryIn(contentType: string): string | undefined {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  return quoted ?? bare;
}

async function decodeMultipart(bytes: Uint8Array, type: string, wanted: ReadonlySet<string>): Promise<Fields> {
  const boundary = boundaryIn(type);
  if (boundary !== undefined && occursMoreThan(MAX_FIELDS, bytes, Buffer.from(`--${boundary}`)))
    throw tooManyFields("form");
  try {
    const form = await new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { "content-type": type } }).formData();
    const fields = new Map<string, unknown[]>();
    for (const name of wanted) {
      const values = form.getAll(name) as (string | Blob)[];
      const read = values.map((value) => (typeof value === "string" ? value : value.bytes()));
      if (read.length > 0) fields.set(name, await Promise.all(read));
    }
    return fields;
  } catch {
    throw new DomainError("invalid", message("error.body-multipart"));
  }
}

const tooManyFields = (where: Where) =>
  new DomainError("invalid", message("error.many-fields", { where: message(`noun.${where}`) }));

function occursMoreThan(max: number, bytes: Uint8Array, what: number | Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = -1;
  for (let count = 0; count <= max; count++) if ((at = buffer.indexOf(what, at + 1)) < 0) return false;
  return true;
}
