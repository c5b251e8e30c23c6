/** Who somebody is at another service, as the service itself says. */
export interface Identity {
  service: string;
  /** Stays the same for ever. */
  subject: string;
  /** What the API lists. */
  account: string;
  /** What people call it, where the account does not say it. */
  name: string | null;
}
