/** The answer to a request with an Idempotency-Key. */
export interface KeptAnswer {
  userId: string;
  key: string;
  /** Of the request: another one with the same key is refused. */
  fingerprint: string;
  /** Of the process that works on it. */
  token: string;
  /** Undefined while it is being worked on; empty when the meme it told of was deleted. */
  body: string | undefined;
  createdAt: number;
}
