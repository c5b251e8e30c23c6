import { keepFact, readFact } from "../../data/site.ts";
import type { Db } from "../../data/schema.ts";
import { isSignedBy, makeSecret, signatureOf } from "../secrets.ts";

const KEY = "media_key";

/** Below GUFFAW_MEDIA_URL: the seal, the meme's id, the file. */
export const SEALED = "/m/";

/** A seal holds, held once, or was never ours. */
export type SealState = "valid" | "expired" | "forged";

/**
 * Addresses of pictures on a CDN. Each carries a seal: until when it works, and our signature on that and the meme's
 * id. Seals end at fixed moments and work for half of their lifetime at least, so that everyone gets the same address
 * for a while and caches can share it.
 */
export class SignedPictures {
  readonly origin: string;
  readonly root: string;
  readonly #step: number;

  constructor(
    readonly url: string,
    private key: string,
    seconds: number,
    readonly clock: () => number,
  ) {
    this.origin = new URL(url).origin;
    this.root = url + SEALED;
    this.#step = (seconds * 1000) / 2;
  }

  freshUntil(): number {
    return (Math.floor(this.clock() / this.#step) + 1) * this.#step;
  }

  sealOf(memeId: string): string {
    const until = Math.floor((this.freshUntil() + this.#step) / 1000).toString(36);
    return `${until}-${signatureOf(signedText(until, memeId), this.key)}`;
  }

  stateOf(seal: string, memeId: string): SealState {
    const [, until, signature] = /^([0-9a-z]{1,9})-([\w-]{43})$/.exec(seal) ?? [];
    if (!until || !isSignedBy(signedText(until, memeId), this.key, signature!)) return "forged";
    return this.secondsLeft(seal) > 0 ? "valid" : "expired";
  }

  /** How long caches may keep what this seal shows. */
  secondsLeft(seal: string): number {
    return Number.parseInt(seal, 36) - Math.ceil(this.clock() / 1000);
  }
}

const signedText = (until: string, memeId: string) => `${until}/${memeId}`;

/** All nodes sign with the same key. */
export async function openPictures(
  db: Db,
  { url, seconds }: { url: string | undefined; seconds: number },
  clock: () => number,
): Promise<SignedPictures | undefined> {
  if (url === undefined) return undefined;
  const key = (await readFact(db, KEY)) ?? (await keepFact(db, KEY, makeSecret()));
  return new SignedPictures(url, key, seconds, clock);
}
