import { insertAct } from "../../data/acts.ts";
import type { User } from "../../entities/user.ts";
import type { ActKind } from "../../entities/act.ts";
import type { Meme } from "../../entities/meme.ts";
import { findUser } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";

export interface NewAct {
  kind: ActKind;
  /** The person it concerns. */
  user?: Pick<User, "id" | "username">;
  memeId?: string;
  reportId?: number;
  /** Reason or details. */
  note?: string;
}

/** A day as written in notes: the log is read for years, and in any language. */
export const dayInNote = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The operator at the command line, who may not have an account. */
export const OPERATOR = "operator";

/** Inside the transaction of the act, so that nothing goes unlogged. */
export async function recordAct(
  { db, actor, now }: Ctx,
  { kind, user, memeId, reportId, note }: NewAct,
): Promise<void> {
  const staff = actor.kind === "member" ? actor.user : undefined;
  await insertAct(db, {
    staffId: staff?.id,
    staffName: staff?.username ?? OPERATOR,
    kind,
    userId: user?.id,
    userName: user?.username ?? "",
    memeId,
    reportId,
    note: note ?? "",
    createdAt: now,
  });
}

/** An act on a meme concerns its author. */
export async function recordOnMeme(tx: Ctx, kind: ActKind, meme: Meme, note: string): Promise<void> {
  await recordAct(tx, { kind, user: await findUser(tx.db, meme.authorId), memeId: meme.id, note });
}
