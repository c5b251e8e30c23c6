/** Memes that somebody has saved together. */
export interface Collection {
  id: number;
  ownerId: string;
  /** Empty for the one that holds everything its owner has saved. */
  name: string;
  /** Part of the address that shows it to others; undefined while it is private. */
  shareKey: string | undefined;
  /** Including memes that are hidden at the moment. */
  memeCount: number;
  createdAt: number;
}

/** A meme in a collection. */
export interface CollectedMeme {
  collectionId: number;
  memeId: string;
  createdAt: number;
}
