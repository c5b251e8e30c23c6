import { DomainError } from "../errors.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

const LEAST = 10;
const MOST = 1000;

/** Long enough, not among those that everybody tries first, and not the account's own name. */
export function cleanPassword(password: string, username: string): string {
  const length = [...password].length;
  if (length < LEAST) throw new DomainError("invalid", `A password has at least ${LEAST} characters.`);
  if (length > MOST) throw new DomainError("invalid", `A password has at most ${MOST} characters.`);
  const plain = password.toLowerCase();
  if (COMMON_PASSWORDS.has(plain) || new Set(plain).size < 3 || plain.includes(username.toLowerCase()))
    throw new DomainError("invalid", "This password is among the first that anyone would try; choose another.");
  return password.normalize("NFKC");
}

export const hashPassword = (password: string) => Bun.password.hash(password, "argon2id");

let decoy: Promise<string> | undefined;

/** Takes the same time whether there is an account, whether it has a password, and whether this is the one. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID());
  const right = await Bun.password.verify(password.normalize("NFKC").slice(0, MOST) || " ", hash ?? (await decoy));
  return right && hash != null;
}
