/** What a translator would say. */
export interface Suggestion {
  language: string;
  key: string;
  /** The English words at that time. */
  source: string;
  text: string;
  /** Undefined where the account is gone. */
  userId: string | undefined;
  createdAt: number;
}
