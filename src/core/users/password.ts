import { findPasswordHash } from "../../data/users.ts";
import type { User } from "../../entities/user.ts";
import { message } from "../../words/messages.ts";
import { DomainError } from "../../errors.ts";
import { turnsFor } from "../../turns.ts";
import type { Ctx } from "../ctx.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";
import type { PasswordCost } from "./password-cost.ts";

export const MIN_PASSWORD = 10;
const MAX_PASSWORD = 1000;
/** Characters a password needs besides the account's own name. */
const MIN_BESIDE_NAME = 6;

const NEW_PASSWORD = { field: "new-password" } as const;

/** Requires length, and refuses common passwords and the account's own name. */
export function cleanPassword(password: string, username: string): string {
  const length = [...password].length;
  if (length < MIN_PASSWORD)
    throw new DomainError("invalid", message("error.short-password", { least: MIN_PASSWORD }), NEW_PASSWORD);
  if (length > MAX_PASSWORD)
    throw new DomainError("invalid", message("error.long-password", { most: String(MAX_PASSWORD) }), NEW_PASSWORD);
  const plain = password.normalize("NFKC").toLowerCase();
  const beside = plain.replaceAll(username.toLowerCase(), "");
  const isNamed = beside !== plain && beside.length < MIN_BESIDE_NAME;
  if (COMMON_PASSWORDS.has(plain) || new Set(plain).size < 3 || isNamed)
    throw new DomainError("invalid", message("error.common-password"), NEW_PASSWORD);
  return password;
}

/** The same password may be typed in two ways: as one character, or as a letter and an accent. */
const normal = (password: string) => password.normalize("NFKC");

const argon2 = (password: string, { memory, time }: PasswordCost) =>
  Bun.password.hash(password, { algorithm: "argon2id", memoryCost: memory, timeCost: time });

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const end = await turnsFor("passwords").enter();
  try {
    return await work();
  } finally {
    end();
  }
}

export const hashPassword = (password: string, cost: PasswordCost) => inTurn(() => argon2(normal(password), cost));

const decoys = new Map<PasswordCost, Promise<string>>();

/** The password of an account, as far as anyone may know it. */
export class StoredPassword {
  readonly #userId: string;
  readonly #hash: string | undefined;

  private constructor(userId: string, hash: string | undefined) {
    this.#userId = userId;
    this.#hash = hash;
  }

  /** Also works without an account: then no password is right, and checking takes as long. */
  static async of({ db }: Pick<Ctx, "db">, user: Pick<User, "id"> | undefined): Promise<StoredPassword> {
    const id = user?.id ?? "";
    return new StoredPassword(id, await findPasswordHash(db, id));
  }

  get isSet(): boolean {
    return this.#hash !== undefined;
  }

  /** Slow: call it outside any transaction. */
  is(typed: string, { passwordCost }: Pick<Ctx, "passwordCost">): Promise<boolean> {
    return isPassword(typed, this.#hash, passwordCost);
  }

  /** Inside a transaction that has locked the account: whether nobody has changed it since it was read. */
  async isUnchanged({ db }: Pick<Ctx, "db">): Promise<boolean> {
    return (await findPasswordHash(db, this.#userId)) === this.#hash;
  }
}

/** Takes the same time whether or not there is an account, it has a password, and this is the one. */
async function isPassword(password: string, hash: string | undefined, cost: PasswordCost): Promise<boolean> {
  if (!decoys.has(cost)) decoys.set(cost, argon2(crypto.randomUUID(), cost));
  const decoy = (await decoys.get(cost))!;
  // No password is empty, and the library refuses to check one.
  const right = await inTurn(() => Bun.password.verify(normal(password) || " ", hash ?? decoy));
  return right && hash !== undefined;
}
