export type ErrorCode =
  | "not_found"
  | "not_allowed"
  | "not_signed_in"
  | "invalid"
  /** Somebody is at it already. */
  | "conflict"
  /** It was said otherwise before. */
  | "mismatch"
  | "too_many"
  | "unavailable";

/** A refusal the caller can understand: the message is one sentence for a person, and every face shows it as it is. */
export class DomainError extends Error {
  override name = "DomainError";
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Seconds after which it may go better. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}
