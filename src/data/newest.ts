import { sql, type RawBuilder } from "kysely";

import type { Age } from "../entities/age.ts";
import { dialectOf } from "./dialect.ts";
import { fromEachAge, upToAge } from "./each-age.ts";
import { eachWay } from "./each-way.ts";
import { merged } from "./merged.ts";
import { first, prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";

// Lists of memes by time, which for the hottest is the time that their ratings have made of it. They return places, straight from an index; the memes themselves are read by id.

/** The place of a meme in a list by time. */
export interface MemeCursor {
  at: number;
  id: string;
}
export interface NewestQuery {
  after?: MemeCursor | undefined;
  skip: number;
  amount: number;
  /** Walks back from the cursor, and begins with the place of the cursor itself. */
  back?: boolean | undefined;
}

/** Before everything: the first page is then the same query as all others. */
const START: MemeCursor = { at: Number.MAX_SAFE_INTEGER, id: "" };

const latestBy = (column: "created_at" | "heat") =>
  eachWay(({ beyond, order }) =>
    upToAge((ages) =>
      merged((limit) =>
        prepared((_db, at: number, id: string, amount: number, skip: number) => {
          const moment = sql.ref(column);
          const each = fromEachAge(
            ages,
            (age) => sql`select ${moment} as at, id from memes
              where age = ${sql.lit(age)} and disabled = 0 and (${moment}, id) ${beyond} (${at}, ${id})
              order by ${moment} ${order}, id ${order} ${limit}`,
          );
          return sql<MemeCursor>`select at, id from (${each}) as latest
            order by at ${order}, id ${order} limit ${amount} offset ${skip}`;
        }),
      ),
    ),
  );
const newest = latestBy("created_at");
const hottest = latestBy("heat");

/** Enabled memes up to an age rating, newest first. */
export const listNewest = (db: Db, maxAge: Age, { after = START, skip, amount, back }: NewestQuery) =>
  newest(back)[maxAge](db, skip + amount, after.at, after.id, amount, skip);

/** The same memes, hottest first; docs/adr/0010-hot.md says what that is. */
export const listHottest = (db: Db, maxAge: Age, { after = START, skip, amount, back }: NewestQuery) =>
  hottest(back)[maxAge](db, skip + amount, after.at, after.id, amount, skip);

const newer = upToAge((ages) =>
  merged((limit) =>
    prepared((_db, at: number, id: string) => {
      const each = fromEachAge(
        ages,
        (age) => sql`select created_at as at, id from memes
          where age = ${sql.lit(age)} and disabled = 0 and (created_at, id) > (${at}, ${id})
          order by created_at, id ${limit}`,
      );
      return sql<MemeCursor>`select at, id from (${each}) as newer order by at, id limit 1`;
    }),
  ),
);

/** The enabled meme posted right after another one. */
export const findNewer = (db: Db, maxAge: Age, { at, id }: MemeCursor) => first(newer[maxAge](db, 1, at, id));

const ofAuthor = (shown: RawBuilder<unknown>) =>
  eachWay(({ beyond, order }) =>
    prepared(
      (_db, authorId: string, at: number, id: string, amount: number, skip: number) =>
        sql<MemeCursor>`select created_at as at, id from memes
          where author_id = ${authorId} ${shown} and (created_at, id) ${beyond} (${at}, ${id})
          order by created_at ${order}, id ${order} limit ${amount} offset ${skip}`,
    ),
  );
const allOfAuthor = ofAuthor(sql``);
const shownOfAuthor = ofAuthor(sql`and disabled = 0`);

/** Memes of one author, newest first. `all` includes disabled ones. */
export const listNewestOf = (
  db: Db,
  authorId: string,
  all: boolean,
  { after = START, skip, amount, back }: NewestQuery,
) => (all ? allOfAuthor : shownOfAuthor)(back)(db, authorId, after.at, after.id, amount, skip);

const followed = eachWay(({ beyond, order }) =>
  upToAge((ages) =>
    prepared((db, followerId: string, at: number, id: string, most: number, amount: number, skip: number) => {
      const { forEach } = dialectOf(db);
      const newestBy = (time: string, key: string) =>
        sql`(${sql.ref(time)}, ${sql.ref(key)}) ${beyond} (${at}, ${id})
          order by ${sql.ref(time)} ${order}, ${sql.ref(key)} ${order} limit ${most}`;
      const people = forEach(
        sql`follows f`,
        sql`f.follower_id = ${followerId}`,
        sql`select x.created_at as at, x.id as id from memes x where x.author_id = f.followed_id and x.disabled = 0
          and x.age <= ${sql.lit(Math.max(...ages))} and ${newestBy("x.created_at", "x.id")}`,
      );
      const tags = ages.map((age) =>
        forEach(
          sql`tag_follows f`,
          sql`f.user_id = ${followerId}`,
          sql`select x.created_at as at, x.meme_id as id from meme_tags x where x.tag = f.tag and x.age = ${sql.lit(age)}
            and ${newestBy("x.created_at", "x.meme_id")}`,
        ),
      );
      // Not "all": a meme may come from its author and from several tags.
      return sql<MemeCursor>`select at, id from (${sql.join([people, ...tags], sql` union `)}) as followed
        order by at ${order}, id ${order} limit ${amount} offset ${skip}`;
    }),
  ),
);

/**
 * Memes of the people and the tags that a person follows. Takes the newest of each from the index, then the newest of
 * those: the cost depends on how many are followed, not on how many memes there are.
 */
export const listNewestFollowed = (
  db: Db,
  followerId: string,
  maxAge: Age,
  { after = START, skip, amount, back }: NewestQuery,
) => followed(back)[maxAge](db, followerId, after.at, after.id, skip + amount, amount, skip);
