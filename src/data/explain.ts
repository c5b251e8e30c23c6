import { sql } from "kysely";

import type { Db } from "./schema.ts";

let count = 0;

/** The generic plan, which needs no values. A name of its own, because prepared statements outlive a rollback. */
export function explainOnPostgres(db: Db, statement: string): Promise<string[]> {
  const name = `guffaw_explained_${count++}`;
  const parameters = Math.max(0, ...Array.from(statement.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
  const values = parameters > 0 ? `(${Array.from({ length: parameters }, () => "null").join(", ")})` : "";
  return db.transaction().execute(async (tx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    await sql.raw(`prepare ${name} as ${statement}`).execute(tx);
    const { rows } = await sql.raw<Record<"QUERY PLAN", string>>(`explain execute ${name}${values}`).execute(tx);
    await sql.raw(`deallocate ${name}`).execute(tx);
    return rows.map((row) => row["QUERY PLAN"]);
  });
}
