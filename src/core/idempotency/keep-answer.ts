import * as answers from "../../data/idempotency.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";

export const KEPT_MS = 24 * 3_600_000;
/** Whoever has been at it for longer than this is taken for dead. If he is not, his act fails when he comes to its end. */
const WORKING_MS = 120_000;
/** The same for a process of which nothing is known: while it lives, it renews what it has reserved. */
const LEASE_MS = 20_000;
const RENEW_MS = 5000;

const RELEASE_AGAIN_MS = 1000;

/** The right to answer a request that may be sent again: one holds it at a time. */
export interface Reservation {
  userId: string;
  key: string;
  token: string;
}

/** Which process works on what, as far as one of them can know. */
export interface Processes {
  /** This one. */
  name: string;
  hasEnded(name: string): boolean;
}

/** What was answered, and the meme that it tells of. */
export interface Answer {
  body: string;
  memeId: string;
}

type Found = { kept: string; reservation?: undefined } | { kept?: undefined; reservation: Reservation };

/** What was answered before to the same request with the same key; or the right to answer it now. */
export async function reserveAnswer(
  ctx: Ctx,
  input: { key: string; fingerprint: string },
  processes: Processes,
): Promise<Found> {
  const { user } = requireMember(ctx.actor);
  const reservation = { userId: user.id, key: input.key, token: `${processes.name}/${crypto.randomUUID()}` };
  const reserved = { ...reservation, fingerprint: input.fingerprint, createdAt: ctx.now };
  return inTransaction(ctx, async ({ db }) => {
    if (await answers.insertAnswer(db, reserved)) return { reservation };
    const before = await answers.findAnswer(db, user.id, input.key);
    const age = ctx.now - (before?.createdAt ?? 0);
    const isRunning = before !== undefined && before.body === undefined;
    const lasts = isRunning ? workingTime(before.token, processes) : KEPT_MS;
    if (!before || age > lasts) {
      // What is filled at this very moment stays: it was done.
      if (before) await answers.deleteAnswer(db, { ...reservation, token: before.token }, { onlyEmpty: isRunning });
      if (await answers.insertAnswer(db, reserved)) return { reservation };
      throw stillRunning(0, lasts);
    }
    if (before.fingerprint !== input.fingerprint)
      throw new DomainError(
        "idempotency_mismatch",
        "This Idempotency-Key has already been used for another request. Use a new one for each request.",
      );
    if (before.body === undefined) throw stillRunning(age, lasts);
    if (before.body === "") throw new DomainError("not_found", message("error.no-meme"));
    return { kept: before.body };
  });
}

/** How long after its last sign of life somebody else may take over a reservation; below 0 for at once. */
function workingTime(token: string, { name, hasEnded }: Processes): number {
  const holder = token.slice(0, token.lastIndexOf("/"));
  if (holder === name) return WORKING_MS;
  return hasEnded(holder) ? -Infinity : LEASE_MS;
}

/** Whoever has been at it for long may be dead: to wait as long again is enough, but never past the end of his time. */
const stillRunning = (age: number, lasts = WORKING_MS) =>
  new DomainError(
    "idempotency_in_progress",
    "The first request with this Idempotency-Key is still running. Try again in a moment.",
    { retryAfter: Math.min(age, lasts - age) / 1000 },
  );

/** Gives signs of life for as long as it is not disposed of. */
export function keepReservation({ db }: Ctx, reservation: Reservation, clock: () => number): Disposable {
  // Where the database is away, somebody else may take over; then this one's act fails.
  const timer = setInterval(() => void answers.renewAnswer(db, reservation, clock()).catch(() => {}), RENEW_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** In the transaction of the act: either both are there or neither. */
export async function keepAnswer({ db }: Ctx, reservation: Reservation, answer: Answer): Promise<void> {
  if (!(await answers.fillAnswer(db, reservation, answer))) throw stillRunning(0);
}

/** Where the database is away, it is tried again for as long as others would wait for the reservation to end. */
export async function releaseAnswer({ db }: Ctx, reservation: Reservation): Promise<void> {
  const until = Date.now() + WORKING_MS;
  const release = async () => {
    try {
      await answers.deleteAnswer(db, reservation, { onlyEmpty: true });
    } catch {
      if (Date.now() < until) setTimeout(release, RELEASE_AGAIN_MS).unref();
    }
  };
  await release();
}
