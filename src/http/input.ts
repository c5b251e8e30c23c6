import type { z } from "zod";

import { HeldPicture } from "../images/process.ts";
import { message } from "../words/messages.ts";
import { leaseWorker } from "../worker/pool.ts";
import { decodeBody, decodeForm, kindOf, mediaTypeOf, type Fields } from "./decode-body.ts";
import type { UploadFormat } from "./decode-upload.ts";
import { HttpError } from "./errors.ts";
import { spoolForm } from "./spool-form.ts";
import { announcedLength, readParts, type BodyLimits } from "./read-body.ts";
import type { Upload } from "./route.ts";
import { issueMessage } from "./schema-message.ts";
import { SMALL_BODY, type UploadSlot } from "./upload-slots.ts";
import type { HttpRequest } from "../wire/http-request.ts";

export const NO_FIELDS: Fields = new Map();

export function queryOf(target: string): Fields {
  const at = target.indexOf("?");
  if (at < 0) return NO_FIELDS;
  const end = target.indexOf("#", at);
  return decodeForm(target.slice(at + 1, end < 0 ? undefined : end), "query");
}

/** What a route accepts besides text. */
export interface InputLimits extends BodyLimits {
  /** The fields with pictures, and whether these may be base64 text. */
  file?: Omit<Upload, "maxBytes"> & { base64: boolean };
}

/** The fields of a write: from the query or, if missing there, from the body, which may be JSON or a form. */
export async function readInput<S extends z.ZodObject>(
  schema: S,
  request: HttpRequest,
  query: Fields,
  limits: InputLimits,
): Promise<z.output<S>> {
  const names = Object.keys(schema.shape);
  const missing = names.some((name) => !query.has(name));
  return parseFields(schema, query, missing ? await readBody(request, names, limits) : NO_FIELDS);
}

/** The first wins where both have a field. */
export function parseFields<S extends z.ZodObject>(schema: S, query: Fields, body: Fields = NO_FIELDS): z.output<S> {
  const raw: Record<string, unknown> = {};
  for (const name of Object.keys(schema.shape)) {
    const values = query.get(name) ?? body.get(name);
    if (!values) continue;
    if (values.length > 1)
      throw new HttpError(400, message("error.given-twice", { name, times: String(values.length) }));
    raw[name] = values[0];
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw new HttpError(400, issueMessage(parsed.error));
  return parsed.data;
}

async function readBody(request: HttpRequest, names: string[], limits: InputLimits): Promise<Fields> {
  const coding = request.headers.get("content-encoding") ?? "identity";
  if (coding.toLowerCase() !== "identity")
    throw new HttpError(415, message("error.body-packed", { coding: JSON.stringify(coding.slice(0, 100)) }));
  const contentType = request.headers.get("content-type") ?? "";
  const onlyJson = limits.file?.inside !== undefined;
  const kind = kindOf(contentType);
  const isWrong = onlyJson ? kind !== "json" : !kind;
  // An empty body may have any type.
  if (isWrong && announcedLength(request)! > 0) throw wrongType(contentType, onlyJson);
  if (limits.place?.isOnDisk) return spoolForm(request, names, { ...limits, place: limits.place, file: limits.file! });
  const parts = await readParts(request, limits);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length === 0) return NO_FIELDS;
  if (isWrong) throw wrongType(contentType, onlyJson);
  const { place, file } = limits;
  if (place && file && length > SMALL_BODY) {
    const { field, more = [], objects = [], base64, inside } = file;
    return decodeInWorker(parts, place, { contentType, wanted: names, file: field, more, objects, base64, inside });
  }
  const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  return decodeBody(bytes, contentType, new Set(names), file?.inside?.field);
}

function wrongType(contentType: string, onlyJson: boolean): HttpError {
  const type = mediaTypeOf(contentType);
  const named = type ? JSON.stringify(type.slice(0, 100)) : message("noun.unknown-type");
  return new HttpError(415, message(onlyJson ? "error.body-type-json" : "error.body-type", { type: named }));
}

interface InWorker {
  fields: [string, unknown[]][];
  file?: { length: number; digest: string; isVideo: boolean };
  /** Fields with further files, in the order of their bytes. */
  more: string[];
}

/** Large bodies are decoded in another process, because only one thread answers requests. */
async function decodeInWorker(parts: Uint8Array[], place: UploadSlot, format: UploadFormat): Promise<Fields> {
  const lease = await leaseWorker(place.account);
  place.hold(lease);
  const sent = [...parts];
  const { value, bytes } = await lease.ask<InWorker>("body", "body", format, parts);
  sent.forEach(letGo);
  place.empty();
  const fields = new Map(value.fields);
  const { file } = value;
  if (file) fields.set(format.file, [new HeldPicture(lease, file.length, file.digest, file.isVideo)]);
  value.more.forEach((name, at) => fields.set(name, [bytes[at]!]));
  return fields;
}

/** Frees the memory now: the garbage collector would let tens of megabytes pile up first. */
function letGo({ buffer, byteLength }: Uint8Array) {
  if (buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer(0);
}
