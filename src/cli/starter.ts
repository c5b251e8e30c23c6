import { join } from "node:path";

import { STARTER } from "../../assets/starter/index.ts";
import { PERMISSIONS } from "../core/access.ts";
import { commentOnMeme } from "../core/comments/comment-on-meme.ts";
import { inTransaction, OPERATORS_POLICY, type Ctx } from "../core/ctx.ts";
import { DomainError } from "../errors.ts";
import { createKey } from "../core/keys/create-key.ts";
import { submitMeme } from "../core/memes/submit-meme.ts";
import { chooseAppearance } from "../core/pro/choose-appearance.ts";
import { rateMeme } from "../core/ratings/rate-meme.ts";
import type { Perk } from "../core/users/change-perks.ts";
import { createUser } from "../core/users/create-user.ts";
import { followUser } from "../core/users/follow-user.ts";
import { hasUsers } from "../data/users.ts";
import { contextOf, type Services } from "../services.ts";
import { actAs, type Terminal } from "./command.ts";
import { Progress } from "./progress.ts";

export interface Starter {
  username: string;
  /** Undefined for a service: its owner asks for a link to set one. */
  password: string | undefined;
  key: string | undefined;
}

export const OWNER = "owner";
export const FAN = "jester";
const FOLDER = join(import.meta.dir, "../../assets/starter");
const COMMENTS = [
  "I feel seen.",
  "Printed it and hung it in the office.",
  "My cat agrees.",
  "Five out of five, would deploy again.",
];

/**
 * Fills an empty site with a few memes, all or none: after an interrupted first start, the next one begins again and
 * shows a key that works. Undefined if there are accounts already.
 */
export async function makeStarter(services: Services, terminal: Terminal): Promise<Starter | undefined> {
  const { db } = services.database;
  if (await hasUsers(db)) return undefined;
  // The journal would keep them for good.
  const hasSecrets = !services.config.isService;
  const password = hasSecrets ? crypto.randomUUID().replaceAll("-", "").slice(0, 20) : undefined;
  try {
    return await inTransaction(
      { ...contextOf(services, { kind: "system", job: "starter" }), policy: OPERATORS_POLICY },
      async (tx) => {
        const perks: Perk[] = ["founder", "staff", "verified", "pro"];
        await createUser(tx, { username: OWNER, password, bio: "I run this place.", perks });
        await createUser(tx, { username: FAN, bio: "Here for the laughs." });
        await chooseAppearance(await actAs(tx, OWNER), { name: "tangerine", cover: "lagoon", pattern: "grins" });
        const key = hasSecrets ? await createFirstKey(tx) : undefined;
        await addMemes(tx, progressOf(services, terminal));
        return { username: OWNER, password, key };
      },
    );
  } catch (error) {
    // Another process started at the same moment and was faster.
    if (error instanceof DomainError && (await hasUsers(db))) return undefined;
    throw error;
  }
}

async function createFirstKey(tx: Ctx): Promise<string> {
  const permissions = [...PERMISSIONS];
  return (await createKey(tx, { user: OWNER, name: "First key", permissions, readOnly: false })).key;
}

/** A bar is for people. Whatever else reads standard error gets a log line. */
function progressOf({ log }: Services, terminal: Terminal): Progress | undefined {
  if (terminal.isTTY) return new Progress(terminal, "Hanging up the first memes", STARTER.length, "memes");
  log.info("hanging up the first memes", { memes: STARTER.length });
  return undefined;
}

async function addMemes(tx: Ctx, progress: Progress | undefined) {
  const [owner, fan] = [await actAs(tx, OWNER), await actAs(tx, FAN)];
  for (const [i, { file, caption, alt, age }] of STARTER.entries()) {
    const image = await Bun.file(join(FOLDER, file)).bytes();
    const { meme } = await submitMeme({ ...owner, now: Date.now() }, { image, caption, alt, age });
    const reacting = { ...fan, now: Date.now() };
    if (i % 4 !== 3) await rateMeme(reacting, { memeId: meme.id, rating: 3 + (i % 3) });
    if (i % 3 === 0) await commentOnMeme(reacting, { memeId: meme.id, content: COMMENTS[(i / 3) % COMMENTS.length]! });
    progress?.add(1);
  }
  progress?.end();
  await followUser(fan, OWNER);
}
