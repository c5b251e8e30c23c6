import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** Who deleted which meme, how much is stored day by day, and what happened in a minute. */
export async function up(db: Db): Promise<void> {
  await addDeletions(db);
  await addSizes(db);
  await addMinutes(db);
}

async function addDeletions(db: Db) {
  const { millis, endTable } = dialectOf(db);
  await endTable(
    db.schema
      .createTable("deletions")
      .addColumn("meme_id", "text", (c) => c.primaryKey().notNull())
      .addColumn("author_id", "text", (c) => c.notNull())
      .addColumn("user_id", "text")
      .addColumn("how", "text", (c) => c.notNull())
      .addColumn("key_id", "text")
      .addColumn("created_at", millis, (c) => c.notNull()),
    { keyed: true },
  ).execute();
  await db.schema.createIndex("deletions_by_time").on("deletions").columns(["created_at", "meme_id"]).execute();
}

async function addSizes(db: Db) {
  const { millis, endTable } = dialectOf(db);
  await endTable(
    db.schema
      .createTable("sizes")
      .addColumn("day", "integer", (c) => c.primaryKey().notNull())
      .addColumn("database_bytes", millis)
      .addColumn("image_bytes", millis)
      .addColumn("image_files", "integer")
      .addColumn("free_bytes", millis),
    { keyed: true },
  ).execute();
  await moveSamples(db);
}

/** Until now, a fact of the site held one sample per day, of the images only. */
async function moveSamples(db: Db) {
  const fact = await db.selectFrom("site").select("value").where("name", "=", "stored").executeTakeFirst();
  const { samples = [] } = JSON.parse(fact?.value ?? "{}") as { samples?: [at: number, bytes: number][] };
  const days = new Map(samples.map(([at, bytes]) => [Math.floor(at / 86_400_000), bytes]));
  for (const [day, bytes] of days) await db.insertInto("sizes").values({ day, image_bytes: bytes }).execute();
}

async function addMinutes(db: Db) {
  const { endTable } = dialectOf(db);
  for (const column of ["queries", "database_ms", "waited_ms", "max_waiting"])
    await db.schema
      .alterTable("traffic")
      .addColumn(column, "integer", (c) => c.notNull().defaultTo(0))
      .execute();
  await endTable(
    db.schema
      .createTable("slow_requests")
      .addColumn("minute", "integer", (c) => c.notNull())
      .addColumn("node", "integer", (c) => c.notNull())
      .addColumn("request", "text", (c) => c.notNull())
      .addColumn("method", "text", (c) => c.notNull())
      .addColumn("route", "text", (c) => c.notNull())
      .addColumn("status", "integer", (c) => c.notNull())
      .addColumn("ms", "integer", (c) => c.notNull())
      .addColumn("database_ms", "integer", (c) => c.notNull())
      .addColumn("waited_ms", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("slow_requests_key", ["minute", "node", "request"]),
    { keyed: true },
  ).execute();
  await endTable(
    db.schema
      .createTable("job_minutes")
      .addColumn("minute", "integer", (c) => c.notNull())
      .addColumn("node", "integer", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("runs", "integer", (c) => c.notNull())
      .addColumn("failed", "integer", (c) => c.notNull())
      .addColumn("ms", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("job_minutes_key", ["minute", "node", "kind"]),
    { keyed: true },
  ).execute();
}
