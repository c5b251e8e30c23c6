import { message, type Message } from "./words/messages.ts";
import { wordsIn } from "./words/words.ts";

export type ErrorCode =
  | "not_found"
  | "not_allowed"
  | "not_author"
  | "suspended"
  /** Staff have hidden it, or have yet to approve it. */
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
  /** The caller wanted to post only what is new. */
  | "posted_before"
  /** The account has used up its storage. */
  | "quota_full"
  | "name_taken"
  /** Somebody is already doing it. */
  | "conflict"
  | "idempotency_in_progress"
  | "idempotency_mismatch"
  | "too_many"
  | "unavailable";

/** The input that was wrong, for forms to focus. Passwords use the autocomplete names of browsers. */
export type InputField =
  | "username"
  | "email"
  | "invite"
  | "new-password"
  | "current-password"
  | "code"
  | "bio"
  | "description"
  | "name"
  | "tagline"
  | "accent"
  | "text"
  | "date"
  | "caption"
  | "alt"
  | "tags"
  | "boxes"
  | "reason"
  | "image";

interface RefusalDetails {
  /** Seconds until a retry may succeed. */
  retryAfter?: number;
  field?: InputField;
  /** The meme it is about. */
  memeId?: string;
}

/** A refusal callers can understand: one sentence for people, in English unless a face translates it. */
export class DomainError extends Error {
  override name = "DomainError";
  /** What people see; undefined if there is only the English sentence. */
  userMessage: Message | undefined;
  /**
   * The database or storage failed, which the operator has to fix: the message is for operators, `userMessage` for
   * everyone else.
   */
  readonly isOutage: boolean;
  readonly retryAfter: number | undefined;
  readonly field: InputField | undefined;
  readonly memeId: string | undefined;
  constructor(
    readonly code: ErrorCode,
    sentence: Message | string,
    { retryAfter, field, memeId }: RefusalDetails = {},
  ) {
    const isText = typeof sentence === "string";
    super(isText ? sentence : wordsIn("en").translate(sentence));
    this.retryAfter = retryAfter;
    this.field = field;
    this.memeId = memeId;
    this.isOutage = isText && code === "unavailable";
    this.userMessage = this.isOutage ? OUT_OF_ORDER : isText ? undefined : sentence;
  }
}

const OUT_OF_ORDER = message("error.out-of-order");

export const isOutage = (error: unknown): error is DomainError => error instanceof DomainError && error.isOutage;

/** Gives an outage a better message, where more is known about what it prevents. */
export function explainOutage<E>(error: E, words: Message): E {
  if (isOutage(error)) error.userMessage = words;
  return error;
}
