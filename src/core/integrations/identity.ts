/** Who somebody is at another service, according to that service. */
export interface Identity {
  service: string;
  /** Never changes. */
  subject: string;
  /** Listed by the API. */
  account: string;
  /** What people call it, where `account` does not tell. */
  name: string | undefined;
}
