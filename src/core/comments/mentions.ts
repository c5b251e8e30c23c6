import { listUsersByName } from "../../data/users.ts";
import type { User } from "../../entities/user.ts";
import { isBlocked } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { isUsername, MAX_USERNAME } from "../users/username.ts";

/** A name after an @ that does not belong to a word or an address. A full stop at its end is the sentence's. */
export const MENTION = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.@/])@([A-Za-z0-9_.]{0,${MAX_USERNAME - 1}}[A-Za-z0-9_])`,
  "gu",
);

/** More than fit on any page of comments that was not made to annoy us. */
const MAX_LOOKED_UP = 200;

const namesIn = (text: string): string[] =>
  [...text.matchAll(MENTION)].flatMap(([, name]) => (isUsername(name!) ? [name!.toLowerCase()] : []));

/** People mentioned in these texts, without those who are hidden from the caller. */
export async function findMentioned(
  { db, actor }: Ctx,
  texts: readonly string[],
  max = MAX_LOOKED_UP,
): Promise<User[]> {
  const names = [...new Set(texts.flatMap(namesIn))].slice(0, max);
  return (await listUsersByName(db, names)).filter(({ id }) => !isBlocked(actor, id));
}
