import { sql } from "kysely";

import type { Db } from "./schema.ts";

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
    query: `select count(*) as n from counters c where c.value <> case c.name
      when 'users' then (select count(*) from users)
      when 'ratings' then (select count(*) from ratings)
      when 'memers' then (select count(distinct author_id) from memes)
      when 'memes:1' then (select count(*) from memes where age = 1 and disabled = 0)
      when 'memes:2' then (select count(*) from memes where age = 2 and disabled = 0)
      when 'memes:4' then (select count(*) from memes where age = 4 and disabled = 0)
      else c.value end`,
  },
  {
    said: (n) => `${n} memes have a slot beyond their number: they may never come up at random.`,
    query: `select count(*) as n from memes m where m.slot is not null
      and m.slot >= (select c.value from counters c where c.name = 'memes:' || m.age)`,
  },
];

/** Recounts everything that is kept; a sentence for each thing that is wrong. Slow by nature: for the doctor and the tests. */
export async function checkDatabase(db: Db): Promise<string[]> {
  const wrong: string[] = [];
  for (const { said, query } of RECOUNTS) {
    const { rows } = await sql.raw<{ n: number | string }>(query).execute(db);
    const n = Number(rows[0]!.n);
    if (n > 0) wrong.push(said(n));
  }
  return wrong;
}
