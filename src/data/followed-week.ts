import { sql } from "kysely";

import type { Age } from "../entities/age.ts";
import { ALLOWED } from "../entities/age.ts";
import { byIds } from "./by-ids.ts";
import { dialectOf } from "./dialect.ts";
import { PRIOR } from "./periods.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import { listBestMemes } from "./scores.ts";

// The best memes of a week from the people and tags that somebody follows. Each source gives a few memes, straight from
// an index, so that the work depends on how many somebody follows, up to a limit, and not on how many memes there are.

/** Nothing mature: a mail is read anywhere. */
const MAX_AGE: Age = 2;
/** Those somebody has followed most recently. Tags have a limit of their own. */
const MAX_PEOPLE = 500;
/** The newest of a person, and the hottest of a tag. */
const OF_EACH = 20;
/** A source may post more than that. The best of it is among the best of the site. */
const OF_SITE = 200;
/** How much heat a meme can lose; see docs/adr/0010-hot.md. */
const COLDEST_MS = 27 * 3_600_000;

export interface Week {
  since: number;
  until: number;
}

/** Not those of the follower. Unrated memes stand in the middle. */
interface Candidate {
  id: string;
  at: number;
  score: number;
}

const candidates = sql`m.id, m.created_at as at,
  (m.rating_sum + ${sql.lit(PRIOR.sum)}) * 1.0 / (m.rating_count + ${sql.lit(PRIOR.count)}) as score`;

/** PostgreSQL returns decimals as text. */
const toCandidate = (row: Candidate): Candidate => ({ ...row, score: Number(row.score) });

const fits = (followerId: string) =>
  sql`m.disabled = 0 and m.age <= ${sql.lit(MAX_AGE)} and m.author_id <> ${followerId}`;

const ofSources = prepared((db, followerId: string, since: number, until: number, coldest: number, amount: number) => {
  const { forEach } = dialectOf(db);
  const people = forEach(
    sql`(select followed_id from follows where follower_id = ${followerId}
      order by created_at desc, followed_id limit ${sql.lit(MAX_PEOPLE)}) as f`,
    sql`f.followed_id <> ''`,
    sql`select x.created_at as at, x.id as id from memes x where x.author_id = f.followed_id
      and x.created_at >= ${since} and x.created_at < ${until}
      order by x.created_at desc, x.id desc limit ${sql.lit(OF_EACH)}`,
  );
  const tags = ALLOWED[MAX_AGE].map((age) =>
    forEach(
      sql`tag_follows f`,
      sql`f.user_id = ${followerId}`,
      sql`select x.created_at as at, x.meme_id as id from meme_tags x where x.tag = f.tag and x.age = ${sql.lit(age)}
        and x.heat >= ${coldest} order by x.heat desc, x.meme_id desc limit ${sql.lit(OF_EACH)}`,
    ),
  );
  // Not "all": a meme may come from its author and from several tags.
  return sql<Candidate>`select ${candidates} from (${sql.join([people, ...tags], sql` union `)}) as week
    join memes m on m.id = week.id where week.at >= ${since} and week.at < ${until} and ${fits(followerId)}
    order by score desc, m.created_at desc, m.id desc limit ${amount}`;
}, toCandidate);

const followedAmong = byIds(
  (_db, isOneOf, followerId: string, since: number, until: number) =>
    sql<Candidate>`select ${candidates} from memes m where ${isOneOf("m.id")} and ${fits(followerId)}
      and m.created_at >= ${since} and m.created_at < ${until}
      and (exists (select 1 from follows f where f.follower_id = ${followerId} and f.followed_id = m.author_id)
        or exists (select 1 from meme_tags x join tag_follows f on f.tag = x.tag
          where x.meme_id = m.id and f.user_id = ${followerId}))`,
  toCandidate,
);

/** Ids, best first, by the same measure as Top. */
export async function listBestFollowed(db: Db, followerId: string, week: Week, amount: number): Promise<string[]> {
  const { since, until } = week;
  const few = await ofSources(db, followerId, since, until, since - COLDEST_MS, amount);
  const best = await listBestMemes(db, { period: "7d", maxAge: MAX_AGE, skip: 0, amount: OF_SITE });
  const ids = best.map(({ subject }) => subject);
  const many = await followedAmong(db, ids, followerId, since, until);
  const all = new Map([...few, ...many].map((one) => [one.id, one]));
  const inOrder = [...all.values()].sort((a, b) => b.score - a.score || b.at - a.at || (a.id < b.id ? 1 : -1));
  return inOrder.slice(0, amount).map(({ id }) => id);
}
