import { describe, expect, test } from "bun:test";
import { join } from "node:path";

import { IS_FAST } from "../databases.ts";
import { DIALECTS, openWorld, ROOT, type World } from "../world.ts";
import { captionAt, type Subjects } from "./freshness-writer.ts";

const STEPS = IS_FAST ? 300 : 10_000;
const MINUTES = 60_000;

/** What each subject shows, in a word. */
type Shown = Record<keyof Subjects, unknown>;

const expectedAt = (step: number): Shown =>
  step % 2
    ? { hidden: 404, edited: captionAt(step), deleted: 404, revoked: 401, suspended: 403, perked: [false, false] }
    : { hidden: 200, edited: captionAt(step), deleted: 200, revoked: 200, suspended: 200, perked: [true, true] };

interface Profile {
  perks: { verified: boolean };
}

/** Everything that is going to change, and how to read it: each like a visitor, over HTTP. */
async function makeSubjects(world: World) {
  const [reader, author, suspended] = [await world.member(), await world.member(), await world.member()];
  const [hidden, edited, deleted] = [
    await world.meme({ by: author }),
    await world.meme({ by: author }),
    await world.meme({ by: author }),
  ];
  const revokedKey = await world.key(reader.user, { name: "revoked" });
  const key = await world.db
    .selectFrom("api_keys")
    .select("id")
    .where("name", "=", "revoked")
    .executeTakeFirstOrThrow();
  const subjects: Subjects = {
    hidden: hidden.id,
    edited: edited.id,
    deleted: deleted.id,
    revoked: key.id,
    suspended: suspended.user.id,
    perked: author.user.id,
  };
  const statusOf = async (path: string, by: string) => (await world.as(by).get(path)).status;
  const bodyOf = async (path: string) => (await (await world.as(reader).get(path)).json()) as unknown;
  const readMeme = async () => (await bodyOf(`/v1/meme/${edited.id}`)) as { caption: string; author: Profile };
  const readers: Record<keyof Subjects, () => Promise<unknown>> = {
    hidden: () => statusOf(`/v1/meme/${hidden.id}`, reader.key),
    edited: async () => (await readMeme()).caption,
    deleted: () => statusOf(`/v1/meme/${deleted.id}`, reader.key),
    revoked: () => statusOf("/v1/stats", revokedKey),
    suspended: () => statusOf("/v1/stats", suspended.key),
    perked: async () => {
      const [profile, meme] = await Promise.all([
        bodyOf(`/v1/profile/${author.user.id}`) as Promise<Profile>,
        readMeme(),
      ]);
      return [profile.perks.verified, meme.author.perks.verified];
    },
  };
  return { subjects, readers };
}

/** Starts the process that writes. `change` returns when its changes are committed. */
async function startWriter(world: World, subjects: Subjects) {
  let heard = Promise.withResolvers<unknown>();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "freshness-writer.ts"), JSON.stringify(subjects)], {
    env: { ...process.env, ...world.env },
    cwd: ROOT,
    stdout: "inherit",
    stderr: "inherit",
    ipc: (message) => heard.resolve(message),
    onExit: () => heard.reject(new Error("the writer has ended")),
  });
  await heard.promise;
  return {
    async change(step: number) {
      heard = Promise.withResolvers();
      child.send(step);
      expect(await heard.promise).toBe(step);
    },
    async [Symbol.asyncDispose]() {
      heard.promise.catch(() => {});
      child.disconnect();
      await child.exited;
    },
  };
}

describe.each(DIALECTS)("what another process changes on %s", (dialect) => {
  test(
    `is seen by every request after it, ${STEPS} times in a row`,
    async () => {
      await using world = await openWorld(dialect);
      const { subjects, readers } = await makeSubjects(world);
      await using writer = await startWriter(world, subjects);
      const kinds = Object.keys(readers) as (keyof Subjects)[];
      for (let step = 1; step <= STEPS; step++) {
        // Reads that are under way while it changes may see either, but must not leave what they saw to others.
        const early = readers[kinds[step % kinds.length]!]().catch(() => {});
        await writer.change(step);
        const shown = await Promise.all(kinds.map(async (kind) => [kind, await readers[kind]()]));
        expect({ step, ...Object.fromEntries(shown) }).toEqual({ step, ...expectedAt(step) });
        await early;
      }
      expect(world.services.database.meter.cacheHits).toBeGreaterThan(STEPS);
    },
    30 * MINUTES,
  );
});
