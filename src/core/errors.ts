import type { Said } from "../words/messages.ts";
import { wordsIn } from "../words/words.ts";

export type ErrorCode =
  | "not_found"
  | "not_allowed"
  | "not_author"
  | "suspended"
  /** Staff has hidden it, or has yet to approve it. */
  | "held_by_staff"
  | "read_only_key"
  | "needs_permission"
  | "needs_pro"
  | "not_signed_in"
  | "bad_key"
  | "invalid"
  | "already_disabled"
  | "already_enabled"
  | "banned_picture"
  | "name_taken"
  /** Somebody is at it already. */
  | "conflict"
  | "idempotency_in_progress"
  | "idempotency_mismatch"
  | "too_many"
  | "unavailable";

/** A refusal the caller can understand: one sentence for a person, in English unless a face says it in another language. */
export class DomainError extends Error {
  override name = "DomainError";
  /** Undefined for what only an operator is told, who reads English. */
  readonly said: Said | undefined;
  constructor(
    readonly code: ErrorCode,
    sentence: Said | string,
    /** Seconds after which it may go better. */
    readonly retryAfter?: number,
  ) {
    super(typeof sentence === "string" ? sentence : wordsIn("en").tell(sentence));
    this.said = typeof sentence === "string" ? undefined : sentence;
  }
}

/** Database or storage fail, which is the operator's to mend; that too many come at once is told to people, and passes. */
export const isOutage = (error: unknown): boolean =>
  error instanceof DomainError && error.code === "unavailable" && error.said === undefined;
