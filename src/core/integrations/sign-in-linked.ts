import { findLinked, updateIntegration } from "../../data/integrations.ts";
import { lockUser } from "../../data/users.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { signInBrowser } from "../sessions/sign-in-browser.ts";
import type { Browser, BrowserSignIn } from "../sessions/browser.ts";
import type { Identity } from "./identity.ts";
import { renameLinked } from "./rename-linked.ts";

/** Undefined if nobody here has linked it. */
export const signInLinked = (ctx: Ctx, identity: Identity, browser: Browser): Promise<BrowserSignIn | undefined> =>
  inTransaction(ctx, async (tx) => {
    const known = await findLinked(tx.db, identity.service, identity.subject);
    const user = known && (await lockUser(tx.db, known.userId));
    // Read again behind the lock: unlinking ends all sessions, and must end this one too.
    const linked = user && (await findLinked(tx.db, identity.service, identity.subject));
    if (!linked || linked.userId !== user.id) return undefined;
    const started = await signInBrowser(tx, user, browser);
    await updateIntegration(tx.db, linked, { usedAt: tx.now });
    await renameLinked(tx, linked, identity);
    return started;
  });
