import { isPending } from "../when-ready.ts";
import { packJson, type Coding } from "./encoding.ts";
import type { Json } from "./json.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = new TextEncoder();

/** JSON as bytes, which need no more encoding, and their ETag. */
export abstract class WrittenJson {
  abstract readonly bytes: Bytes;
  abstract readonly etag: string;

  pack(coding: Coding): Bytes | Promise<Bytes> {
    return packJson(this.bytes, coding);
  }

  /** The same for later: for an answer that has to wait for something else. */
  lasting(): this {
    return this;
  }
}

/** JSON that has been written before. */
export class KeptJson extends WrittenJson {
  constructor(
    readonly bytes: Bytes,
    readonly etag: string,
  ) {
    super();
  }
}

/** A long answer, which costs more to compress than to write. Its compressed forms are kept too. */
export class LongJson extends KeptJson {
  readonly #packed = new Map<Coding, Bytes | Promise<Bytes>>();

  override pack(coding: Coding): Bytes | Promise<Bytes> {
    const known = this.#packed.get(coding);
    if (known) return known;
    const packed = super.pack(coding);
    this.#packed.set(coding, packed);
    if (isPending(packed))
      packed.then(
        (bytes) => this.#packed.set(coding, bytes),
        () => this.#packed.delete(coding),
      );
    return packed;
  }
}

export const keepJson = (text: Json): KeptJson => {
  const bytes = utf8.encode(text);
  return new KeptJson(bytes, weakTag(bytes));
};

/** Bytes of JSON put together from parts that were written before. */
export function joinBytes(parts: readonly Bytes[]): Bytes {
  let length = 0;
  for (const part of parts) length += part.length;
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export const [OPEN, COMMA, CLOSE] = ["[", ",", "]"].map((mark) => utf8.encode(mark)) as [Bytes, Bytes, Bytes];

/** An array of what was written before. Its ETag is made of theirs. */
export function joinArray(items: readonly WrittenJson[]): KeptJson {
  const parts = [OPEN];
  let tags = "";
  for (const { bytes, etag } of items) {
    if (parts.length > 1) parts.push(COMMA);
    parts.push(bytes);
    tags += etag;
  }
  parts.push(CLOSE);
  return new KeptJson(joinBytes(parts), weakTag(tags));
}

export const weakTag = (body: string | Uint8Array) => `W/"${Bun.hash(body).toString(16)}"`;
