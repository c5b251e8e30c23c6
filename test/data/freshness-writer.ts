// Another process, or another node: changes what freshness.test.ts reads, and says when it has.
import { readConfig } from "../../src/config.ts";
import { revokeKey } from "../../src/data/keys.ts";
import { deleteMeme, disableMeme, enableMeme, findMeme, updateWords } from "../../src/data/memes.ts";
import { openDatabase } from "../../src/data/open.ts";
import type { Db, MemeRow } from "../../src/data/schema.ts";
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

/** In odd steps everything is withdrawn, in even steps it is back. Each change is a commit of its own. */
const CHANGES: Record<keyof Subjects, (db: Db, id: string, step: number) => Promise<unknown>> = {
  hidden: (db, id, step) =>
    db.transaction().execute(async (tx) => (step % 2 ? disableMeme : enableMeme)(tx, (await findMeme(tx, id))!)),
  edited: (db, id, step) => updateWords(db, id, { caption: captionAt(step), alt: "" }),
  deleted: async (db, id, step) => {
    if (step % 2 === 0) return db.insertInto("memes").values(deletedRow!).execute();
    deletedRow = await db.selectFrom("memes").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    return deleteMeme(db, id);
  },
  revoked: (db, id, step) =>
    step % 2
      ? revokeKey(db, id, Date.now())
      : db.updateTable("api_keys").set({ revoked_at: null }).where("id", "=", id).execute(),
  suspended: (db, id, step) => updateUser(db, id, { suspendedAt: step % 2 ? Date.now() : undefined }),
  perked: (db, id, step) => updateUser(db, id, { verified: step % 2 === 0 }),
};

export const captionAt = (step: number) => `caption ${step}`;

let deletedRow: MemeRow | undefined;

if (import.meta.main) {
  const config = readConfig(process.env, ROOT);
  await using database = await openDatabase(config.database);
  const subjects = JSON.parse(process.argv[2]!) as Subjects;
  const kinds = Object.keys(CHANGES) as (keyof Subjects)[];
  const { promise: end, resolve } = Promise.withResolvers<void>();
  process.on("disconnect", () => resolve());
  process.on("message", async (step: number) => {
    for (const kind of kinds) await CHANGES[kind](database.db, subjects[kind], step);
    process.send!(step);
  });
  process.send!("ready");
  await end;
}
