import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  await dialectOf(db).changes.create(db);
}
