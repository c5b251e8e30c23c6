import { constants, crc32, deflateRawSync } from "node:zlib";

import type { Content } from "../encoding.ts";

const MAX_PAGES = 24;
const LEVEL = 9;
/** Gzip magic number, deflate, and default flags. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Placeholder for each visitor's nonce in a cached page. */
export const NONCE = crypto.randomUUID();

/** Pages that are the same for all guests except for the nonce: rendered and compressed once. */
export class PageCache {
  #kept = new Map<string, CachedPage>();

  /** `key` covers everything the page depends on. */
  find(key: string, render: () => string): CachedPage {
    let page = this.#kept.get(key);
    if (page) return page;
    // Evicts the oldest: the first in the order of a Map.
    if (this.#kept.size >= MAX_PAGES) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(key, (page = new CachedPage(render())));
    return page;
  }
}

export class CachedPage {
  readonly #parts: Buffer[];
  readonly #packed: Buffer[];

  constructor(html: string) {
    this.#parts = html.split(NONCE).map((part) => Buffer.from(part));
    const last = this.#parts.length - 1;
    // A full flush ends at a byte boundary, so that something can be inserted.
    this.#packed = this.#parts.map((part, i) =>
      deflateRawSync(part, { level: LEVEL, ...(i < last && { finishFlush: constants.Z_FULL_FLUSH }) }),
    );
  }

  with(nonce: string): Content {
    const [parts, inserted] = [this.#parts, Buffer.from(nonce)];
    return {
      get bytes() {
        return between(parts, inserted);
      },
      offers: ["gzip"],
      pack: () => this.#pack(inserted),
    };
  }

  /** One gzip stream: the compressed parts with the nonce between them, stored uncompressed. */
  #pack(nonce: Buffer) {
    const stored = Buffer.alloc(5 + nonce.length);
    stored.writeUInt16LE(nonce.length, 1);
    stored.writeUInt16LE(nonce.length ^ 0xffff, 3);
    nonce.copy(stored, 5);
    const tail = Buffer.alloc(8);
    const checksum = this.#parts.reduce((crc, part, i) => crc32(part, i === 0 ? crc : crc32(nonce, crc)), 0);
    const length = this.#parts.reduce((sum, part) => sum + part.length + nonce.length, -nonce.length);
    tail.writeUInt32LE(checksum, 0);
    tail.writeUInt32LE(length, 4);
    return Buffer.concat([GZIP_HEAD, between(this.#packed, stored), tail]);
  }
}

const between = (parts: Buffer[], inserted: Buffer) =>
  Buffer.concat(parts.flatMap((part, i) => (i === 0 ? [part] : [inserted, part])));
