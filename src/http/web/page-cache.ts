import { constants, crc32, deflateRawSync } from "node:zlib";

import type { EntityCache } from "../../data/cache.ts";
import type { Kept } from "../../data/kept.ts";
import type { Content } from "../encoding.ts";
import { append, factorOf } from "./checksum.ts";

/** Higher levels take a third longer for 2 % fewer bytes. */
const LEVEL = 5;
/** Gzip magic number, deflate, and default flags. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Placeholder for each visitor's nonce in a cached page. */
export const NONCE = crypto.randomUUID();

interface Entry {
  /** Digest of everything the page shows that can change. */
  shows: string;
  page: CachedPage;
}

/**
 * How often somebody has asked for a page that is not kept yet. Most are hardly ever asked for again, and keeping one
 * costs more than sending it, because it is compressed in another way.
 */
type Asked = 1 | 2;

/** About how much memory a page and its address take. */
const bytesOf = (entry: Entry | Asked) => (typeof entry === "number" ? 1000 : 2000 + entry.page.size);

/**
 * Pages that are the same for all guests except for the nonce, rendered and compressed once. What a page shows is read
 * at every visit and compared, so no visitor gets anything older than that.
 */
export class PageCache {
  readonly #kept: Kept<Entry | Asked>;

  constructor(cache: Pick<EntityCache, "keep">) {
    this.#kept = cache.keep(bytesOf, {});
  }

  /** Undefined if the page was not asked for twice before, or has changed since. */
  find(address: string, show: () => string, render: () => string): CachedPage | undefined {
    const known = this.#kept.get(address);
    if (known === undefined) return this.#keep(address, 1);
    if (known === 1) return this.#keep(address, 2);
    const shows = Bun.SHA256.hash(show(), "base64");
    if (known === 2) return this.#keep(address, { shows, page: new CachedPage(render()) });
    // People do ask for this one, so the next visit keeps it again.
    return known.shows === shows ? known.page : this.#keep(address, 2);
  }

  #keep(address: string, entry: Entry | Asked): CachedPage | undefined {
    this.#kept.set(address, entry);
    return typeof entry === "number" ? undefined : entry.page;
  }
}

export class CachedPage {
  readonly #parts: Part[];
  readonly #length: number;

  constructor(html: string) {
    const texts = html.split(NONCE).map((text) => Buffer.from(text));
    this.#parts = texts.map((text, i) => partOf(text, i === texts.length - 1));
    this.#length = sum(texts.map((text) => text.length));
  }

  /** In bytes. */
  get size(): number {
    return sum(this.#parts.map(({ packed }) => packed.length));
  }

  /** Kept only compressed: nearly all browsers want it so. */
  with(nonce: string): Content {
    const pack = () => this.#pack(Buffer.from(nonce));
    return {
      get bytes() {
        return Bun.gunzipSync(pack());
      },
      offers: ["gzip"],
      pack,
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
  packed: Buffer;
  crc: number;
  /** Adds `crc` to the checksum of what comes before. */
  factor: number;
}

function partOf(plain: Buffer, isLast: boolean): Part {
  // A full flush ends at a byte boundary, so that something can be inserted.
  const packed = deflateRawSync(plain, { level: LEVEL, ...(!isLast && { finishFlush: constants.Z_FULL_FLUSH }) });
  // Copied, because the buffer of zlib is larger than what is in it.
  return { packed: Buffer.from(packed), crc: crc32(plain), factor: factorOf(plain.length) };
}

const between = (parts: Buffer[], inserted: Buffer): Buffer[] =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [inserted, part]));

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
