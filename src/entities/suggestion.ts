/** A suggested translation. */
export interface Suggestion {
  language: string;
  key: string;
  /** The English text at that time. */
  source: string;
  text: string;
  /** Undefined if the account is gone. */
  userId: string | undefined;
  createdAt: number;
}
