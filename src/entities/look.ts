/** A hash of 63 bits in three pieces of 21; see images/similarity.ts. */
export type Thirds = readonly [number, number, number];

/** What a family of copies looks like, or the avatar of a person. */
export interface Look {
  /** Id of the meme that the family began with, or of the person. */
  owner: string;
  thirds: Thirds;
}
