import { findUser } from "../../data/users.ts";
import { keepFact, readFact } from "../../data/site.ts";
import { deleteWeeklyMail } from "../../data/weekly-mails.ts";
import type { User } from "../../entities/user.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { isSignedBy, makeSecret, signatureOf } from "../secrets.ts";

const KEY = "unsubscribe_key";

/** Where its reader ends the weekly mail without signing in. The link never expires: old mails are read too. */
export async function unsubscribePath({ db }: Pick<Ctx, "db">, { id }: Pick<User, "id">): Promise<string> {
  const key = (await readFact(db, KEY)) ?? (await keepFact(db, KEY, makeSecret()));
  return `/unsubscribe/${id}-${signatureOf(id, key)}`;
}

/** Whose mail a link would end. Read-only: mail scanners follow links. */
export async function findSubscriber({ db }: Pick<Ctx, "db">, link: string): Promise<User> {
  const [id = "", signature = ""] = /^(\d+)-([\w-]+)$/.exec(link)?.slice(1) ?? [];
  const key = await readFact(db, KEY);
  const user = key !== undefined && isSignedBy(id, key, signature) ? await findUser(db, id) : undefined;
  if (!user) throw new DomainError("not_found", message("error.no-subscriber"));
  return user;
}

/** Idempotent. */
export async function unsubscribe(ctx: Ctx, link: string): Promise<User> {
  const user = await findSubscriber(ctx, link);
  await inFreeingTransaction(ctx, ({ db }) => deleteWeeklyMail(db, user.id));
  return user;
}
