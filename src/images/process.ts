import type { Recipe } from "../compose/recipe.ts";
import { BACKGROUND, leaseWorker, sinceLastUpload, waitingForWorkers, type Lease } from "../worker/pool.ts";
import type { Answer } from "../worker/worker-process.ts";
import type { Looks } from "./perceptual-hash.ts";
import { requireAllowedSize } from "./limits.ts";
import { requireFormat } from "./sniff.ts";
import type { Size } from "./webp-size.ts";

export type Rendition = { bytes: Uint8Array; type: string; extension: "jpg" | "png" | "webp" | "gif" | "avif" };
export type SizedRendition = Rendition & Size;

export type ProcessedImage = {
  /** As uploaded, but re-encoded: only pixels, frames and delays are kept. */
  original: Rendition;
  display: Rendition;
  /** Always still. */
  thumbnail: Rendition;
  /** A JPEG for link previews; undefined if the original does as well. */
  preview: SizedRendition | undefined;
  width: number;
  height: number;
  /** Dominant colour: six lower-case hex digits. */
  color: string;
  /** SHA-256 of the original's bytes, in hex. */
  hash: string;
  /** See perceptual-hash.ts; empty for a picture too flat to recognize. */
  perceptualHashes: string[];
  /** Those of the picture with left and right exchanged. */
  mirroredHashes: string[];
  animated: boolean;
  frames: number;
  /** Whether it has transparent parts. */
  transparent: boolean;
};

/** A picture of a person: square WebPs of 256 and 64 pixels. */
export interface ProcessedAvatar {
  large: Uint8Array;
  small: Uint8Array;
  /** SHA-256 of the large one, in hex. */
  hash: string;
  /** Of the whole picture, as it would be of a meme: what bans go by. */
  seen: Pick<ProcessedImage, "hash" | "perceptualHashes">;
}

/** A site's logo: a WebP that fits into the header, still, with its transparent parts. */
export interface ProcessedLogo extends Size {
  bytes: Uint8Array;
  /** SHA-256 of its bytes, in hex. */
  hash: string;
  /** Square PNGs, in the order of LOGO_ICONS. */
  icons: Uint8Array[];
}

/** A picture that a worker has taken out of a form, and holds. Its bytes have never been in this process. */
export class HeldPicture {
  constructor(
    private lease: Lease,
    readonly length: number,
    /** SHA-256 of its bytes, in hex. */
    readonly digest: string,
    /** It is no picture at all. */
    readonly isVideo = false,
  ) {}

  /** For what needs no worker. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.#ask("heldBytes")).bytes[0] as Uint8Array<ArrayBuffer>;
  }

  render(): Promise<Answer<PackedImage>> {
    return this.#ask("held");
  }

  renderAvatar(): Promise<Answer<PackedAvatar>> {
    return this.#ask("heldAvatar");
  }

  renderLogo(): Promise<Answer<PackedLogo>> {
    return this.#ask("heldLogo");
  }

  async #ask<V>(job: string): Promise<Answer<V>> {
    // Others need the worker while the renditions are being stored.
    using lease = this.lease;
    return await lease.ask<V>("image", job, {}, []);
  }
}

export type Picture = Uint8Array | HeldPicture;

/**
 * The one way in for every picture. Accounts take turns, except for the operator's own work. Throws a DomainError that
 * says what is wrong and what to do.
 */
export async function processImage(picture: Picture, account?: string): Promise<ProcessedImage> {
  if (picture instanceof HeldPicture) return unpacked(await picture.render());
  requireSomeImage(picture);
  using lease = await leaseWorker(account);
  return unpacked(await lease.ask<PackedImage>("image", "picture", {}, [picture]));
}

/** The same for a picture of a person. */
export async function processAvatar(picture: Picture, account: string): Promise<ProcessedAvatar> {
  if (picture instanceof HeldPicture) return unpackedAvatar(await picture.renderAvatar());
  requireSomeImage(picture);
  using lease = await leaseWorker(account);
  return unpackedAvatar(await lease.ask<PackedAvatar>("image", "avatar", {}, [picture]));
}

/** The same for the site's logo. */
export async function processLogo(picture: Picture): Promise<ProcessedLogo> {
  if (picture instanceof HeldPicture) return unpackedLogo(await picture.renderLogo());
  requireSomeImage(picture);
  using lease = await leaseWorker();
  return unpackedLogo(await lease.ask<PackedLogo>("image", "logo", {}, [picture]));
}

export type StillFormat = "jpeg" | "png" | "webp";
/** A film is a WebP that moves if its base does; of the others, only the first frame is used. */
export type MadeFormat = StillFormat | "film";

export interface MadePicture {
  picture: SizedRendition;
  frames: number;
}

/** CPU time. */
export const secondsFor = (format: MadeFormat): number => (format === "film" ? 15 : 2);

/** The bytes of a picture, or where they come from: what waits for its turn should not take up memory. */
export type BaseSource = Uint8Array | (() => Promise<Uint8Array>);

/** A recipe that its schema has accepted, and the pictures that it names, in the order of its panels. */
export interface Drawable {
  recipe: Recipe;
  format: MadeFormat;
  sources: readonly BaseSource[];
  account?: string | undefined;
  /** The folder of the operator's own. */
  fonts?: string | undefined;
}

/** Makes a picture of a recipe. */
export async function makePicture(drawable: Drawable): Promise<MadePicture> {
  using lease = await leaseWorker(drawable.account, secondsFor(drawable.format));
  const { value, bytes } = await askForDrawing<Packed<MadePicture>>(lease, "recipe", drawable);
  return unpackedFiles(value, bytes) as MadePicture;
}

/** The smaller files of a picture take no longer. */
const RENDITION_SECONDS = 2;

/** Makes a meme of a recipe, with all its files. */
export async function makeImage(drawable: Drawable): Promise<ProcessedImage> {
  using lease = await leaseWorker(drawable.account, secondsFor(drawable.format) + RENDITION_SECONDS);
  return unpacked(await askForDrawing<PackedImage>(lease, "meme", drawable));
}

async function askForDrawing<V>(lease: Lease, job: "recipe" | "meme", { recipe, format, sources, fonts }: Drawable) {
  const bases: Uint8Array[] = [];
  for (const source of sources) bases.push(source instanceof Uint8Array ? source : await source());
  bases.forEach(requireSomeImage);
  const about = { recipe, format, fonts, lengths: bases.map(({ length }) => length) };
  return lease.ask<V>("recipe", job, about, bases);
}

/** Perceptual hashes of an image that is already stored; see perceptual-hash.ts. */
export async function looksOfStored(bytes: Uint8Array): Promise<Looks> {
  requireSomeImage(bytes);
  using lease = await leaseWorker();
  return (await lease.ask<Looks>("image", "perceptualHashes", {}, [bytes])).value;
}

/** Which of some stored thumbnails show the same as this one, down to the lettering; see same-detail.ts. */
export async function sameInDetail(thumbnail: Uint8Array, others: readonly Uint8Array[]): Promise<boolean[]> {
  const all = [thumbnail, ...others];
  all.forEach(requireSomeImage);
  using lease = await leaseWorker();
  return (await lease.ask<boolean[]>("image", "sameInDetail", { lengths: all.map(({ length }) => length) }, all)).value;
}

/** Which renditions a stored picture lacks. */
export interface Wanted {
  small: boolean;
  preview: boolean;
  /** Sizes of the copies as AVIF: the same as those of the WebP files. A new small one gets its copy anyway. */
  displayAvif: Size | undefined;
  smallAvif: Size | undefined;
}

export interface MoreRenditions {
  small: SizedRendition | undefined;
  preview: SizedRendition | undefined;
  displayAvif: Rendition | undefined;
  smallAvif: Rendition | undefined;
  transparent: boolean;
}

/** What can be refused at a glance needs no worker. */
function requireSomeImage(bytes: Uint8Array) {
  requireAllowedSize(bytes);
  requireFormat(bytes);
}

/** Renditions that a picture lacks, from its original. */
export async function processMore(original: Uint8Array, wanted: Wanted): Promise<MoreRenditions> {
  requireSomeImage(original);
  // In turn with people who upload.
  using lease = await leaseWorker(BACKGROUND);
  const { value, bytes } = await lease.ask<Packed<MoreRenditions>>("image", "more", wanted, [original]);
  return unpackedFiles(value, bytes) as MoreRenditions;
}

/** Files for programs that search for GIFs. Undefined if a rendition does as well. */
export interface MadeFormats {
  gif: SizedRendition | undefined;
  mediumgif: SizedRendition | undefined;
  tinygif: SizedRendition | undefined;
  nanogif: SizedRendition | undefined;
  /** Only if it is asked for. */
  webp: SizedRendition | undefined;
  tinywebp: SizedRendition | undefined;
  preview: SizedRendition;
  tinygifpreview: SizedRendition;
  /** In milliseconds; 0 if it does not move. */
  duration: number;
}

/** CPU time for all formats of a picture: that of a long animation is encoded five times. */
const SECONDS_FOR_FORMATS = 20;

/** Whether to make a large WebP, because no rendition moves. */
export interface WantedFormats {
  webp?: boolean;
}

export async function processFormats(original: Uint8Array, wanted: WantedFormats = {}): Promise<MadeFormats> {
  requireSomeImage(original);
  using lease = await leaseWorker(BACKGROUND, SECONDS_FOR_FORMATS);
  const { value, bytes } = await lease.ask<Packed<MadeFormats>>("image", "formats", wanted, [original]);
  return unpackedFiles(value, bytes) as MadeFormats;
}

type PackedAvatar = Pick<ProcessedAvatar, "hash" | "seen">;

const unpackedAvatar = ({ value, bytes }: Answer<PackedAvatar>): ProcessedAvatar => ({
  ...value,
  large: bytes[0]!,
  small: bytes[1]!,
});

type PackedLogo = Omit<ProcessedLogo, "bytes" | "icons">;

const unpackedLogo = ({ value, bytes: [bytes, ...icons] }: Answer<PackedLogo>): ProcessedLogo => ({
  ...value,
  bytes: bytes!,
  icons,
});

/** A pause between two uploads. */
const QUIET_MS = 500;
/** Some sites are never quiet. */
const MAX_WAIT_MS = 30_000;

/** Resolves in the next pause between uploads, so that they have the machine to themselves. */
export async function waitForQuiet(signal: AbortSignal): Promise<void> {
  const latest = performance.now() + MAX_WAIT_MS;
  const isQuiet = () => waitingForWorkers() === 0 && (sinceLastUpload() > QUIET_MS || performance.now() > latest);
  for (; !isQuiet(); await Bun.sleep(QUIET_MS / 5)) signal.throwIfAborted();
}

/** What another process says about renditions: each has the place of its bytes in a list. */
export type Packed<T> = { [K in keyof T]: T[K] extends Rendition | undefined ? PackedRendition | undefined : T[K] };
type PackedRendition = Omit<Rendition, "bytes"> & { at: number };
type PackedImage = Packed<ProcessedImage>;

const unpacked = ({ value, bytes }: Answer<PackedImage>) => unpackedFiles(value, bytes) as ProcessedImage;

const unpackedFiles = (value: object, bytes: readonly Uint8Array[]): object =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isPacked(one) ? unpack(one, bytes) : one]));

const isPacked = (value: unknown): value is PackedRendition =>
  typeof value === "object" && value !== null && "at" in value && "extension" in value;

const unpack = ({ at, ...rest }: PackedRendition, bytes: readonly Uint8Array[]) => ({ ...rest, bytes: bytes[at]! });
