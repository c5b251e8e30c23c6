import type { z } from "zod";

import { DomainError } from "../core/errors.ts";
import { said, saidAs } from "../words/messages.ts";
import { HttpError } from "./errors.ts";

export type Fields = ReadonlyMap<string, unknown[]>;
const NOTHING: Fields = new Map();
/** No route asks for a tenth of this. A body of nothing but names would take all memory and time there is. */
const MOST_FIELDS = 1000;

/** The query of a URL, decoded strictly: what is not valid UTF-8 behind its escapes is refused, never guessed at. */
export function queryOf(url: string): Fields {
  const at = url.indexOf("?");
  if (at < 0) return NOTHING;
  const end = url.indexOf("#", at);
  return decodeForm(url.slice(at + 1, end < 0 ? undefined : end), "query");
}

type Where = "query" | "form" | "body";

export function decodeForm(text: string, where: Where, wanted?: ReadonlySet<string>): Fields {
  const fields = new Map<string, unknown[]>();
  let count = 0;
  for (let start = 0, end; start <= text.length; start = end + 1) {
    end = text.indexOf("&", start);
    if (end < 0) end = text.length;
    if (end === start) continue;
    if (++count > MOST_FIELDS) throw tooManyFields(where);
    const equals = text.indexOf("=", start);
    const name = decode(text.slice(start, equals < 0 || equals > end ? end : equals), where);
    const value = equals < 0 || equals > end ? "" : decode(text.slice(equals + 1, end), where);
    if (wanted && !wanted.has(name)) continue;
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return fields;
}

function decode(text: string, where: Where): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new HttpError(400, said("error.bad-escapes", { where: said(`noun.${where}`) }));
  }
}

/**
 * The fields that a route asks for. A write finds them in the query or, where they are missing there, in the body,
 * which may be JSON or a form.
 */
export async function readInput<S extends z.ZodObject>(
  schema: S,
  request: Request,
  query: Fields,
  limits: BodyLimits,
): Promise<z.output<S>> {
  const names = Object.keys(schema.shape);
  const missing = names.some((name) => !query.has(name));
  const reads = missing && request.method !== "GET" && request.method !== "HEAD";
  const body = reads ? await readBody(request, new Set(names), limits) : NOTHING;
  const raw: Record<string, unknown> = {};
  for (const name of names) {
    const values = query.get(name) ?? body.get(name);
    if (!values) continue;
    if (values.length > 1) throw new HttpError(400, said("error.given-twice", { name, times: String(values.length) }));
    raw[name] = values[0];
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw new HttpError(400, saidAs(parsed.error.issues[0]!.message));
  return parsed.data;
}

export interface BodyLimits {
  mostBytes: number;
  /** Where a large body takes its memory from. */
  room?: { take(bytes: number): void };
}

async function readBody(request: Request, wanted: ReadonlySet<string>, limits: BodyLimits): Promise<Fields> {
  const coding = request.headers.get("content-encoding") ?? "identity";
  if (coding.toLowerCase() !== "identity")
    throw new HttpError(415, said("error.body-packed", { coding: JSON.stringify(coding.slice(0, 100)) }));
  const bytes = await readBytes(request, limits);
  if (bytes.length === 0) return NOTHING;
  const type = (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  if (type === "application/json" || type.endsWith("+json")) return decodeJson(bytes);
  if (type === "application/x-www-form-urlencoded") return decodeForm(utf8(bytes), "form", wanted);
  if (type === "multipart/form-data") return decodeMultipart(request, bytes, wanted);
  const named = type ? JSON.stringify(type.slice(0, 100)) : said("noun.unknown-type");
  throw new HttpError(415, said("error.body-type", { type: named }));
}

async function readBytes(request: Request, { mostBytes, room }: BodyLimits): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
      length += part.length;
      if (length > mostBytes) throw tooLarge(mostBytes);
      room?.take(part.length);
      parts.push(part);
    }
  } catch (error) {
    // Who hangs up in the middle, or sends malformed chunks, is not a fault of ours.
    const ours = error instanceof HttpError || error instanceof DomainError;
    throw ours ? error : new HttpError(400, said("error.body-broken"));
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

export const tooLarge = (mostBytes: number) =>
  new HttpError(413, said("error.body-large", { size: sizeOf(mostBytes) }));

const sizeOf = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.floor(bytes / 1024)} KB`;

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new HttpError(400, said("error.body-not-utf8"));
  }
}

/** What JSON is built with. The text of a picture holds none of it, so that even a large body has little. */
const JSON_MARKS = [...'",:[{'].map((mark) => mark.charCodeAt(0));
const MOST_MARKS = 20_000;

function decodeJson(bytes: Uint8Array): Fields {
  if (JSON_MARKS.some((mark) => occursMoreThan(MOST_MARKS, bytes, mark))) throw tooManyFields("body");
  let value: unknown;
  try {
    // Some clients begin with a byte order mark.
    value = JSON.parse(utf8(bytes).replace(/^\uFEFF/, ""));
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, said("error.body-not-json"));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new HttpError(400, said("error.body-no-object"));
  // Clients in the wild write null for what they do not mean to give.
  return new Map(Object.entries(value).flatMap(([name, item]) => (item === null ? [] : [[name, [item]]])));
}

async function decodeMultipart(request: Request, bytes: Uint8Array, wanted: ReadonlySet<string>): Promise<Fields> {
  const type = request.headers.get("content-type")!;
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type);
  if (boundary && occursMoreThan(MOST_FIELDS, bytes, Buffer.from(`--${boundary[1] ?? boundary[2]}`)))
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
    throw new HttpError(400, said("error.body-multipart"));
  }
}

const tooManyFields = (where: Where) => new HttpError(400, said("error.many-fields", { where: said(`noun.${where}`) }));

function occursMoreThan(most: number, bytes: Uint8Array, what: number | Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = -1;
  for (let count = 0; count <= most; count++) if ((at = buffer.indexOf(what, at + 1)) < 0) return false;
  return true;
}
