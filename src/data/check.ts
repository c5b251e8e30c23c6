import { sql } from "kysely";

import { readCounters, type CounterName } from "./counters.ts";
import type { Db, MemeRow } from "./schema.ts";

/** What a recount of each total of the site gives. */
const TOTALS: Record<CounterName, string> = {
  users: "select count(*) from users",
  ratings: "select count(*) from ratings",
  memers: "select count(distinct author_id) from memes",
  "memes:1": "select count(*) from memes where age = 1 and disabled = 0",
  "memes:2": "select count(*) from memes where age = 2 and disabled = 0",
  "memes:4": "select count(*) from memes where age = 4 and disabled = 0",
};
const recounts = Object.entries(TOTALS).map(([name, query]) => `when '${name}' then (${query})`);

/** Each finds the rows whose kept counter is not what a recount gives. */
const RECOUNTS: { said: (n: number) => string; query: string }[] = [
  {
    said: (n) => `${n} memes have a rating that is not the sum of their ratings.`,
    query: `select count(*) as n from memes m where m.rating_count <> (select count(*) from ratings r where r.meme_id = m.id)
      or m.rating_sum <> (select coalesce(sum(r.rating), 0) from ratings r where r.meme_id = m.id)`,
  },
  {
    said: (n) => `${n} memes have a wrong number of comments.`,
    query: `select count(*) as n from memes m where m.comment_count <> (select count(*) from comments c where c.meme_id = m.id)`,
  },
  {
    said: (n) => `${n} accounts have a wrong number of memes.`,
    query: `select count(*) as n from users u where u.meme_count <> (select count(*) from memes m where m.author_id = u.id and m.disabled = 0)
      or u.submitted_count <> (select count(*) from memes m where m.author_id = u.id)`,
  },
  {
    said: (n) => `${n} accounts have a wrong number of followers.`,
    query: `select count(*) as n from users u where u.follower_count <> (select count(*) from follows f where f.followed_id = u.id)
      or u.following_count <> (select count(*) from follows f where f.follower_id = u.id)`,
  },
  {
    said: (n) => `${n} totals of the site are wrong.`,
    query: `select count(*) as n from counters c where c.value <> case c.name ${recounts.join(" ")} else c.value end`,
  },
  {
    said: (n) => `${n} memes have a slot beyond their number: they may never come up at random.`,
    query: `select count(*) as n from memes m where m.slot is not null
      and m.slot >= (select c.value from counters c where c.name = 'memes:' || m.age)`,
  },
];

/** Recounts everything that is kept; a sentence for each thing that is wrong. Slow by nature: for the doctor and the tests. */
export async function checkDatabase(db: Db): Promise<string[]> {
  const kept = await readCounters(db);
  const wrong = Object.keys(TOTALS)
    .filter((name) => kept[name as CounterName] === undefined)
    .map((name) => `The total "${name}" of the site is missing: there is no such row in the table counters.`);
  for (const { said, query } of RECOUNTS) {
    const { rows } = await sql.raw<{ n: number | string }>(query).execute(db);
    const n = Number(rows[0]!.n);
    if (n > 0) wrong.push(said(n));
  }
  return wrong;
}

/**
 * Throws where nothing can be written. Only a commit reaches a full disk, and SQLite writes nothing for a row that is
 * set to what it was: so one is added, and taken away again, before anybody can see it.
 */
export async function proveWritable(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const by of [+1, -1])
      await tx
        .updateTable("counters")
        .set((eb) => ({ value: eb("value", "+", by) }))
        .where("name", "=", "users")
        .execute();
  });
}

export type ImageOwner = Pick<MemeRow, "id" | "image_key" | "image_extension">;

/** The newest memes, and as many again spread evenly over the rest. */
export async function sampleMemes(db: Db, most: number): Promise<ImageOwner[]> {
  const { count } = await db
    .selectFrom("memes")
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  const step = Math.max(1, Math.ceil((Number(count) - most) / most));
  const { rows } = await sql<ImageOwner>`select id, image_key, image_extension from (
      select id, image_key, image_extension, row_number() over (order by id desc) as place from memes
    ) as numbered
    where place <= ${sql.lit(most)} or (place - ${sql.lit(most)}) % ${sql.lit(step)} = 0`.execute(db);
  return rows;
}
