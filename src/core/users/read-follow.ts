import { hasFollow } from "../../data/follows.ts";
import type { Ctx } from "../ctx.ts";

export const isFollowing = async ({ db, actor }: Ctx, userId: string): Promise<boolean> =>
  actor.kind === "member" && (await hasFollow(db, actor.user.id, userId));
