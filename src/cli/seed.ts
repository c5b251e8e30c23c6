import { join } from "node:path";

import { STARTER } from "../../assets/starter/index.ts";
import type { Ctx } from "../core/ctx.ts";
import { SEEDS } from "../core/seed/plan.ts";
import { seedSite } from "../core/seed/seed-site.ts";
import { nameOf } from "../core/seed/words.ts";
import { readCounters } from "../data/counters.ts";
import type { Db } from "../data/schema.ts";
import { listUsers } from "../data/users.ts";
import { text, UsageError, wholeNumber, withServices, type Command, type CommandCall, type Values } from "./command.ts";
import { confirm, counted, YES } from "./confirm.ts";
import { Progress } from "./progress.ts";
import { FAN, OWNER } from "./starter.ts";

const FOLDER = join(import.meta.dir, "../../assets/starter");
const PICTURES = 12;
const MEMES = 100_000;
const MIN_USERS = 20;

const amount = (help: string) => ({ type: "string", value: "N", help }) as const;

export const seed: Command = {
  name: "seed",
  args: "",
  summary: "fill the site with made-up accounts, memes, ratings and comments",
  details:
    "The same numbers give the same rows. It can run beside the server and can be stopped at any time: the rows written so far are consistent.",
  count: [0, 0],
  options: {
    users: amount("accounts (default: one per 20 memes)"),
    memes: amount(`memes (default ${MEMES})`),
    ratings: amount("ratings (default: 10 per meme)"),
    comments: amount("comments (default: one per meme)"),
    ...YES,
    "random-seed": amount(`0 to ${SEEDS - 1} (default 1); another seed adds different rows`),
  },
  run: async (call) => {
    const size = sizeOf(call.values);
    return withServices(call, async (_, ctx) => {
      await confirmSeeding(call, ctx, size.memes);
      const rows = size.users + size.memes + size.ratings + size.comments;
      const progress = new Progress(call.terminal, "Seeding", rows, "rows");
      progress.add(0); // the pictures take a moment
      const pictures = await Promise.all(
        STARTER.slice(0, Math.min(PICTURES, size.memes)).map(({ file }) => Bun.file(join(FOLDER, file)).bytes()),
      );
      const { memesOfFirst } = await seedSite(ctx, { ...size, pictures, onRows: (count) => progress.add(count) });
      const { seconds, perSecond } = progress.end();
      const { users, memes, ratings, comments } = size;
      const json = {
        users,
        memes,
        ratings,
        comments,
        seconds: Math.round(seconds * 1000) / 1000,
        rows_per_second: perSecond,
      };
      const summary = `Created ${counted(users, "account")}, ${counted(memes, "meme")}, ${counted(ratings, "rating")} and ${counted(comments, "comment")} in ${seconds.toFixed(1)} s: ${perSecond.toLocaleString("en")} rows a second.`;
      const first = nameOf(0, size.randomSeed, SEEDS);
      const next = `Next: ./guffaw key create ${first} --name "trying it out"${memes === 0 ? "" : `  (${first} has ${counted(memesOfFirst, "meme")})`}`;
      return { json, text: `${summary}\n${next}` };
    });
  },
};

/** Made-up rows cannot be removed again, so ask first if the site is in use. */
async function confirmSeeding(call: CommandCall, { db }: Ctx, memes: number) {
  if (await isAsMade(db)) return;
  const { users } = await readCounters(db);
  const loss = `This site is in use (${counted(users, "account")}): ${counted(memes, "made-up meme")} and their made-up authors would be mixed in, and no command can remove them again.`;
  await confirm(call, loss);
}

/** True if the site is empty, or holds only what the first start made. */
async function isAsMade(db: Db): Promise<boolean> {
  const made: readonly string[] = [OWNER, FAN];
  const users = await listUsers(db, { amount: made.length + 1 });
  const memes = users.reduce((sum, { submittedCount }) => sum + submittedCount, 0);
  return users.every(({ username }) => made.includes(username)) && memes <= STARTER.length;
}

function sizeOf(values: Values) {
  const number = (name: string, usual: number, min: number, max: number) =>
    wholeNumber(`--${name}`, text(values, name) ?? String(usual), min, max);
  const memes = number("memes", MEMES, 0, 10_000_000);
  if (memes === 0 && text(values, "users") === undefined)
    throw new UsageError("--memes 0 creates nothing: for accounts without memes, give --users too.");
  const users = number("users", Math.max(MIN_USERS, Math.round(memes / 20)), 1, 1_000_000);
  const max = users * memes;
  const size = {
    users,
    memes,
    ratings: number("ratings", Math.min(memes * 10, max), 0, 100_000_000),
    comments: number("comments", memes, 0, 100_000_000),
    randomSeed: number("random-seed", 1, 0, SEEDS - 1),
  };
  if (size.ratings > max)
    throw new UsageError(
      `--ratings cannot be ${size.ratings}: ${counted(size.users, "account")} can rate ${counted(size.memes, "meme")} ${max} times at most.`,
    );
  if (size.comments > 0 && size.memes === 0) throw new UsageError("--comments must be 0 if there are no memes.");
  return size;
}
