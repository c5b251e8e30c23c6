import { deleteTicketsOf, insertTicket } from "../../data/tickets.ts";
import type { User } from "../../entities/user.ts";
import type { Ctx } from "../ctx.ts";
import { hashOf } from "../secrets.ts";

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
