/** On the website, with an API key, at the command line, or together with its author's account. */
export const DELETION_WAYS = ["website", "key", "command", "account"] as const;
export type DeletionWay = (typeof DELETION_WAYS)[number];

/** Who deleted a meme, and how. */
export interface Deletion {
  memeId: string;
  authorId: string;
  /** Undefined for the operator. */
  userId: string | undefined;
  how: DeletionWay;
  keyId: string | undefined;
  createdAt: number;
}
