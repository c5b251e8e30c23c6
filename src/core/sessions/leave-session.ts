import { deleteSession } from "../../data/sessions.ts";
import { evenWhenFull, type Ctx } from "../ctx.ts";
import { hashOf, isSecret } from "../secrets.ts";

/** Signs out the browser with this token. */
export async function leaveSession(ctx: Pick<Ctx, "db">, token: string): Promise<void> {
  if (isSecret(token)) await evenWhenFull(ctx, () => deleteSession(ctx.db, hashOf(token)));
}
