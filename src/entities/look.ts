/** A hash of 63 bits in three pieces of 21; see images/similarity.ts. */
export type Thirds = readonly [number, number, number];

/** What a family of copies looks like. */
export interface Look {
  /** Id of the meme it began with. */
  family: string;
  thirds: Thirds;
}
