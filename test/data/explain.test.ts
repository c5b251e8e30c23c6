import { expect, test } from "bun:test";
import { join } from "node:path";

import { dialectOf } from "../../src/data/dialect.ts";
import { enqueueJob } from "../../src/data/jobs.ts";
import { migrate } from "../../src/data/migrate.ts";
import { openSqlite } from "../../src/data/sqlite.ts";
import { freshFolder } from "../world.ts";

const CHANGES = [
  "insert into jobs (kind, subject, run_at, attempts) values (?, ?, ?, ?)",
  "update jobs set run_at = ? where kind = ?",
  "delete from jobs where kind = ?",
];

test("the plan of a change leaves no snapshot behind, so later commits are seen", async () => {
  await using open = openSqlite(join(freshFolder("explain"), "test.db"));
  const { db } = open;
  await migrate(db);
  const look = open.watchChanges(() => {});
  const count = async () => (await db.selectFrom("jobs").select("kind").execute()).length;
  const before = await count();
  for (const [i, statement] of CHANGES.entries()) {
    void look(); // as a request does
    await dialectOf(db).explain(db, statement);
    expect(await count()).toBe(before + i);
    await enqueueJob(db, "test", statement, 0);
    expect(await count()).toBe(before + i + 1);
  }
});
