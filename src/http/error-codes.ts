import type { ErrorCode } from "../errors.ts";

/** Values of X-Error-Code, with their status. A released value never changes. */
export const ERROR_CODES = {
  bad_input: { status: 400, when: "A parameter or the body is malformed or missing." },
  already_disabled: { status: 400, when: "The meme is already disabled." },
  already_enabled: { status: 400, when: "The meme is already enabled." },
  banned_picture: { status: 400, when: "The picture, or one that looks like it, is banned on this site." },
  name_taken: { status: 400, when: "Another account has this username." },
  bad_host: { status: 400, when: "The request has no valid Host header, or more than one." },
  no_key: { status: 401, when: "No key was sent." },
  bad_key: { status: 401, when: "The key is mistyped, unknown, expired or revoked." },
  read_only_key: { status: 403, when: "The key is read-only." },
  needs_permission: { status: 403, when: "The key lacks a permission." },
  needs_pro: { status: 403, when: "The account doesn't have Pro." },
  not_author: { status: 403, when: "The meme or comment is someone else's." },
  suspended: { status: 403, when: "The account is suspended." },
  held_by_staff: { status: 403, when: "Staff have hidden the meme, or haven't approved it yet." },
  quota_full: { status: 403, when: "The account's storage is full." },
  not_allowed: { status: 403, when: "The account isn't allowed to do this." },
  not_found: { status: 404, when: "It doesn't exist, or it's hidden from you." },
  unknown_route: { status: 404, when: "There is nothing at this address." },
  method_not_allowed: {
    status: 405,
    when: "The path exists but doesn't support this method; Allow lists those it does.",
  },
  too_slow: { status: 408, when: "The body arrived too slowly, and the connection was closed." },
  posted_before: {
    status: 409,
    when: "The picture has been posted before, and you asked to post only what is new. X-Meme-Id names the meme.",
  },
  conflict: { status: 409, when: "Someone else is changing the same thing." },
  idempotency_in_progress: { status: 409, when: "The first request with this Idempotency-Key is still running." },
  too_large: { status: 413, when: "The body is too large." },
  unsupported_type: { status: 415, when: "The body's type isn't accepted." },
  idempotency_mismatch: { status: 422, when: "The Idempotency-Key has already been used for another request." },
  too_many: {
    status: 429,
    when: "Too many requests, or too many memes in an hour. Retry-After says how long to wait.",
  },
  internal: { status: 500, when: "Our fault. The site's log has the request ID." },
  unavailable: {
    status: 503,
    when: "The site is overloaded, or something it depends on is down. Retry-After says when to try again.",
  },
} as const satisfies Record<string, { status: number; when: string }>;

export type WireCode = keyof typeof ERROR_CODES;

export const WIRE_CODES = Object.keys(ERROR_CODES) as WireCode[];

/** The core's error codes as sent to clients. */
export const WIRE_CODE = {
  not_found: "not_found",
  not_allowed: "not_allowed",
  not_author: "not_author",
  suspended: "suspended",
  held_by_staff: "held_by_staff",
  read_only_key: "read_only_key",
  needs_permission: "needs_permission",
  needs_pro: "needs_pro",
  not_signed_in: "no_key",
  bad_key: "bad_key",
  invalid: "bad_input",
  already_disabled: "already_disabled",
  already_enabled: "already_enabled",
  banned_picture: "banned_picture",
  posted_before: "posted_before",
  quota_full: "quota_full",
  name_taken: "name_taken",
  conflict: "conflict",
  idempotency_in_progress: "idempotency_in_progress",
  idempotency_mismatch: "idempotency_mismatch",
  too_many: "too_many",
  unavailable: "unavailable",
} as const satisfies Record<ErrorCode, WireCode>;
