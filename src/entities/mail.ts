/** A mail to be sent. Never its text: a link's secret is made for each try and kept as a hash. */
export interface Mail {
  id: string;
  /** A MailKind, or one that another version of the program wrote. */
  kind: string;
  /** Undefined where nobody has the name that was typed: such a mail is written to nobody. */
  userId: string | undefined;
  /** Undefined for the account's confirmed address as it is when the mail is sent. */
  address: string | undefined;
  language: string;
  /** What else the words need. */
  about: Record<string, string>;
  /** The id of the request that asked for it. */
  request: string | undefined;
  /** Hash of the secret in the last try. */
  ticket: string | undefined;
  tries: number;
  /** What the mail server said the last time. */
  error: string | undefined;
  createdAt: number;
  sentAt: number | undefined;
  /** When it was given up. */
  failedAt: number | undefined;
}
