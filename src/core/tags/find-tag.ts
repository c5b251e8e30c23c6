import { findTag } from "../../data/tags.ts";
import { hasTagFollow } from "../../data/tag-follows.ts";
import { tagNamed, type Tag } from "../../entities/tag.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";

/** However it was typed. Tags exist while an enabled meme has them or somebody follows them. */
export async function findTagBy({ db }: Pick<Ctx, "db">, typed: string): Promise<Tag> {
  const name = tagNamed(typed);
  const tag = name === undefined ? undefined : await findTag(db, name);
  if (!tag) throw new DomainError("not_found", message("error.no-tag"));
  return tag;
}

export const isFollowingTag = async ({ db, actor }: Ctx, name: string): Promise<boolean> =>
  actor.kind === "member" && (await hasTagFollow(db, actor.user.id, name));
