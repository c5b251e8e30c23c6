import { DomainError, type ErrorCode } from "../core/errors.ts";
import type { Said } from "../words/messages.ts";
import { wordsIn } from "../words/words.ts";

/** A refusal that only a face can utter; everything the core refuses is a DomainError. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly said: Said | undefined;
  constructor(
    readonly status: 400 | 413 | 415,
    sentence: Said | string,
    readonly headers: Record<string, string> = {},
  ) {
    super(typeof sentence === "string" ? sentence : wordsIn("en").tell(sentence));
    this.said = typeof sentence === "string" ? undefined : sentence;
  }
}

const STATUS = {
  not_found: 404,
  not_allowed: 403,
  not_signed_in: 401,
  invalid: 400,
  conflict: 409,
  mismatch: 422,
  too_many: 429,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>;

const DEFAULT_RETRY = 2;

export interface Refusal {
  status: number;
  message: string;
  headers: Record<string, string>;
}

/** Undefined for what nobody foresaw: that is ours to log, and the caller learns nothing but a request id. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof HttpError) return { status: error.status, message: error.message, headers: error.headers };
  if (!(error instanceof DomainError)) return undefined;
  const status = STATUS[error.code];
  const headers: Record<string, string> = {};
  if (status === 401) headers["WWW-Authenticate"] = "Bearer";
  if (status === 429 && error.retryAfter !== undefined) headers["Retry-After"] = String(Math.ceil(error.retryAfter));
  if (status === 409 || status === 503)
    headers["Retry-After"] = String(Math.max(1, Math.ceil(error.retryAfter ?? DEFAULT_RETRY)));
  return { status, message: error.message, headers };
}
