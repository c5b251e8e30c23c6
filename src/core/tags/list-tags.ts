import { listFollowedTags as listFollowed } from "../../data/tag-follows.ts";
import { listPopularTags, listTagsNamed } from "../../data/tags.ts";
import { tagNamed, type Tag } from "../../entities/tag.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";

/** The most used tags, or those that begin like this, with or without the # in front. */
export async function listTags({ db }: Pick<Ctx, "db">, beginning: string, amount: number): Promise<Tag[]> {
  const typed = beginning.trim().replace(/^#/, "");
  if (typed === "") return listPopularTags(db, amount);
  // A beginning may still lack its letter.
  const begun = tagNamed(typed) ?? (/^[\p{N}_]{1,50}$/u.test(typed) ? typed : undefined);
  return begun === undefined ? [] : listTagsNamed(db, begun, amount);
}

/** Those the caller follows, by name. */
export async function listFollowedTags({ db, actor }: Ctx): Promise<Tag[]> {
  return listFollowed(db, requireMember(actor).user.id);
}
