import * as answers from "../../data/idempotency.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";

export const KEPT_MS = 24 * 3_600_000;
/** After this long, the holder is presumed dead. If it is not, its act fails at the end. */
const WORKING_MS = 120_000;
/** The same for an unknown process: while alive, it renews its reservations. */
const LEASE_MS = 20_000;
const RENEW_MS = 5000;

const RELEASE_AGAIN_MS = 1000;

/** The right to answer a request that may be repeated. Held by one process at a time. */
export interface Reservation {
  userId: string;
  key: string;
  token: string;
}

/** What one process can know about the others. */
export interface Processes {
  /** Name of this process. */
  name: string;
  hasEnded(name: string): boolean;
}

/** The answer's body, and the meme it describes. */
export interface Answer {
  body: string;
  memeId: string;
}

type Found = { kept: string; reservation?: undefined } | { kept?: undefined; reservation: Reservation };

/** Returns the earlier answer to the same request with the same key, or the right to answer it now. */
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
      // If it is being filled right now, it stays: the work was done.
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

/** How long after its last sign of life a reservation may be taken over; negative means at once. */
function workingTime(token: string, { name, hasEnded }: Processes): number {
  const holder = token.slice(0, token.lastIndexOf("/"));
  if (holder === name) return WORKING_MS;
  return hasEnded(holder) ? -Infinity : LEASE_MS;
}

/** A holder that has been busy for long may be dead. Suggests waiting as long again, but never past its deadline. */
const stillRunning = (age: number, lasts = WORKING_MS) =>
  new DomainError(
    "idempotency_in_progress",
    "The first request with this Idempotency-Key is still running. Try again in a moment.",
    { retryAfter: Math.min(age, lasts - age) / 1000 },
  );

/** Renews the reservation until disposed. */
export function keepReservation({ db }: Ctx, reservation: Reservation, clock: () => number): Disposable {
  // If the database is unavailable, another process may take over, and then this act fails.
  const timer = setInterval(() => void answers.renewAnswer(db, reservation, clock()).catch(() => {}), RENEW_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** In the transaction of the act, so that both are stored or neither. */
export async function keepAnswer({ db }: Ctx, reservation: Reservation, answer: Answer): Promise<void> {
  if (!(await answers.fillAnswer(db, reservation, answer))) throw stillRunning(0);
}

/** Acts, and keeps the answer if the request may be repeated. */
export async function actAndKeep<T>(
  ctx: Ctx,
  reservation: Reservation | undefined,
  act: (ctx: Ctx) => Promise<T>,
  answerOf: (done: T) => Answer,
): Promise<T> {
  requireMember(ctx.actor);
  if (!reservation) return act(ctx);
  return inTransaction(ctx, async (tx) => {
    const done = await act(tx);
    await keepAnswer(tx, reservation, answerOf(done));
    return done;
  });
}

/** If the database is unavailable, retries for as long as others would wait for the reservation to expire. */
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
