// The least a server can do to keep a rating: the statements that ours needs, those of one turn in one commit. There are
// no routes, limits, logs or permissions, and a rating that exists already is left as it is. Started by limit.ts.
import { Database } from "bun:sqlite";

import { HttpResponse } from "../src/wire/http-response.ts";
import { HeaderBlock } from "../src/wire/response-headers.ts";
import { serveAlone } from "./own-server.ts";

const GROUPS_PER_CHECKPOINT = 16;
const PERIODS = ["1d", "7d", "1mo", "all"];

const [file, bytes, told] = process.argv.slice(2) as [string, string, string];
/** Accounts by key. */
const users = new Map(JSON.parse(told) as [string, string][]);
const body = "x".repeat(Number(bytes));
const headers = new HeaderBlock({ "Content-Type": "application/json; charset=utf-8" });

const database = new Database(file);
for (const pragma of ["synchronous = full", "foreign_keys = on", "cache_size = -8000", "temp_store = memory"])
  database.run(`pragma ${pragma}`);
database.run("pragma wal_autocheckpoint = 0");

const columns = PERIODS.flatMap((period) => [`sum_${period}`, `count_${period}`]);
const statement = (sql: string) => database.prepare<Record<string, string | number>, (string | number)[]>(sql);
const begin = statement("begin immediate");
const commit = statement("commit");
const checkpoint = statement("pragma wal_checkpoint(passive)");
const savepoint = statement("savepoint act");
const release = statement("release act");
const findMeme = statement("select author_id, age, disabled from memes where id = ?");
const findRating = statement("select rating from ratings where meme_id = ? and user_id = ?");
const rate = statement("insert into ratings (meme_id, user_id, rating, created_at) values (?, ?, ?, ?)");
const ring = statement(`update users set notification_count = notification_count + 1, unseen_count = unseen_count + 1
  where id = ? and muted & 1 = 0`);
const notify = statement(`insert into notifications
  (user_id, type, sender_id, meme_id, rating, text, created_at, hidden) select ?1, 0, ?2, ?3, ?4, '', ?5, 0
  where not exists (select 1 from blocks where user_id = ?1 and other_id = ?2 or user_id = ?2 and other_id = ?1)`);
const countForMeme = statement(
  "update memes set rating_sum = rating_sum + ?, rating_count = rating_count + 1 where id = ?",
);
const countForBoard = statement(`insert into scores (subject, board, ${columns.join(", ")})
  values (?, ?, ${columns.map(() => "?").join(", ")}) on conflict (subject) do update set
  ${columns.map((name) => `${name} = ${name} + excluded.${name}`).join(", ")}`);
const countForDay =
  statement(`insert into rated_days (subject, day, within, since, sum, count) values (?, ?, 3, ?, ?, 1)
  on conflict (subject, day) do update set sum = sum + excluded.sum, count = count + 1`);
const countForSite = statement("update counters set value = value + ? where name = 'ratings'");

/** False if it exists already, or may not be given. */
function keep({ memeId, userId, value }: Act): boolean {
  const meme = findMeme.get(memeId);
  if (!meme || meme.disabled === 1 || findRating.get(memeId, userId)) return false;
  const { author_id: author, age } = meme as { author_id: string; age: number };
  const now = Date.now();
  const today = Math.floor(now / 86_400_000);
  rate.run(memeId, userId, value, now);
  ring.run(author);
  notify.run(author, userId, memeId, value, now);
  countForMeme.run(value, memeId);
  countForBoard.run(memeId, `memes:${age}`, ...PERIODS.flatMap(() => [value, 1]));
  countForDay.run(memeId, today, now, value);
  countForBoard.run(author, "memers", ...PERIODS.flatMap((period) => (period === "all" ? [0, 0] : [value, 1])));
  countForDay.run(author, today, now, value);
  return true;
}

interface Act {
  memeId: string;
  userId: string;
  value: number;
  done: (response: HttpResponse) => void;
}
let acts: Act[] = [];
let groups = 0;

function keepAll() {
  const group = acts;
  acts = [];
  let kept = 0;
  begin.run();
  for (const act of group) {
    savepoint.run();
    if (keep(act)) kept++;
    release.run();
  }
  countForSite.run(kept);
  commit.run();
  for (const { done } of group) done(new HttpResponse(body, { headers }));
  if (++groups % GROUPS_PER_CHECKPOINT === 0) checkpoint.get();
}

process.on("disconnect", () => process.exit()); // the benchmark is gone
const port = serveAlone(({ target, headers: asked }) => {
  const [, memeId, value] = /\/meme\/(\d+)\/rate\?rating=(\d)/.exec(target)!;
  const userId = users.get(asked.get("authorization") ?? "");
  if (!userId) return new HttpResponse("{}", { status: 401 });
  return new Promise<HttpResponse>((done) => {
    if (acts.push({ memeId: memeId!, userId, value: Number(value), done }) === 1) setImmediate(keepAll);
  });
});
process.send!(port);
