/** An outgoing mail. Never its text: each attempt makes a new secret for the link and stores only its hash. */
export interface Mail {
  id: string;
  /** A MailKind, or one written by another version. */
  kind: string;
  /** Undefined if nobody has the typed name; such a mail goes to nobody. */
  userId: string | undefined;
  /** Undefined means the account's confirmed address at the time of sending. */
  address: string | undefined;
  language: string;
  /** Values for the text. */
  about: Record<string, string>;
  /** Id of the request that asked for it. */
  request: string | undefined;
  /** Hash of the secret in the last attempt. */
  ticket: string | undefined;
  tries: number;
  /** The mail server's last error. */
  error: string | undefined;
  createdAt: number;
  /** When an attempt began that has not failed. Only for mails that are never sent twice. */
  begunAt: number | undefined;
  sentAt: number | undefined;
  /** When it was given up. */
  failedAt: number | undefined;
}
