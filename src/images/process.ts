import { leaseWorker, type Lease } from "../worker/pool.ts";
import type { Answer } from "../worker/worker-process.ts";
import { requireAllowedSize } from "./limits.ts";
import { requireFormat } from "./sniff.ts";

export type Rendition = { bytes: Uint8Array; type: string; extension: "jpg" | "png" | "webp" | "gif" };

export type ProcessedImage = {
  /** As uploaded, but re-encoded: only pixels, frames and delays are kept. */
  original: Rendition;
  display: Rendition;
  /** Always still. */
  thumbnail: Rendition;
  width: number;
  height: number;
  /** Dominant colour: six lower-case hex digits. */
  color: string;
  /** SHA-256 of the original's bytes, in hex. */
  hash: string;
  /** See perceptual-hash.ts; empty for a picture too flat to recognize. */
  perceptualHashes: string[];
  animated: boolean;
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

/** A picture that a worker has taken out of a form, and holds. Its bytes have never been in this process. */
export class HeldPicture {
  constructor(
    private lease: Lease,
    readonly length: number,
    /** SHA-256 of its bytes, in hex. */
    readonly digest: string,
  ) {}

  render(): Promise<Answer<PackedImage>> {
    return this.#ask("held");
  }

  renderAvatar(): Promise<Answer<PackedAvatar>> {
    return this.#ask("heldAvatar");
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

/** Perceptual hashes of an image that is already stored; see perceptual-hash.ts. */
export async function looksOfStored(bytes: Uint8Array): Promise<string[]> {
  requireSomeImage(bytes);
  using lease = await leaseWorker();
  return (await lease.ask<string[]>("image", "perceptualHashes", {}, [bytes])).value;
}

/** What can be refused at a glance needs no worker. */
function requireSomeImage(bytes: Uint8Array) {
  requireAllowedSize(bytes);
  requireFormat(bytes);
}

type PackedRendition = Omit<Rendition, "bytes"> & { at: number };
type PackedImage = Omit<ProcessedImage, "original" | "display" | "thumbnail"> &
  Record<"original" | "display" | "thumbnail", PackedRendition>;

function unpacked({ value, bytes }: Answer<PackedImage>): ProcessedImage {
  const rendition = ({ at, ...rest }: PackedRendition): Rendition => ({ ...rest, bytes: bytes[at]! });
  return {
    ...value,
    original: rendition(value.original),
    display: rendition(value.display),
    thumbnail: rendition(value.thumbnail),
  };
}

type PackedAvatar = Pick<ProcessedAvatar, "hash" | "seen">;

const unpackedAvatar = ({ value, bytes }: Answer<PackedAvatar>): ProcessedAvatar => ({
  ...value,
  large: bytes[0]!,
  small: bytes[1]!,
});
