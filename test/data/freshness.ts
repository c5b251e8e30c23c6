// What another process changes is seen by every request after it. There is a test file for each database, so that both
// run at the same time.
import { expect } from "bun:test";
import { join } from "node:path";

import { sql } from "kysely";

import type { Db } from "../../src/data/schema.ts";
import { askApp } from "../ask-app.ts";
import { IS_FAST } from "../databases.ts";
import { CROWD, openWorld, ROOT, type DialectName, type World } from "../world.ts";
import { captionAt, type Step, type Subjects } from "./freshness-writer.ts";

export const STEPS = IS_FAST ? 300 : 10_000;
/** At the same time, each with its own subjects, so that the changes of one are seen, or not, between those of others. */
const LANES = 4;
export const PATIENCE_MS = 30 * 60_000;
/** The tests' PostgreSQL does not vacuum by itself: all versions of our few rows would stay, and be read each time. */
const VACUUM: Record<DialectName, (db: Db) => Promise<unknown>> = {
  SQLite: async () => {},
  PostgreSQL: (db) => sql`vacuum memes, users, api_keys, changes`.execute(db),
};
const VACUUM_EVERY = 100;

/** What each subject shows, in a word. */
type Shown = Record<keyof Subjects, unknown>;

const expectedAt = (step: number): Shown =>
  step % 2
    ? { hidden: 404, edited: captionAt(step), deleted: 404, revoked: 401, suspended: 403, perked: [false, false] }
    : { hidden: 200, edited: captionAt(step), deleted: 200, revoked: 200, suspended: 200, perked: [true, true] };

interface Profile {
  perks: { verified: boolean };
}

type Requests = Record<keyof Subjects, { path: string; key: string }>;

/** Another process changes everything in each step, and then everything is read. */
export async function changeAndRead(dialect: DialectName): Promise<void> {
  await using world = await openWorld(dialect, CROWD);
  const lanes = await Promise.all(Array.from({ length: LANES }, () => makeSubjects(world)));
  const writer = await startWriter(
    world,
    lanes.map(({ subjects }) => subjects),
  );
  await using _ = writer;
  await Promise.all(
    lanes.map(async ({ requests }, lane) => {
      for (let step = 1; step <= STEPS / LANES; step++) {
        await changeAndReadOnce(world, requests, step, () => writer.change({ lane, step }));
        if (lane === 0 && step % VACUUM_EVERY === 0) await VACUUM[dialect](world.db);
      }
    }),
  );
  expect(world.services.database.meter.cacheHits).toBeGreaterThan(STEPS);
}

async function changeAndReadOnce(world: World, requests: Requests, step: number, change: () => Promise<void>) {
  // Reads that are under way while it changes may see either, but must not leave what they saw to others.
  const each = Object.values(requests);
  const early = ask(world, each[step % each.length]!);
  await change();
  await nextTurn();
  expect({ step, ...(await readAll(world, requests)) }).toEqual({ step, ...expectedAt(step) });
  await (await early).bytes();
}

/** Requests of one turn share a snapshot. One that follows a change reaches the server in a later turn. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Everything that is going to change, and how to read it. */
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
    .where("user_id", "=", reader.user.id)
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
  const requests: Requests = {
    hidden: { path: `/v1/meme/${hidden.id}`, key: reader.key },
    edited: { path: `/v1/meme/${edited.id}`, key: reader.key },
    deleted: { path: `/v1/meme/${deleted.id}`, key: reader.key },
    revoked: { path: "/v1/stats", key: revokedKey },
    suspended: { path: "/v1/stats", key: suspended.key },
    perked: { path: `/v1/profile/${author.user.id}`, key: reader.key },
  };
  return { subjects, requests };
}

const ask = ({ app, origin }: World, { path, key }: Requests["hidden"]): Promise<Response> =>
  askApp(app, { origin, path, headers: { Authorization: key } });

async function readAll(world: World, requests: Requests): Promise<Shown> {
  const answers = new Map<string, Response>();
  const read = async ([kind, request]: [string, Requests["hidden"]]) => answers.set(kind, await ask(world, request));
  await Promise.all(Object.entries(requests).map(read));
  const statusOf = (kind: keyof Subjects) => answers.get(kind)!.status;
  const bodyOf = (kind: keyof Subjects) => answers.get(kind)!.json() as Promise<unknown>;
  const meme = (await bodyOf("edited")) as { caption: string; author: Profile };
  const profile = (await bodyOf("perked")) as Profile;
  return {
    hidden: statusOf("hidden"),
    edited: meme.caption,
    deleted: statusOf("deleted"),
    revoked: statusOf("revoked"),
    suspended: statusOf("suspended"),
    perked: [profile.perks.verified, meme.author.perks.verified],
  };
}

/** Starts the process that writes. `change` returns when its changes are committed. */
async function startWriter(world: World, lanes: readonly Subjects[]) {
  const started = Promise.withResolvers<void>();
  const waiting: PromiseWithResolvers<void>[] = [];
  let isStopping = false;
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "freshness-writer.ts"), JSON.stringify(lanes)], {
    env: { ...process.env, ...world.env },
    cwd: ROOT,
    stdout: "inherit",
    stderr: "inherit",
    ipc: (message: "ready" | Step) => (message === "ready" ? started : waiting[message.lane]!).resolve(),
    onExit() {
      if (!isStopping) for (const { reject } of [started, ...waiting]) reject(new Error("the writer has ended"));
    },
  });
  await started.promise;
  return {
    change(step: Step): Promise<void> {
      waiting[step.lane] = Promise.withResolvers();
      child.send(step);
      return waiting[step.lane]!.promise;
    },
    async [Symbol.asyncDispose]() {
      isStopping = true;
      child.disconnect();
      await child.exited;
    },
  };
}
