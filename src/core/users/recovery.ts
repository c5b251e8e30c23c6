import { countTicketsOf, deleteTicketsOf, findTicket, insertTicket, useTicket } from "../../data/tickets.ts";
import type { User } from "../../entities/user.ts";
import { lockUser } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { hashOf } from "../secrets.ts";
import { accountKey, findAccount, isKnownDevice, type SignInLimits } from "../sessions/sign-in.ts";
import { start, type Browser, type Started } from "../sessions/start.ts";
import { requireProof, type Proof } from "./proof.ts";

export const RECOVERY_CODES = 10;
/** Letters and digits that do not look alike on paper: 32, so each stands for five bits. */
const SIGNS = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;
/** They are kept in a drawer, for years. */
const NEVER = Date.UTC(9999, 0, 1);

/** 80 bits, in groups that can be read aloud. Storing a plain hash is safe: nobody can try that many. */
function makeCode(): string {
  const signs = [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => SIGNS[byte % SIGNS.length]);
  return signs.join("").replace(/.{4}(?=.)/g, "$&-");
}

/** Undoes the ways people copy codes by hand. */
export const plainCode = (typed: string) =>
  typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");

/** Replaces existing codes. Only their hashes are stored. Runs inside a transaction. */
export async function replaceRecoveryCodes({ db, now }: Ctx, { id }: Pick<User, "id">): Promise<string[]> {
  await deleteTicketsOf(db, "recoveries", id);
  const codes = Array.from({ length: RECOVERY_CODES }, makeCode);
  for (const code of codes)
    await insertTicket(db, "recoveries", hashOf(plainCode(code)), { userId: id, createdAt: now, expiresAt: NEVER });
  return codes;
}

/** Only for accounts without a password: otherwise they would be ten more passwords. */
export async function makeRecoveryCodes(ctx: Ctx, proof: Proof): Promise<string[]> {
  const { user } = await requireProof(ctx, proof);
  return inTransaction(ctx, async (tx) => {
    if ((await lockUser(tx.db, user.id))?.hasPassword !== false)
      throw new DomainError("invalid", message("error.codes-without-password"));
    return replaceRecoveryCodes(tx, user);
  });
}

/** How many are left. */
export const countRecoveryCodes = (ctx: Ctx): Promise<number> =>
  countTicketsOf(ctx.db, "recoveries", requireMember(ctx.actor).user.id);

/** Each code signs in once. The refusal is the same, after the same look-ups, whatever is wrong. */
export async function signInByCode(
  ctx: Ctx,
  { name, code, ...browser }: { name: string; code: string } & Browser,
  limits: SignInLimits,
): Promise<Started> {
  const user = await findAccount(ctx, name);
  // Counted apart from passwords, so that password guessers cannot lock the owner out of this way in.
  limits.try(`code ${accountKey(name)}`, await isKnownDevice(ctx, user, browser.device));
  const hash = hashOf(plainCode(code));
  const ticket = await findTicket(ctx.db, "recoveries", hash, ctx.now);
  const refused = () => new DomainError("invalid", message("error.wrong-code"), { field: "code" });
  if (!user || ticket?.userId !== user.id) throw refused();
  return inTransaction(ctx, async (tx) => {
    // Setting a password ends all codes and sessions, this one included, so the two take turns.
    await lockUser(tx.db, user.id);
    if (!(await useTicket(tx.db, "recoveries", hash, tx.now))) throw refused();
    return start(tx, user, browser);
  });
}
