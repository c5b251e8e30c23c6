/** Somebody's account at another service. */
export interface LinkedAccount extends ListedAccount {
  /** Permanent identity there: the issuer and its id. Undefined if the account cannot sign in. */
  subject: string | undefined;
  /** Display name, if `account` is not one. */
  name: string | undefined;
  /** When the person last signed in with it. */
  usedAt: number | undefined;
}

export interface LinkedAccountId {
  userId: string;
  service: string;
  /** Listed by the API: the name there, or for Discord the id. */
  account: string;
}

/** All there is of an account that cannot sign in. */
export interface ListedAccount extends LinkedAccountId {
  createdAt: number;
}
