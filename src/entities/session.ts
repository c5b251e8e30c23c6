/** A browser in which somebody is signed in. The hash of its token stays in the database. */
export interface Session {
  id: string;
  userId: string;
  /** What the browser calls itself. */
  agent: string;
  createdAt: number;
  /** To the hour. */
  seenAt: number;
  /** When the person last signed in or typed the password again. */
  provenAt: number;
}
