import { findTag, listPopularTags, listTagsNamed } from "../../data/tags.ts";
import { findUserByName, listUsersNamed } from "../../data/users.ts";
import { tagNamed, type Tag } from "../../entities/tag.ts";
import type { User } from "../../entities/user.ts";
import { isSuspended } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { wantsPerson } from "../filters/wants.ts";
import { isUsername, MAX_USERNAME } from "../users/username.ts";
import { soughtWords } from "./search-memes.ts";
import { sortWords } from "./stop-words.ts";

const MAX_PEOPLE = 4;
const MAX_TAGS = 6;
/** For those who do not know yet what to search for. */
const POPULAR = 12;
/** Words looked up one by one. */
const MAX_WORDS = 8;
/** Some people will be left out. */
const SPARE = 8;
const NAME = new RegExp(`^[a-z0-9_.]{2,${MAX_USERNAME}}$`, "i");

export interface Suggestions {
  people: User[];
  tags: Tag[];
}

/** People and tags that a search may mean: those that begin with its one word, or are called like one of its words. */
export async function findSuggestions(ctx: Ctx, search: string): Promise<Suggestions> {
  const typed = search.trim();
  if (typed === "") return { people: [], tags: await listPopularTags(ctx.db, POPULAR) };
  const words = sortWords(soughtWords(typed)).telling.slice(0, MAX_WORDS);
  if (words.length === 0) return { people: [], tags: [] };
  const [people, tags] = await Promise.all([
    typed.startsWith("#") ? [] : findPeople(ctx, typed, words),
    typed.startsWith("@") ? [] : findTags(ctx, typed),
  ]);
  return { people, tags };
}

async function findPeople({ db, actor, now }: Ctx, typed: string, words: readonly string[]): Promise<User[]> {
  const name = typed.replace(/^@/, "").replace(/\s+/g, "_");
  const begun = NAME.test(name) ? await listUsersNamed(db, name, MAX_PEOPLE + SPARE) : [];
  const called =
    begun.length > 0 ? [] : await Promise.all(words.filter(isUsername).map((one) => findUserByName(db, one)));
  return [...begun, ...called]
    .filter((user) => user !== undefined)
    .filter((user) => wantsPerson(actor, user.id) && !isSuspended(user, now))
    .slice(0, MAX_PEOPLE);
}

async function findTags({ db }: Ctx, typed: string): Promise<Tag[]> {
  const names = typed.split(/\s+/).flatMap((word) => tagNamed(word.replace(/^#/, "")) ?? []);
  if (names.length === 1) return listTagsNamed(db, names[0]!, MAX_TAGS);
  const found = await Promise.all([...new Set(names)].slice(0, MAX_WORDS).map((name) => findTag(db, name)));
  return found.filter((tag) => tag !== undefined && tag.memeCount > 0).slice(0, MAX_TAGS) as Tag[];
}
