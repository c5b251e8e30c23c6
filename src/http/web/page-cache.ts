import { constants, crc32, deflateRawSync } from "node:zlib";

import type { Content } from "../encoding.ts";
import { append, factorOf } from "./checksum.ts";

const MAX_BYTES = 16 * 2 ** 20;
const LEVEL = 7;
/** Gzip magic number, deflate, and default flags. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Placeholder for each visitor's nonce in a cached page. */
export const NONCE = crypto.randomUUID();

interface Entry {
  /** Everything the page shows that can change. */
  shows: string;
  page: CachedPage;
}

/**
 * Pages that are the same for all guests except for the nonce, rendered and compressed once. What a page shows is read
 * at every visit and compared, so no visitor gets anything older than that.
 */
export class PageCache {
  // Two generations: pages that nobody asks for while the young one fills up are forgotten. A page that was asked for
  // once has only its address here, because most are never asked for again.
  #young = new Map<string, Entry | undefined>();
  #old = new Map<string, Entry | undefined>();
  #bytes = 0;

  constructor(private maxBytes = MAX_BYTES) {}

  /** Undefined if nobody asked for the page lately, or it has changed since. */
  find(address: string, show: () => string, render: () => string): CachedPage | undefined {
    const isYoung = this.#young.has(address);
    if (!isYoung && !this.#old.has(address)) return this.#keep(address, undefined);
    const known = isYoung ? this.#young.get(address) : this.#old.get(address);
    const shows = show();
    if (known && known.shows !== shows) return this.#keep(address, undefined);
    if (known && isYoung) return known.page;
    return this.#keep(address, known ?? { shows, page: new CachedPage(render()) });
  }

  #keep(address: string, entry: Entry | undefined): CachedPage | undefined {
    this.#young.set(address, entry);
    // What the entry replaces stays counted: the generation ends a little earlier.
    this.#bytes += 2 * address.length + (entry ? 2 * entry.shows.length + entry.page.size : 0);
    if (this.#bytes >= this.maxBytes / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#bytes = 0;
    }
    return entry?.page;
  }
}

export class CachedPage {
  readonly #parts: Part[];
  readonly #length: number;

  constructor(html: string) {
    const texts = html.split(NONCE);
    this.#parts = texts.map((text, i) => partOf(Buffer.from(text), i === texts.length - 1));
    this.#length = sum(this.#parts.map(({ plain }) => plain.length));
  }

  /** In bytes. */
  get size(): number {
    return this.#length + sum(this.#parts.map(({ packed }) => packed.length));
  }

  with(nonce: string): Content {
    const [parts, inserted] = [this.#parts, Buffer.from(nonce)];
    return {
      get bytes() {
        return Buffer.concat(
          between(
            parts.map(({ plain }) => plain),
            inserted,
          ),
        );
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
    const packed = this.#parts.map((part) => part.packed);
    tail.writeUInt32LE(this.#checksum(nonce), 0);
    tail.writeUInt32LE(this.#length + nonce.length * (packed.length - 1), 4);
    return Buffer.concat([GZIP_HEAD, ...between(packed, stored), tail]);
  }

  #checksum(nonce: Buffer): number {
    const [first, ...rest] = this.#parts;
    return rest.reduce((crc, part) => append(crc32(nonce, crc), part.crc, part.factor), first!.crc);
  }
}

/** What comes before, between or after the nonces of a page. */
interface Part {
  plain: Buffer;
  packed: Buffer;
  crc: number;
  /** Adds `crc` to the checksum of what comes before. */
  factor: number;
}

function partOf(plain: Buffer, isLast: boolean): Part {
  // A full flush ends at a byte boundary, so that something can be inserted.
  const packed = deflateRawSync(plain, { level: LEVEL, ...(!isLast && { finishFlush: constants.Z_FULL_FLUSH }) });
  return { plain, packed, crc: crc32(plain), factor: factorOf(plain.length) };
}

const between = (parts: Buffer[], inserted: Buffer): Buffer[] =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [inserted, part]));

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
