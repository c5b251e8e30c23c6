import { sql } from "kysely";

import { dialectOf } from "../dialect.ts";
import { wordsOf } from "../search-words.ts";
import { DAY_MS, lastDays, PRIOR } from "../periods.ts";
import type { Db } from "../schema.ts";

const BATCH = 2000;

export async function up(db: Db): Promise<void> {
  const { millis, serial, decimal, endTable, search } = dialectOf(db);
  const { schema } = db;

  // Describes the picture for people who cannot see it. Searchable.
  await schema
    .alterTable("memes")
    .addColumn("alt", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await sql`create index memes_newest on memes (age, created_at, id) where disabled = 0`.execute(db);
  await sql`create index memes_shown_of_author on memes (author_id, created_at, id) where disabled = 0`.execute(db);
  await schema
    .alterTable("users")
    .addColumn("notification_count", "integer", (c) => c.notNull().defaultTo(0))
    .execute();

  await endTable(
    schema
      .createTable("rated_days")
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("day", "integer", (c) => c.notNull())
      .addColumn("within", "integer", (c) => c.notNull())
      .addColumn("sum", "integer", (c) => c.notNull())
      .addColumn("count", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("rated_days_key", ["subject", "day"]),
    { keyed: true },
  ).execute();
  await schema.createIndex("rated_days_to_roll").on("rated_days").columns(["within", "day"]).execute();

  await endTable(
    schema
      .createTable("standings")
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("period", "text", (c) => c.notNull())
      .addColumn("board", "text", (c) => c.notNull())
      .addColumn("sum", "integer", (c) => c.notNull())
      .addColumn("count", "integer", (c) => c.notNull())
      .addColumn("score", decimal, (c) =>
        c
          .generatedAlwaysAs(
            sql`case board when 'memers' then cast(sum as ${decimal})
              else cast(sum + ${sql.lit(PRIOR.sum)} as ${decimal}) / (count + ${sql.lit(PRIOR.count)}) end`,
          )
          .stored(),
      )
      .addPrimaryKeyConstraint("standings_key", ["subject", "period"]),
    { keyed: true },
  ).execute();
  await schema.createIndex("standings_best").on("standings").columns(["period", "board", "score", "subject"]).execute();

  await endTable(
    schema
      .createTable("reports")
      .addColumn("id", serial)
      // Outlives its meme, so that the reporter learns the outcome.
      .addColumn("meme_id", "text", (c) => c.notNull())
      .addColumn("reporter_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("reason", "text", (c) => c.notNull())
      .addColumn("description", "text", (c) => c.notNull())
      .addColumn("status", "integer", (c) => c.notNull())
      .addColumn("assignee_id", "text", (c) => c.references("users.id").onDelete("set null"))
      .addColumn("comment", "text")
      .addColumn("created_at", millis, (c) => c.notNull()),
    { keyed: false },
  ).execute();
  await schema.createIndex("reports_of_reporter").on("reports").columns(["reporter_id", "id"]).execute();
  await schema.createIndex("reports_by_status").on("reports").columns(["status", "id"]).execute();
  await schema.createIndex("reports_of_assignee").on("reports").column("assignee_id").execute();

  await endTable(
    schema
      .createTable("notifications")
      .addColumn("id", serial)
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id"))
      .addColumn("type", "integer", (c) => c.notNull())
      .addColumn("sender_id", "text", (c) => c.notNull().references("users.id"))
      .addColumn("meme_id", "text", (c) => c.references("memes.id"))
      .addColumn("comment_id", "integer", (c) => c.references("comments.id"))
      .addColumn("report_id", "integer", (c) => c.references("reports.id").onDelete("cascade"))
      .addColumn("rating", "integer")
      .addColumn("text", "text", (c) => c.notNull())
      .addColumn("hidden", "integer", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull()),
    { keyed: false },
  ).execute();
  await schema.createIndex("notifications_of_user").on("notifications").columns(["user_id", "hidden", "id"]).execute();
  await schema.createIndex("notifications_of_meme").on("notifications").columns(["meme_id", "sender_id"]).execute();
  await schema.createIndex("notifications_of_sender").on("notifications").columns(["sender_id", "type"]).execute();
  await schema.createIndex("notifications_of_comment").on("notifications").column("comment_id").execute();
  await schema.createIndex("notifications_of_report").on("notifications").column("report_id").execute();

  await endTable(
    schema
      .createTable("jobs")
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("run_at", millis, (c) => c.notNull())
      .addColumn("attempts", "integer", (c) => c.notNull())
      .addColumn("error", "text")
      .addPrimaryKeyConstraint("jobs_key", ["kind", "subject"]),
    { keyed: true },
  ).execute();
  await schema.createIndex("jobs_due").on("jobs").column("run_at").execute();

  await endTable(
    schema
      .createTable("kept_answers")
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("fingerprint", "text", (c) => c.notNull())
      .addColumn("token", "text", (c) => c.notNull())
      .addColumn("body", "text")
      .addColumn("meme_id", "text")
      .addColumn("created_at", millis, (c) => c.notNull())
      .addPrimaryKeyConstraint("kept_answers_key", ["user_id", "key"]),
    { keyed: true },
  ).execute();
  await schema.createIndex("kept_answers_by_age").on("kept_answers").column("created_at").execute();
  await schema.createIndex("kept_answers_of_meme").on("kept_answers").column("meme_id").execute();

  await endTable(
    schema
      .createTable("site")
      .addColumn("name", "text", (c) => c.primaryKey().notNull())
      .addColumn("value", "text", (c) => c.notNull()),
    { keyed: true },
  ).execute();
  await db.insertInto("site").values({ name: "id", value: crypto.randomUUID() }).execute();

  await search.create(db);
  await fillSearch(db);
  await fillStandings(db);
}

async function fillSearch(db: Db) {
  const { search } = dialectOf(db);
  for (let after = ""; ;) {
    const rows = await db
      .selectFrom("memes as m")
      .innerJoin("users as u", "u.id", "m.author_id")
      .select(["m.id", "m.age", "m.caption", "u.username"])
      .where("m.disabled", "=", 0)
      .where("m.id", ">", after)
      .orderBy("m.id")
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    await search.load(
      db,
      rows.map(({ id, age, caption, username }) => ({ id, age, words: wordsOf(caption, username) })),
    );
    after = rows.at(-1)!.id;
  }
}

/** Ratings from before there were standings. */
async function fillStandings(db: Db) {
  const { wholeDays } = dialectOf(db);
  const today = Math.floor(Date.now() / DAY_MS);
  await sql`insert into standings (subject, period, board, sum, count)
    select id, 'all', case disabled when 1 then 'hidden' else 'memes:' || age end, rating_sum, rating_count
    from memes where rating_count > 0`.execute(db);
  const [within1d, within7d, within1mo] = lastDays(today);
  const within = sql`case when day >= ${sql.lit(within1d)} then 3 when day >= ${sql.lit(within7d)} then 2 else 1 end`;
  const recent = sql`select r.meme_id, m.author_id, m.disabled, r.rating, ${sql.raw(wholeDays("r.created_at"))} as day
    from ratings r join memes m on m.id = r.meme_id`;
  const since = sql.lit(within1mo);
  await sql`insert into rated_days (subject, day, within, sum, count)
    select meme_id, day, ${within}, sum(rating), count(*) from (${recent}) as recent
    where day >= ${since} group by meme_id, day`.execute(db);
  await sql`insert into rated_days (subject, day, within, sum, count)
    select author_id, day, ${within}, sum(rating), count(*) from (${recent}) as recent
    where day >= ${since} and disabled = 0 group by author_id, day`.execute(db);
  for (const [level, period] of [
    [3, "1d"],
    [2, "7d"],
    [1, "1mo"],
  ] as const)
    await sql`insert into standings (subject, period, board, sum, count)
      select d.subject, ${sql.lit(period)},
        case when m.id is null then 'memers' when m.disabled = 1 then 'hidden' else 'memes:' || m.age end,
        sum(d.sum), sum(d.count)
      from rated_days d left join memes m on m.id = d.subject
      where d.within >= ${sql.lit(level)} group by d.subject, m.id, m.disabled, m.age`.execute(db);
}
