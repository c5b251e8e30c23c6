/** An account at another service, as reported by that service. */
export interface Identity {
  service: string;
  /** Never changes. */
  subject: string;
  /** Listed by the API. */
  account: string;
  /** Display name, if `account` is not one. */
  name: string | undefined;
}
