import { DomainError } from "../errors.ts";
import type { Message } from "../words/messages.ts";
import { wordsIn } from "../words/words.ts";
import { ERROR_CODES, WIRE_CODE, type WireCode } from "./error-codes.ts";

/** A refusal that only a face can make. The core's refusals are DomainErrors. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly userMessage: Message | undefined;
  constructor(
    readonly status: 400 | 408 | 413 | 415,
    sentence: Message | string,
    readonly headers: Record<string, string> = {},
  ) {
    super(typeof sentence === "string" ? sentence : wordsIn("en").translate(sentence));
    this.userMessage = typeof sentence === "string" ? undefined : sentence;
  }
}

const HTTP_CODE = { 400: "bad_input", 408: "too_slow", 413: "too_large", 415: "unsupported_type" } as const;

const DEFAULT_RETRY = 2;

export interface Refusal {
  code: WireCode;
  status: number;
  message: string;
  headers: Record<string, string>;
}

export const refusal = (code: WireCode, message: string, headers: Record<string, string> = {}): Refusal => ({
  code,
  status: ERROR_CODES[code].status,
  message,
  headers,
});

/** Undefined for unexpected errors: we log them, and the caller only learns a request id. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof HttpError) return refusal(HTTP_CODE[error.status], error.message, error.headers);
  if (!(error instanceof DomainError)) return undefined;
  const code = WIRE_CODE[error.code];
  const { status } = ERROR_CODES[code];
  const headers: Record<string, string> = {};
  if (status === 401) headers["WWW-Authenticate"] = "Bearer";
  if (status === 429 && error.retryAfter !== undefined) headers["Retry-After"] = String(Math.ceil(error.retryAfter));
  if (error.memeId !== undefined) headers["X-Meme-Id"] = error.memeId;
  // Waiting does not help if it has been posted before.
  if ((status === 409 && code !== "posted_before") || status === 503)
    headers["Retry-After"] = String(Math.max(1, Math.ceil(error.retryAfter ?? DEFAULT_RETRY)));
  // The details of an outage are for the operator.
  const message = error.isOutage ? wordsIn("en").translate(error.userMessage!) : error.message;
  return refusal(code, message, headers);
}
