/** The answer to a request with an Idempotency-Key. */
export interface StoredAnswer {
  userId: string;
  key: string;
  /** Of the request. Another request with the same key is refused. */
  fingerprint: string;
  /** Of the process working on it. */
  token: string;
  /** Undefined while being worked on; empty if the meme it described was deleted. */
  body: string | undefined;
  createdAt: number;
}
