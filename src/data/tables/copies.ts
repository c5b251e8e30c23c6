import type { Millis } from "./columns.ts";

export interface CopiesTable {
  meme_id: string;
  /** Id of the meme that the family of copies began with. It may be gone. */
  family: string;
}

/** A perceptual hash of the first meme of a family, 63 bits in three pieces of 21; see similarity.ts. */
export interface LooksTable {
  a: number;
  b: number;
  c: number;
  family: string;
}

/** A perceptual hash of the picture that somebody shows of themselves, and of its file; as in `looks`. */
export interface AvatarLooksTable {
  a: number;
  b: number;
  c: number;
  user_id: string;
}

/** A meme whose author was told that it had been posted before, and has yet to decide. One for each account. */
export interface DraftsTable {
  user_id: string;
  /** Id that the meme will have. */
  id: string;
  /** JSON. */
  prepared: string;
  created_at: Millis;
}
