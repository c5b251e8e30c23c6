// Another process, or another node: changes what freshness.ts reads, and says when it has.
import type { Selectable } from "kysely";

import { readConfig } from "../../src/config.ts";
import { deleteCopy } from "../../src/data/copies.ts";
import { revokeKey } from "../../src/data/keys.ts";
import { deleteMeme, updateWords } from "../../src/data/memes.ts";
import { openDatabase } from "../../src/data/open.ts";
import type { Db } from "../../src/data/schema.ts";
import type { MemesTable } from "../../src/data/tables/memes.ts";
import { transact } from "../../src/data/transaction.ts";
import { updateUser } from "../../src/data/users.ts";
import { ROOT } from "../world.ts";

export interface Subjects {
  hidden: string;
  edited: string;
  deleted: string;
  /** Key and accounts, by id. */
  revoked: string;
  suspended: string;
  perked: string;
}

export interface Step {
  lane: number;
  step: number;
}

/** Without the column that the database computes. */
type Row = Omit<Selectable<MemesTable>, "heat"> & { heat: undefined };

/** In odd steps everything is withdrawn, in even steps it is back. `row` is a meme as it was in the beginning. */
const CHANGES: Record<keyof Subjects, (tx: Db, id: string, step: number, row?: Row) => Promise<unknown>> = {
  hidden: (tx, id, step, row) =>
    tx
      .updateTable("memes")
      .set(step % 2 ? { disabled: 1, slot: null } : { disabled: 0, slot: row!.slot })
      .where("id", "=", id)
      .execute(),
  edited: (tx, id, step) => updateWords(tx, id, { caption: captionAt(step), alt: "" }),
  deleted: async (tx, id, step, row) => {
    if (step === 1) await deleteCopy(tx, id); // refers to the meme, and does not come back
    return step % 2 ? deleteMeme(tx, id) : tx.insertInto("memes").values(row!).execute();
  },
  revoked: (tx, id, step) =>
    step % 2
      ? revokeKey(tx, id, Date.now())
      : tx.updateTable("api_keys").set({ revoked_at: null }).where("id", "=", id).execute(),
  suspended: (tx, id, step) => updateUser(tx, id, { suspendedAt: step % 2 ? Date.now() : undefined }),
  perked: (tx, id, step) => updateUser(tx, id, { verified: step % 2 === 0 }),
};

/** An odd number, so that they are withdrawn and come back both ways. */
const ALONE_EVERY = 5;

export const captionAt = (step: number) => `caption ${step}`;

if (import.meta.main) {
  const config = readConfig(process.env, ROOT);
  await using database = await openDatabase(config.database, { processes: 4 }); // fewer connections, which do more
  const lanes = JSON.parse(process.argv[2]!) as Subjects[];
  const memes = await database.db.selectFrom("memes").selectAll().execute();
  const rows = new Map(memes.map((row) => [row.id, { ...row, heat: undefined }]));
  const { promise: end, resolve } = Promise.withResolvers<void>();
  process.on("disconnect", () => resolve());
  // Otherwise the reader would wait for a step that never ends.
  process.on("unhandledRejection", (error) => {
    console.error(error);
    process.exit(1);
  });
  process.on("message", async ({ lane, step }: Step) => {
    const subjects = lanes[lane]!;
    const kinds = Object.keys(CHANGES) as (keyof Subjects)[];
    // Sometimes each is a commit of its own.
    for (const act of step % ALONE_EVERY === 0 ? kinds.map((kind) => [kind]) : [kinds])
      await transact(database.db, async (tx) => {
        for (const kind of act) await CHANGES[kind](tx, subjects[kind], step, rows.get(subjects[kind]));
      });
    process.send!({ lane, step });
  });
  process.send!("ready");
  await end;
}
