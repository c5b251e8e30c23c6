import { sql } from "kysely";

import type { MemeImage } from "../entities/meme.ts";
import type { BasePicture } from "../entities/base-picture.ts";
import { toBase } from "./bases.ts";
import { readCounters, type CounterName } from "./counters.ts";
import { dialectOf } from "./dialect.ts";
import { toMeme, wholeMemes } from "./meme-columns.ts";
import { SHARED_KEYS } from "./memes.ts";
import { DAY_MS, dayOf, lastDays, PERIODS, PRIOR } from "./periods.ts";
import type { Db } from "./schema.ts";
import { transact } from "./transaction.ts";

const FILES = ["original", "display", "small", "thumbnail", "preview", "display_avif", "small_avif"];
/** Bytes of memes' stored files. Shared files belong to nobody. */
const BYTES = `coalesce(sum(case when image_key like '${SHARED_KEYS}%' then 0
  else ${FILES.map((file) => `coalesce(${file}_bytes, 0)`).join(" + ")}
    + coalesce((select video_bytes from videos where meme_id = m.id), 0) end), 0)`;

/** Recount of each site total. */
const TOTALS: Record<CounterName, string> = {
  users: "select count(*) from users",
  ratings: "select count(*) from ratings",
  memers: "select count(distinct author_id) from memes",
  bytes: `select (select ${BYTES} from memes m) + (select coalesce(sum(avatar_bytes), 0) from users)
    + (select coalesce(sum(bytes), 0) from bases)`,
  "memes:1": "select count(*) from memes where age = 1 and disabled = 0",
  "memes:2": "select count(*) from memes where age = 2 and disabled = 0",
  "memes:4": "select count(*) from memes where age = 4 and disabled = 0",
};
const recounts = Object.entries(TOTALS).map(([name, query]) => `when '${name}' then (${query})`);

/** What lists of the best are sorted by. */
const SCORE = `case m.rating_count when 0 then 0 else (m.rating_sum + ${PRIOR.sum}) * 1.0 / (m.rating_count + ${PRIOR.count}) end`;

interface Recount {
  sentence: (n: number) => string;
  /** Counts the errors, as `n`. */
  query: string;
}

/** Each finds rows whose stored counter differs from a recount. */
const COUNTERS: Recount[] = [
  {
    sentence: (n) => `${n} memes have a rating that is not the sum of their ratings.`,
    query: `select count(*) as n from memes m where m.rating_count <> (select count(*) from ratings r where r.meme_id = m.id)
      or m.rating_sum <> (select coalesce(sum(r.rating), 0) from ratings r where r.meme_id = m.id)`,
  },
  {
    sentence: (n) => `${n} memes have a wrong number of comments.`,
    query: `select count(*) as n from memes m where m.comment_count <> (select count(*) from comments c where c.meme_id = m.id)`,
  },
  {
    sentence: (n) => `${n} comments have a wrong number of likes.`,
    query: `select count(*) as n from comments c
      where c.like_count <> (select count(*) from comment_likes l where l.comment_id = c.id)`,
  },
  {
    sentence: (n) => `${n} accounts have a wrong number of memes.`,
    query: `select count(*) as n from users u where u.meme_count <> (select count(*) from memes m where m.author_id = u.id and m.disabled = 0)
      or u.submitted_count <> (select count(*) from memes m where m.author_id = u.id)`,
  },
  {
    sentence: (n) => `${n} accounts have a wrong sum of stored bytes.`,
    query: `select count(*) as n from users u
      where u.stored_bytes <> u.avatar_bytes + (select ${BYTES} from memes m where m.author_id = u.id)
        + (select coalesce(sum(b.bytes), 0) from bases b where b.user_id = u.id)`,
  },
  {
    sentence: (n) => `${n} accounts have more memes that do not wait than were ever approved.`,
    // Deleted memes count too, so nothing more precise can be checked.
    query: `select count(*) as n from users u
      where u.approved_count < (select count(*) from memes m where m.author_id = u.id and m.held = 0)`,
  },
  {
    sentence: (n) => `${n} memes held by staff are still enabled or in a slot.`,
    query: `select count(*) as n from memes m where m.held > 0 and (m.disabled = 0 or m.slot is not null)`,
  },
  {
    sentence: (n) => `${n} accounts have a wrong number of followers.`,
    query: `select count(*) as n from users u where u.follower_count <> (select count(*) from follows f where f.followed_id = u.id)
      or u.following_count <> (select count(*) from follows f where f.follower_id = u.id)`,
  },
  {
    sentence: (n) => `${n} totals of the site are wrong.`,
    query: `select count(*) as n from counters c where c.value <> case c.name ${recounts.join(" ")} else c.value end`,
  },
  {
    sentence: (n) => `${n} memes have a slot beyond their number: they may never come up at random.`,
    query: `select count(*) as n from memes m where m.slot is not null
      and m.slot >= (select c.value from counters c where c.name = 'memes:' || m.age)`,
  },
  {
    sentence: (n) => `${n} accounts have a wrong number of notifications.`,
    query: `select count(*) as n from users u where u.notification_count <>
      (select count(*) from notifications o where o.user_id = u.id and o.hidden = 0)`,
  },
  {
    sentence: (n) => `${n} accounts have a wrong number of notifications that they have not seen.`,
    query: `select count(*) as n from users u where u.unseen_count <>
      (select count(*) from notifications o where o.user_id = u.id and o.hidden = 0 and o.seen = 0)`,
  },
  {
    sentence: (n) => `${n} notifications are hidden and should be seen, or are seen and should be hidden.`,
    query: `select count(*) as n from notifications o left join memes m on m.id = o.meme_id
      where o.hidden <> case when m.disabled = 1 and m.author_id <> o.user_id then 1 else 0 end`,
  },
  {
    sentence: (n) => `${n} memes are held and yet shown, or are to be shown once they are free and are not held.`,
    query: `select count(*) as n from memes where (held > 0 and disabled = 0) or (held = 0 and shown_when_free = 1)`,
  },
  {
    sentence: (n) => `${n} collections have a wrong number of memes.`,
    query: `select count(*) as n from collections c where c.meme_count <>
      (select count(*) from collected_memes m where m.collection_id = c.id)`,
  },
  {
    sentence: (n) => `${n} memes are in a collection of somebody who hasn't saved them.`,
    query: `select count(*) as n from collected_memes m join collections c on c.id = m.collection_id
      where c.name_key <> '' and not exists (select 1 from collected_memes s join collections d on d.id = s.collection_id
        where d.user_id = c.user_id and d.name_key = '' and s.meme_id = m.meme_id)`,
  },
  {
    sentence: (n) => `${n} tags have a wrong number of memes or followers, or nobody uses them.`,
    query: `select count(*) as n from tags t where
      t.meme_count <> (select count(*) from meme_tags x where x.tag = t.name and x.age < 4)
      or t.mature_count <> (select count(*) from meme_tags x where x.tag = t.name and x.age = 4)
      or t.follower_count <> (select count(*) from tag_follows f where f.tag = t.name)
      or t.meme_count + t.mature_count + t.follower_count = 0`,
  },
  {
    sentence: (n) => `${n} tags of memes belong to a hidden meme, to no tag, or are in a wrong place.`,
    query: `select count(*) as n from meme_tags x left join memes m on m.id = x.meme_id left join tags t on t.name = x.tag
      where m.id is null or t.name is null or m.disabled = 1 or m.age <> x.age or m.created_at <> x.created_at or m.heat <> x.heat
      or abs(x.score - ${SCORE}) > 1e-9`,
  },
  {
    sentence: (n) => `${n} templates have a wrong number of memes.`,
    query: `select count(*) as n from templates t where t.uses <> (select count(*) from template_memes x
      where x.template_id = t.id)`,
  },
  {
    sentence: (n) => `${n} memes made with a template are missing there, hidden, or in a wrong place.`,
    query: `select count(*) as n from (
        select coalesce(r.meme_id, x.meme_id) as id from
          (select r.meme_id, r.template_id, m.age, ${SCORE} as score from recipes r join memes m on m.id = r.meme_id
            where r.template_id is not null and m.disabled = 0) as r
        full join template_memes x on x.meme_id = r.meme_id
        where x.meme_id is null or r.meme_id is null or x.template_id <> r.template_id or x.age <> r.age
          or abs(x.score - r.score) > 1e-9) as wrong`,
  },
  {
    sentence: (n) => `${n} formats are of a picture that their meme no longer has.`,
    query: `select count(*) as n from formats f join memes m on m.id = f.meme_id
      where substr(f.key, 1, length(m.image_key)) <> m.image_key`,
  },
  {
    sentence: (n) => `${n} looks belong to a family of copies without a meme.`,
    query: `select count(*) as n from looks l where not exists (select 1 from copies c where c.family = l.family)`,
  },
  {
    sentence: (n) => `${n} accounts have the looks of a picture, and no picture.`,
    query: `select count(distinct l.user_id) as n from avatar_looks l join users u on u.id = l.user_id where u.avatar_key is null`,
  },
  {
    sentence: (n) => `The search index has ${n} memes too many or too few.`,
    query: `select abs((select count(*) from search) - (select count(*) from memes where disabled = 0)) as n`,
  },
];

/** Subjects whose stored totals and the sum of their parts do not cancel out. */
const unbalanced = (keys: string, kept: string, parts: string) => `select count(*) as n from (
    select ${keys} from (${kept} union all ${parts}) as balance
    group by ${keys} having sum(balance.sum) <> 0 or sum(balance.count) <> 0) as wrong`;

const TOTALS_BY_PERIOD = PERIODS.map(
  ({ name }) => `select subject, '${name}' as period, "sum_${name}" as sum, "count_${name}" as count from scores`,
).join(" union all ");
const LEVELS = PERIODS.map(({ name, level }) => `select '${name}' as period, ${level} as level`).join(" union all ");

/**
 * Stored ratings by day and by period. `since` is the first day that counts anywhere: older ones go when their turn
 * comes, a meme's perhaps before its author's.
 */
const standings = (since: number, wholeDays: (column: string) => string): Recount[] => [
  {
    sentence: (n) => `${n} days of memes are not the sum of the ratings of that day.`,
    // By range, not by day, so that the index is used.
    query: `select count(*) as n from (
      select d.sum, d.count, count(r.rating) as found, coalesce(sum(r.rating), 0) as total
      from rated_days d join memes m on m.id = d.subject
      left join ratings r on r.meme_id = d.subject
        and r.created_at >= d.day * ${DAY_MS}.0 and r.created_at < (d.day + 1) * ${DAY_MS}.0
      group by d.subject, d.day, d.sum, d.count) as days where found <> count or total <> sum`,
  },
  {
    sentence: (n) => `${n} ratings of the last days are not counted on their day.`,
    query: `select count(*) as n from ratings r where r.created_at >= ${since * DAY_MS} and not exists
      (select 1 from rated_days d where d.subject = r.meme_id and d.day = ${wholeDays("r.created_at")})`,
  },
  {
    sentence: (n) => `${n} days of accounts are not the sum of those of their memes.`,
    query: unbalanced(
      "subject, day",
      `select d.subject, d.day, d.sum, d.count from rated_days d join users u on u.id = d.subject where d.day >= ${since}`,
      `select m.author_id, d.day, -d.sum, -d.count from rated_days d join memes m on m.id = d.subject
        where d.day >= ${since} and m.disabled = 0`,
    ),
  },
  {
    sentence: (n) => `${n} standings are not the sum of the days in their period.`,
    query: unbalanced(
      "subject, period",
      TOTALS_BY_PERIOD,
      `select d.subject, p.period, -d.sum, -d.count from rated_days d join (${LEVELS}) as p on d.within >= p.level`,
    ),
  },
  {
    sentence: (n) => `${n} memes have a standing of all time that is not their rating.`,
    query: `select count(*) as n from memes m left join scores s on s.subject = m.id
      where coalesce(s.sum_all, 0) <> m.rating_sum or coalesce(s.count_all, 0) <> m.rating_count`,
  },
  {
    sentence: (n) => `${n} standings are on a wrong board.`,
    query: `select count(*) as n from scores s left join memes m on m.id = s.subject
      where s.board <> case when m.id is null then 'memers' when m.disabled = 1 then 'hidden' else 'memes:' || m.age end`,
  },
  {
    sentence: (n) => `${n} standings or days belong to nobody or count nothing.`,
    query: `select count(*) as n from (
        select subject, count_all + "count_1mo" as count, count_all as lasting from scores
        union all select subject, count, 0 from rated_days) as kept
      where count <= 0 or not exists (select 1 from memes m where m.id = kept.subject)
        and (lasting <> 0 or not exists (select 1 from users u where u.id = kept.subject))`,
  },
];

/** Recounts every stored total; returns one sentence per error. Slow by nature: for the doctor and the tests. */
export async function checkDatabase(db: Db, now = Date.now()): Promise<string[]> {
  const kept = await readCounters(db);
  const wrong = Object.keys(TOTALS)
    .filter((name) => kept[name as CounterName] === undefined)
    .map((name) => `The total "${name}" of the site is missing: there is no such row in the table counters.`);
  const since = Math.min(...lastDays(dayOf(now)));
  for (const { sentence, query } of [...COUNTERS, ...standings(since, dialectOf(db).wholeDays)]) {
    const { rows } = await sql.raw<{ n: number | string }>(query).execute(db);
    const n = Number(rows[0]!.n);
    if (n > 0) wrong.push(sentence(n));
  }
  return wrong;
}

/**
 * Throws if nothing can be written. Only a commit reaches a full disk, and SQLite writes nothing for a row that does
 * not change. So this adds a row and removes it again before anybody can see it.
 */
export async function proveWritable(db: Db): Promise<void> {
  await transact(db, async (tx) => {
    for (const by of [+1, -1])
      await tx
        .updateTable("counters")
        .set((eb) => ({ value: eb("value", "+", by) }))
        .where("name", "=", "users")
        .execute();
  });
}

/** A meme and where its picture is stored. */
export interface ImageOwner {
  id: string;
  image: MemeImage;
}

/** The newest memes, and as many again spread evenly over the rest. */
export async function sampleMemes(db: Db, max: number): Promise<ImageOwner[]> {
  const { count } = await db
    .selectFrom("memes")
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  const step = Math.max(1, Math.ceil((Number(count) - max) / max));
  const chosen = sql<string>`(select id from (select id, row_number() over (order by id desc) as place from memes) as numbered
    where place <= ${sql.lit(max)} or (place - ${sql.lit(max)}) % ${sql.lit(step)} = 0)`;
  return (await wholeMemes(db).where("id", "in", chosen).orderBy("id", "desc").execute()).map(toMeme);
}

export async function oldestMemes(db: Db, max: number): Promise<ImageOwner[]> {
  return (await wholeMemes(db).orderBy("id").limit(max).execute()).map(toMeme);
}

export async function newestBases(db: Db, max: number): Promise<BasePicture[]> {
  return (await db.selectFrom("bases").selectAll().orderBy("id", "desc").limit(max).execute()).map(toBase);
}
