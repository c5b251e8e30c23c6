/** Somebody's account at another service. */
export interface LinkedAccount extends LinkedAccountId {
  /** Who the person is there, for good: the issuer and its id. Undefined when the account cannot sign in. */
  subject: string | undefined;
  /** What people call it, where `account` does not tell. */
  name: string | undefined;
  createdAt: number;
  /** When the person last signed in with it. */
  usedAt: number | undefined;
}

export interface LinkedAccountId {
  userId: string;
  service: string;
  /** What the API lists: the person's name there, or the id at Discord. */
  account: string;
}
