/** A secret that works once, until it expires. Its hash stays in the data layer. */
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

/** A round trip to another service: to link an account if there is a user, otherwise to sign in. */
export interface HandOff extends Ticket {
  service: string;
  /** State for later, as JSON. */
  kept: string;
}
