/** A secret that works once, until it expires. Its hash stays in the database. */
export interface Ticket {
  userId: string | undefined;
  createdAt: number;
  expiresAt: number;
}

/** A link that confirms an address. */
export interface Confirmation extends Ticket {
  userId: string;
  email: string;
}

/** Somebody who is on the way to another service, or back: to link an account when there is a user, or to sign in. */
export interface HandOff extends Ticket {
  service: string;
  /** What has to be known later, as JSON. */
  kept: string;
}
