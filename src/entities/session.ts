/** A signed-in browser. The hash of its token stays in the data layer. */
export interface Session {
  id: string;
  userId: string;
  /** User-Agent. */
  agent: string;
  createdAt: number;
  /** To the hour. */
  seenAt: number;
  /** When the person last signed in or typed the password again. */
  provenAt: number;
}
