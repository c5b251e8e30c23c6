import { sql, type Selectable } from "kysely";

import { tagsOf, type Tag } from "../entities/tag.ts";
import type { Age } from "../entities/age.ts";
import type { Meme } from "../entities/meme.ts";
import { dialectOf } from "./dialect.ts";
import { first, prepared } from "./prepared.ts";
import { SCORE_OF_MEME } from "./score-of-meme.ts";
import type { Db } from "./schema.ts";
import type { TagsTable } from "./tables/memes.ts";

// `meme_tags` holds the tags of enabled memes only: they come and go with the meme, like its words in the search index.

const MATURE: Age = 4;

export const toTag = (row: Selectable<TagsTable>): Tag => ({
  name: row.name,
  memeCount: row.meme_count,
  matureCount: row.mature_count,
  followerCount: row.follower_count,
});

const byName = prepared((db, name: string) => db.selectFrom("tags").selectAll().where("name", "=", name), toTag);
export const findTag = (db: Db, name: string) => first(byName(db, name));

const popular = prepared(
  (_, amount: number) => sql<Selectable<TagsTable>>`select * from tags where meme_count > 0
    order by meme_count desc, name desc limit ${amount}`,
  toTag,
);

/** Most used first. */
export const listPopularTags = (db: Db, amount: number) => popular(db, amount);

/** How many of the most used tags are searched first, and how many of those that begin alike. */
const GLANCE = 500;

const begun = prepared((db, from: string, to: string) => {
  const name = dialectOf(db).byBytes("name");
  return sql<Selectable<TagsTable>>`select * from tags where ${name} >= ${from} and ${name} < ${to}
    and meme_count > 0 order by ${name} limit ${sql.lit(GLANCE)}`;
}, toTag);

/**
 * Tags that begin like this, the most used first. A short beginning has thousands; then enough of the most used tags
 * begin like it, and the others need not be sorted.
 */
export async function listTagsNamed(db: Db, beginning: string, amount: number): Promise<Tag[]> {
  const common = (await popular(db, GLANCE)).filter(({ name }) => name.startsWith(beginning));
  if (common.length >= amount) return common.slice(0, amount);
  const found = await begun(db, beginning, `${beginning}\u{10ffff}`);
  const all = new Map([...common, ...found].map((tag) => [tag.name, tag]));
  return [...all.values()].sort((a, b) => b.memeCount - a.memeCount || (a.name < b.name ? -1 : 1)).slice(0, amount);
}

const count = prepared((db, name: string, memes: number, mature: number, followers: number) =>
  db
    .insertInto("tags")
    .values({ name, meme_count: memes, mature_count: mature, follower_count: followers })
    .onConflict((c) =>
      c.column("name").doUpdateSet((eb) => ({
        meme_count: eb("tags.meme_count", "+", eb.ref("excluded.meme_count")),
        mature_count: eb("tags.mature_count", "+", eb.ref("excluded.mature_count")),
        follower_count: eb("tags.follower_count", "+", eb.ref("excluded.follower_count")),
      })),
    )
    .returningAll(),
);
const forget = prepared((db, name: string) => db.deleteFrom("tags").where("name", "=", name));

interface TagCounts {
  memes?: number;
  mature?: number;
  followers?: number;
}

/** Locks the tag until the transaction ends. A tag that nobody uses or follows is gone. */
export async function countForTag(db: Db, name: string, { memes = 0, mature = 0, followers = 0 }: TagCounts) {
  const [row] = await count(db, name, memes, mature, followers);
  const { meme_count, mature_count, follower_count } = row!;
  if (meme_count + mature_count + follower_count === 0) await forget(db, name);
}

const tagsOfMeme = prepared(
  (db, memeId: string) => db.selectFrom("meme_tags").select(["tag", "age"]).where("meme_id", "=", memeId),
  ({ tag }) => tag,
);
/** What lists are sorted by, from the meme itself. */
const SORT_KEYS = sql`m.created_at, ${SCORE_OF_MEME}, m.heat`;

const add = prepared(
  (_, tag: string, memeId: string) => sql`insert into meme_tags (meme_id, tag, age, created_at, score, heat)
    select m.id, ${tag}, m.age, ${SORT_KEYS} from memes m where m.id = ${memeId}`,
);
const take = prepared((db, memeId: string, tag: string) =>
  db.deleteFrom("meme_tags").where("meme_id", "=", memeId).where("tag", "=", tag),
);

const once = (age: Age, by: 1 | -1) => (age === MATURE ? { mature: by } : { memes: by });

/** Gives an enabled meme the tags of its caption, and no others. The caller has locked the meme. */
export async function tagMeme(db: Db, meme: Meme): Promise<void> {
  await changeTags(db, meme, tagsOf(meme.caption));
}

/** Takes a meme out of all its tags. The caller has locked the meme. */
export const untagMeme = (db: Db, meme: Meme): Promise<void> => changeTags(db, meme, []);

async function changeTags(db: Db, { id, age }: Meme, wanted: readonly string[]): Promise<void> {
  const there = await tagsOfMeme(db, id);
  if (there.length + wanted.length === 0) return;
  // In one order, so that two memes with the same tags cannot wait for each other.
  for (const tag of [...new Set([...there, ...wanted])].sort()) {
    const [was, is] = [there.includes(tag), wanted.includes(tag)];
    if (was === is) continue;
    if (is) await add(db, tag, id);
    else await take(db, id, tag);
    await countForTag(db, tag, once(age, is ? 1 : -1));
  }
}

const sort = prepared(
  (_, id: string) => sql`update meme_tags set (created_at, score, heat) = (
      select ${SORT_KEYS} from memes m where m.id = meme_tags.meme_id)
    where meme_id = ${id}`,
);

/** After anything that lists are sorted by has changed. Most memes have no tags, and then there is nothing to ask. */
export async function sortTagged(db: Db, { id, caption }: Pick<Meme, "id" | "caption">): Promise<void> {
  if (caption.includes("#")) await sort(db, id);
}
