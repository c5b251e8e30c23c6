import type { ErrorCode } from "./types.ts";

/**
 * What went wrong with a call. Every error is one of these but two, which are the author's own: the reason of a `signal`
 * that gave the call up, and what a listener for progress threw.
 *
 * @example
 * try {
 *   await guffaw.me();
 * } catch (error) {
 *   if (error instanceof GuffawError) console.error(error.status, error.message, error.requestId);
 * }
 */
export class GuffawError extends Error {
  override name = "GuffawError";
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** The message for programs: a word that stays, such as `needs_pro`. Undefined when the site did not answer. */
  readonly code: ErrorCode | (string & {}) | undefined;
  /** Tell it to the people who run the site: their log has the same. */
  readonly requestId: string | undefined;
  /** Seconds after which it may go better, where the site says so. */
  readonly retryAfter: number | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status ?? 0;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }
}

export interface ErrorDetails {
  status?: number;
  code?: string | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/**
 * 400: something about the input is wrong; the message says what. An image of more than 20 MB or of a kind that is not
 * taken is one, too. With status 0 it was seen before anything was sent.
 *
 * @example
 * if (error instanceof InvalidInput) console.error(error.message);
 */
export class InvalidInput extends GuffawError {
  override name = "InvalidInput";
}

/**
 * 401: there is no key, or it is invalid, expired or revoked.
 *
 * @example
 * if (error instanceof NotSignedIn) console.error("Make a new key under Settings, API keys.");
 */
export class NotSignedIn extends GuffawError {
  override name = "NotSignedIn";
}

/**
 * 403: the key lacks the permission, or the account may not do this.
 *
 * @example
 * if (error instanceof NotAllowed && error.code === "needs_permission") console.error("Give the key that permission.");
 */
export class NotAllowed extends GuffawError {
  override name = "NotAllowed";
}

/**
 * 404: there is no such thing, or it is hidden from you. What cannot be an id or a name is not even asked for: then there
 * is no request id.
 *
 * @example
 * if (error instanceof NotFound) console.error("It is gone.");
 */
export class NotFound extends GuffawError {
  override name = "NotFound";
}

/**
 * 409 and 422: the same idempotency key is in use, or was used for something else.
 *
 * @example
 * if (error instanceof Conflict) console.error("This was asked for already.");
 */
export class Conflict extends GuffawError {
  override name = "Conflict";
}

/**
 * 413 and 415: what was sent is larger than the site reads at all (30 MB), or packed in a way that it does not read. With
 * status 0 it was seen before anything was sent. An image that the site has read and does not want is `InvalidInput`.
 *
 * @example
 * if (error instanceof UnsuitableFile) console.error("Choose another picture.");
 */
export class UnsuitableFile extends GuffawError {
  override name = "UnsuitableFile";
}

/**
 * 429: too many requests of this account.
 *
 * @example
 * if (error instanceof RateLimited) console.error(`Wait for ${error.retryAfter} seconds.`);
 */
export class RateLimited extends GuffawError {
  override name = "RateLimited";
  /** Seconds after which it may go better. */
  declare readonly retryAfter: number;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, { ...details, retryAfter: details.retryAfter ?? 1 });
  }
}

/**
 * 5xx: something is wrong at the site, not with you.
 *
 * @example
 * if (error instanceof ServerError) console.error(`Tell the site: ${error.requestId}`);
 */
export class ServerError extends GuffawError {
  override name = "ServerError";
}

/**
 * There was no answer, or only a part of it: the network or the server is away.
 *
 * @example
 * if (error instanceof ConnectionLost) console.error("Is the network up?");
 */
export class ConnectionLost extends GuffawError {
  override name = "ConnectionLost";
}

/**
 * There was no answer in time, or the image could not be read in time.
 *
 * @example
 * if (error instanceof TimedOut) console.error("Give it a longer timeout.");
 */
export class TimedOut extends GuffawError {
  override name = "TimedOut";
}

type ErrorClass = new (message: string, details: ErrorDetails) => GuffawError;

const CLASSES: Record<number, ErrorClass> = {
  400: InvalidInput,
  401: NotSignedIn,
  403: NotAllowed,
  404: NotFound,
  409: Conflict,
  413: UnsuitableFile,
  415: UnsuitableFile,
  422: Conflict,
  429: RateLimited,
};

export function errorFor(message: string, details: ErrorDetails & { status: number }): GuffawError {
  const { status } = details;
  const Class = CLASSES[status] ?? (status >= 500 ? ServerError : GuffawError);
  return new Class(message, details);
}
