import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip } from "node:zlib";
import { ownText } from "../own-text.ts";
import type { HttpRequest } from "../wire/http-request.ts";

type Bytes = Uint8Array<ArrayBuffer>;
/** Best first, for callers without a preference: for our texts zstd is smallest, then gzip. */
const CODINGS = ["zstd", "gzip", "br"] as const;
export type Coding = (typeof CODINGS)[number];

export type Levels = Record<Coding, number>;
/**
 * For answers compressed while somebody waits. On a page of 20 KB, higher levels save less than a tenth of the bytes
 * for twice the time.
 */
const QUICK: Levels = { zstd: 1, gzip: 2, br: 1 };

const text = new TextEncoder();

export function pack(bytes: Bytes, coding: Coding, levels: Levels): Bytes {
  if (coding === "zstd") return Bun.zstdCompressSync(bytes, { level: levels.zstd }) as Bytes;
  if (coding === "gzip") return Bun.gzipSync(bytes, { level: levels.gzip as 1 });
  return brotliCompressSync(bytes, brotliOptions(bytes, levels)) as Bytes;
}

const gzipLater = promisify<Bytes, { level: number }, Buffer>(gzip);
const brotliLater = promisify<Bytes, ReturnType<typeof brotliOptions>, Buffer>(brotliCompress);

/** In another thread, for bodies that would hold up everybody else. */
async function packLater(bytes: Bytes, coding: Coding, levels: Levels): Promise<Bytes> {
  if (coding === "zstd") return (await Bun.zstdCompress(bytes, { level: levels.zstd })) as Bytes;
  if (coding === "gzip") return (await gzipLater(bytes, { level: levels.gzip })) as Bytes;
  return (await brotliLater(bytes, brotliOptions(bytes, levels))) as Bytes;
}

/** Compressing longer answers in this thread would hold up everybody else. */
export const MAX_PACKED_AT_ONCE = 64 * 1024;

/** An answer of the API. */
export const packJson = (bytes: Bytes, coding: Coding): Bytes | Promise<Bytes> =>
  bytes.length <= MAX_PACKED_AT_ONCE ? pack(bytes, coding, QUICK) : packLater(bytes, coding, QUICK);

const brotliOptions = (bytes: Bytes, levels: Levels) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: levels.br, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
});

// Cached: callers send the same handful of headers again and again.
const MAX_KNOWN = 200;
let known = new Map<string, Map<string, number>>();

/** The encoding Accept-Encoding prefers; undefined for none. */
export function codingFor(request: HttpRequest, offers: readonly Coding[] = CODINGS): Coding | undefined {
  const header = request.headers.get("accept-encoding");
  if (!header) return undefined;
  let likes = known.get(header);
  if (!likes) {
    if (known.size >= MAX_KNOWN) known = new Map();
    known.set(ownText(header), (likes = likesOf(header)));
  }
  const others = likes.get("*") ?? 0;
  let best: Coding | undefined;
  // Anything that is merely not excluded, such as identity, ranks below everything that is named.
  let max = likes.get("identity") ?? 0;
  for (const coding of offers) {
    const like = likes.get(coding) ?? others;
    if (like > max || (like === max && like > 0 && best === undefined)) [best, max] = [coding, like];
  }
  return best;
}

function likesOf(header: string): Map<string, number> {
  const likes = new Map<string, number>();
  for (const part of header.split(",")) {
    const [name = "", ...parameters] = part.split(";").map((one) => one.trim().toLowerCase());
    const weight = parameters.find((one) => /^q\s*=/.test(one))?.replace(/^q\s*=\s*/, "");
    // Unreadable weights count as 0.
    const like = weight === undefined ? 1 : /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
    if (name) likes.set(name === "x-gzip" ? "gzip" : name, like);
  }
  return likes;
}

/** Content that can be sent plain or compressed. */
export interface Content {
  bytes: Bytes;
  offers: readonly Coding[];
  pack(coding: Coding): Bytes;
}

export function contentOf(page: string): Content {
  const bytes = text.encode(page);
  return { bytes, offers: CODINGS, pack: (coding) => pack(bytes, coding, QUICK) };
}

/** For what is compressed once. Brotli takes a tenth of a second for 100 KB; another level would take three. */
const CAREFUL: Levels = { zstd: 19, gzip: 9, br: 10 };

/**
 * Compressed once, for all requests: with Brotli as soon as that is done, which is an eighth smaller than with gzip.
 * Pictures are compressed already.
 */
export function cachedContent(bytes: Bytes, isText: boolean): Content {
  if (!isText) return { bytes, offers: [], pack: () => bytes };
  const packed = new Map<Coding, Bytes>([["gzip", pack(bytes, "gzip", CAREFUL)]]);
  const offers: Coding[] = ["gzip"];
  const addBrotli = async () => {
    packed.set("br", await packLater(bytes, "br", CAREFUL));
    offers.unshift("br");
  };
  void addBrotli();
  return { bytes, offers, pack: (coding) => packed.get(coding)! };
}

/** A file that is too large to be compressed in this thread: done when somebody first asks for it, and kept. */
export class LargeContent {
  readonly #packed = new Map<Coding, Promise<Bytes>>();

  constructor(private read: () => Promise<Bytes>) {}

  /** As this request wants it. */
  async for(request: HttpRequest): Promise<Content> {
    const coding = codingFor(request, ["br", "gzip"]);
    if (!coding) return cachedContent(await this.read(), false);
    const packed = await this.packed(coding);
    return { bytes: packed, offers: [coding], pack: () => packed };
  }

  packed(coding: Coding): Promise<Bytes> {
    return this.#packed.getOrInsertComputed(coding, async () => {
      try {
        return await packLater(await this.read(), coding, CAREFUL);
      } catch (error) {
        this.#packed.delete(coding);
        throw error;
      }
    });
  }
}

/** Chosen by Accept-Encoding. */
export function encode(request: HttpRequest, content: Content) {
  const coding = codingFor(request, content.offers);
  const headers: Record<string, string> = { Vary: "Accept-Encoding" };
  if (coding) headers["Content-Encoding"] = coding;
  return { body: coding ? content.pack(coding) : content.bytes, coding, headers };
}
