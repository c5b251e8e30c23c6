import { hasFollow } from "../../data/follows.ts";
import type { Ctx } from "../ctx.ts";

/** Whether the caller follows this person. */
export const isFollowing = async ({ db, actor }: Ctx, userId: string): Promise<boolean> =>
  actor.kind === "member" && (await hasFollow(db, actor.user.id, userId));
