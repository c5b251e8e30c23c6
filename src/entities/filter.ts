/** Somebody a person does not want to see: a mute leaves them out of lists, a block hides each from the other. */
export interface Block {
  userId: string;
  otherId: string;
  kind: BlockKind;
  createdAt: number;
}

/** In the order of the numbers in the database. */
export const BLOCK_KINDS = ["mute", "block"] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Words a person does not want to read. */
export interface MutedWords {
  /** As typed. */
  text: string;
  /** As compared: folded, with single spaces. */
  key: string;
}

/** Everything that is filtered out for one person. */
export interface Filter {
  muted: ReadonlySet<string>;
  blocked: ReadonlySet<string>;
  /** People who have blocked this person. */
  blockedBy: ReadonlySet<string>;
  /** Keys of muted words. */
  words: readonly string[];
}
