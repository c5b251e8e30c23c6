import type { ErrorCode } from "./types.ts";

/**
 * What went wrong with a call. Every error is one of these, with two exceptions that are your own: the reason of a
 * `signal` that aborted the call, and anything your hooks or `onProgress` threw.
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
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** A stable code for programs, such as `needs_pro`. Undefined if the site did not answer. */
  readonly code: ErrorCode | (string & {}) | undefined;
  /** Quote it to the people who run the site: their log has the same id. */
  readonly requestId: string | undefined;
  /** Seconds to wait before trying again, if the site says so. */
  readonly retryAfter: number | undefined;
  /** The meme it is about, if the site names one. */
  readonly memeId: string | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status ?? 0;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.memeId = details.memeId;
  }
}

export interface ErrorDetails {
  status?: number;
  code?: string | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  memeId?: string | undefined;
  cause?: unknown;
}

/**
 * 400: something about the input is wrong; the message says what. This includes an image over 20 MB or of a type that is
 * not accepted. With status 0, the client noticed it before sending anything.
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
 * if (error instanceof NotSignedIn) console.error("Create a new key under Settings, API keys.");
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
 * 404: it does not exist, or is hidden from you. The client does not even ask for something that cannot be an id or a
 * name: then there is no request id.
 *
 * @example
 * if (error instanceof NotFound) console.error("It is gone.");
 */
export class NotFound extends GuffawError {
  override name = "NotFound";
}

/**
 * 409 and 422: the same idempotency key is in use, or was used for something else; or the picture has been posted before
 * (`posted_before`), and you asked to post only what is new.
 *
 * @example
 * if (error instanceof Conflict) console.error("This has already been requested.");
 */
export class Conflict extends GuffawError {
  override name = "Conflict";
}

/**
 * 413 and 415: the request is larger than the site reads at all (30 MB), or encoded in a way that it does not read. With
 * status 0, the client noticed it before sending anything. An image that the site has read and rejected is `InvalidInput`.
 *
 * @example
 * if (error instanceof UnsuitableFile) console.error("Choose another picture.");
 */
export class UnsuitableFile extends GuffawError {
  override name = "UnsuitableFile";
}

/**
 * 429: too many requests from this account.
 *
 * @example
 * if (error instanceof RateLimited) console.error(`Wait for ${error.retryAfter} seconds.`);
 */
export class RateLimited extends GuffawError {
  override name = "RateLimited";
  /** Seconds to wait before trying again. */
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
 * There was no answer, or only part of one: the network or the server is down.
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
 * if (error instanceof TimedOut) console.error("Try a longer timeout.");
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
