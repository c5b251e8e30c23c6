import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { DomainError } from "../errors.ts";
import { sniffVideo, VIDEO_START } from "../shared/video-format.ts";
import { openScratchFolder } from "../storage/scratch-folder.ts";
import { SpooledVideo } from "../video/spooled-video.ts";
import { message } from "../words/messages.ts";
import { boundaryIn, type Fields } from "./decode-body.ts";
import { MAX_TEXT } from "./decode-upload.ts";
import { announcedLength, readEach, tooLarge, type BodyLimits } from "./read-body.ts";
import type { UploadSlot } from "./upload-slots.ts";
import type { HttpRequest } from "../wire/http-request.ts";

/** No form of ours has a tenth of this. */
const MAX_PARTS = 100;
const MAX_HEAD = 8 * 1024;
const LINE_END = "\r\n";
const HEAD_END = "\r\n\r\n";

export interface SpoolLimits extends BodyLimits {
  place: UploadSlot;
  /** The field with the video. */
  file: { field: string };
}

/** A form with a large video, written to disk as it arrives. Of the rest, only text is read. */
export async function spoolForm(request: HttpRequest, names: readonly string[], limits: SpoolLimits): Promise<Fields> {
  const boundary = boundaryIn(request.headers.get("content-type") ?? "");
  if (boundary === undefined) throw malformed();
  const marks = new Marks(boundary);
  const length = announcedLength(request)!;
  const folder = await openScratchFolder(tmpdir(), length);
  limits.place.keep(folder);
  const path = join(folder.path, "form");
  const file = await open(path, "wx", 0o600);
  try {
    await readEach(request, { ...limits, maxBytes: length }, async (part) => {
      marks.look(part);
      await file.writeFile(part).catch(() => Promise.reject(noRoom()));
    });
  } finally {
    await file.close();
  }
  return fieldsIn(Bun.file(path), marks, names, limits);
}

/** Finds where the parts of a form begin, while it arrives. */
class Marks {
  readonly at: number[] = [];
  readonly length: number;
  readonly #mark: Buffer;
  /** The end of what has arrived, as a mark may lie across two pieces. */
  #tail = Buffer.alloc(0);
  #arrived = 0;

  constructor(boundary: string) {
    this.#mark = Buffer.from(`--${boundary}`);
    this.length = this.#mark.length;
  }

  look(part: Uint8Array) {
    const text = Buffer.concat([this.#tail, part]);
    const begins = this.#arrived - this.#tail.length;
    for (let at = text.indexOf(this.#mark); at >= 0; at = text.indexOf(this.#mark, at + this.length)) {
      this.at.push(begins + at);
      if (this.at.length > MAX_PARTS)
        throw new DomainError("invalid", message("error.many-fields", { where: message("noun.form") }));
    }
    this.#arrived += part.length;
    this.#tail = Buffer.from(text.subarray(Math.max(0, text.length - this.length + 1)));
  }
}

async function fieldsIn(form: Blob, marks: Marks, names: readonly string[], limits: SpoolLimits): Promise<Fields> {
  if (marks.at.length < 2 || (await textOf(form, marks.at.at(-1)! + marks.length, 2)) !== "--") throw malformed();
  const fields = new Map<string, unknown[]>();
  for (const [index, at] of marks.at.slice(0, -1).entries()) {
    const begin = at + marks.length;
    const end = marks.at[index + 1]! - LINE_END.length;
    const head = await textOf(form, begin, Math.min(MAX_HEAD, end - begin));
    const headEnd = head.indexOf(HEAD_END);
    if (!head.startsWith(LINE_END) || headEnd < 0) throw malformed();
    const name = /;\s*name="([^"]*)"/i.exec(head.slice(0, headEnd))?.[1];
    if (name === undefined || !names.includes(name)) continue;
    const content = form.slice(begin + headEnd + HEAD_END.length, end);
    const value = name === limits.file.field ? await videoIn(content, limits) : await fieldText(name, content);
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return fields;
}

/** Of bytes, a letter each. */
const textOf = async (form: Blob, begin: number, length: number) =>
  Buffer.from(await form.slice(begin, begin + length).arrayBuffer()).toString("latin1");

async function fieldText(name: string, content: Blob): Promise<string> {
  if (content.size > MAX_TEXT) throw new DomainError("invalid", message("error.field-long", { name, most: MAX_TEXT }));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await content.arrayBuffer());
  } catch {
    throw malformed();
  }
}

/** A picture has to be in memory, so it may not be as large. */
async function videoIn(content: Blob, { maxBytes }: SpoolLimits): Promise<SpooledVideo> {
  const start = new Uint8Array(await content.slice(0, VIDEO_START).arrayBuffer());
  if (!sniffVideo(start)) throw tooLarge(maxBytes);
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const part of content.stream()) hasher.update(part);
  return new SpooledVideo(content, hasher.digest("hex"));
}

const noRoom = () => new DomainError("unavailable", message("error.many-uploads"));
const malformed = () => new DomainError("invalid", message("error.body-multipart"));
