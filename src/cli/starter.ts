import { join } from "node:path";

import { STARTER } from "../../assets/starter/index.ts";
import { PERMISSIONS } from "../core/access.ts";
import { commentOnMeme } from "../core/comments/comment-on-meme.ts";
import { DomainError } from "../core/errors.ts";
import { createKey } from "../core/keys/create-key.ts";
import { submitMeme } from "../core/memes/submit-meme.ts";
import { rateMeme } from "../core/ratings/rate-meme.ts";
import { createUser } from "../core/users/create-user.ts";
import { followUser } from "../core/users/follow-user.ts";
import { hasUsers } from "../data/users.ts";
import { contextOf, type Services } from "../services.ts";
import { actAs, type Terminal } from "./command.ts";
import { Progress } from "./progress.ts";

export interface Starter {
  username: string;
  password: string;
  key: string;
}

const OWNER = "owner";
const FAN = "jester";
const FOLDER = join(import.meta.dir, "../../assets/starter");
const COMMENTS = [
  "I feel seen.",
  "Printed it and hung it in the office.",
  "My cat agrees.",
  "Five out of five, would deploy again.",
];

/** Makes an empty site worth looking at. Undefined where there are accounts already. */
export async function makeStarter(services: Services, terminal: Terminal): Promise<Starter | undefined> {
  if (await hasUsers(services.database.db)) return undefined;
  const ctx = contextOf(services, { kind: "system", job: "starter" });
  const password = crypto.randomUUID().replaceAll("-", "").slice(0, 20);
  try {
    await createUser(ctx, {
      username: OWNER,
      password,
      bio: "I run this place.",
      perks: ["founder", "staff", "verified", "pro"],
    });
  } catch (error) {
    // Another process was started at the same moment and is at it.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
  await createUser(ctx, { username: FAN, bio: "Here for the laughs." });
  const { key } = await createKey(ctx, {
    user: OWNER,
    name: "First key",
    permissions: [...PERMISSIONS],
    readOnly: false,
  });
  await addMemes(services, terminal);
  return { username: OWNER, password, key };
}

async function addMemes(services: Services, terminal: Terminal) {
  const system = contextOf(services, { kind: "system", job: "starter" });
  const [owner, fan] = [await actAs(system, OWNER), await actAs(system, FAN)];
  const progress = new Progress(terminal, "Hanging up the first memes", STARTER.length, "memes");
  for (const [i, { file, caption, age }] of STARTER.entries()) {
    const image = await Bun.file(join(FOLDER, file)).bytes();
    const { meme } = await submitMeme({ ...owner, now: services.clock() }, { image, caption, age });
    const reacting = { ...fan, now: services.clock() };
    if (i % 4 !== 3) await rateMeme(reacting, { memeId: meme.id, rating: 3 + (i % 3) });
    if (i % 3 === 0) await commentOnMeme(reacting, { memeId: meme.id, content: COMMENTS[(i / 3) % COMMENTS.length]! });
    progress.add(1);
  }
  progress.end();
  await followUser(fan, OWNER);
}
