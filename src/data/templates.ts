import { sql, type RawBuilder, type Selectable } from "kysely";

import { TEMPLATE_STATUSES, type Template, type TemplateStatus } from "../entities/template.ts";
import type { Age } from "../entities/age.ts";
import { byIds } from "./by-ids.ts";
import { first, prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import type { TemplatesTable } from "./tables/making.ts";

export const toTemplate = (row: Selectable<TemplatesTable>): Template => ({
  id: row.id,
  name: row.name,
  tags: JSON.parse(row.tags) as string[],
  authorId: row.user_id ?? undefined,
  status: TEMPLATE_STATUSES[row.status]!,
  baseId: row.base_id,
  previewId: row.preview_id ?? undefined,
  alt: row.alt,
  recipe: row.recipe,
  sampleTexts: JSON.parse(row.sample_texts) as string[],
  age: row.age as Age,
  uses: row.uses,
  slug: row.slug ?? undefined,
  createdAt: row.created_at,
  decidedAt: row.decided_at ?? undefined,
});

const numberOf = (status: TemplateStatus) => TEMPLATE_STATUSES.indexOf(status);
const literal = (status: TemplateStatus) => sql.lit(numberOf(status));

const byId = prepared((db, id: string) => db.selectFrom("templates").selectAll().where("id", "=", id), toTemplate);
export const findTemplate = (db: Db, id: string) => first(byId(db, id));

const name = prepared((db, id: string) =>
  db.selectFrom("templates").select(["id", "name"]).where("id", "=", id).where("status", "=", literal("accepted")),
);
/** Of one that everyone can see. */
export const findTemplateName = (db: Db, id: string) => first(name(db, id));

const all = byIds((db, isOneOf) => db.selectFrom("templates").selectAll().where(isOneOf("id")), toTemplate);
/** In any order. */
export const findTemplates = (db: Db, ids: readonly string[]) => all(db, ids);

/** Where a template stands in a list, and what a list can be searched for. */
export interface TemplatePlace {
  /** What the list is sorted by. */
  at: number;
  id: string;
  name: string;
  /** JSON. */
  tags: string;
  age: Age;
}

interface PlacesQuery {
  after?: { at: number; id: string } | undefined;
  amount: number;
}

const START = { at: Number.MAX_SAFE_INTEGER, id: "" };

const inOrder = (by: "uses" | "created_at") =>
  prepared((_, at: number, id: string, amount: number) => {
    const column = sql.ref(by);
    return sql<TemplatePlace>`select ${column} as at, id, name, tags, age from templates
      where status = ${literal("accepted")} and (${column}, id) < (${at}, ${id})
      order by ${column} desc, id desc limit ${amount}`;
  });
const popular = inOrder("uses");
const newest = inOrder("created_at");

/** Accepted templates, most used first. */
export const listPopularTemplates = (db: Db, { after = START, amount }: PlacesQuery) =>
  popular(db, after.at, after.id, amount);

/** Accepted templates, newest first. */
export const listNewTemplates = (db: Db, { after = START, amount }: PlacesQuery) =>
  newest(db, after.at, after.id, amount);

/** After all ids. */
const END = "a";

const ofAuthor = prepared(
  (
    _,
    userId: string,
    id: string,
    amount: number,
  ) => sql<TemplatePlace>`select 0 as at, id, name, tags, age from templates
    where user_id = ${userId} and id < ${id} and status <= ${literal("accepted")} order by id desc limit ${amount}`,
);

/** What a person has proposed and what was accepted of it, newest first. */
export const listTemplatesOf = (db: Db, userId: string, { after, amount }: PlacesQuery) =>
  ofAuthor(db, userId, after?.id ?? END, amount);

const favourites = prepared(
  (_, userId: string, at: number, id: string, amount: number) => sql<TemplatePlace>`
    select f.created_at as at, t.id, t.name, t.tags, t.age
    from template_favourites f join templates t on t.id = f.template_id
    where f.user_id = ${userId} and (f.created_at, f.template_id) < (${at}, ${id}) and t.status = ${literal("accepted")}
    order by f.created_at desc, f.template_id desc limit ${amount}`,
);

/** What was chosen last comes first. */
export const listFavouriteTemplates = (db: Db, userId: string, { after = START, amount }: PlacesQuery) =>
  favourites(db, userId, after.at, after.id, amount);

const waiting = prepared(
  (_, at: number, id: string, amount: number) => sql<Selectable<TemplatesTable>>`select * from templates
    where status = ${literal("proposed")} and (created_at, id) > (${at}, ${id}) order by created_at, id limit ${amount}`,
  toTemplate,
);

/** Proposals that wait for staff, oldest first. */
export const listProposals = (db: Db, { after = { at: 0, id: "" }, amount }: PlacesQuery) =>
  waiting(db, after.at, after.id, amount);

const counted = prepared(
  (_, most: number) => sql<{ n: number }>`select count(*) as n from
    (select 1 from templates where status = ${literal("proposed")} limit ${most}) as counted`,
  ({ n }) => Number(n),
);

/** Counts up to `most`. */
export const countProposals = async (db: Db, most: number): Promise<number> => (await counted(db, most))[0]!;

const ownStatuses = prepared(
  (db, userId: string, most: number) =>
    db.selectFrom("templates").select("status").where("user_id", "=", userId).orderBy("id", "desc").limit(most),
  ({ status }) => TEMPLATE_STATUSES[status]!,
);

/** What became of the newest of a person's proposals. */
export const listStatusesOf = (db: Db, userId: string, most: number) => ownStatuses(db, userId, most);

export type NewTemplate = Omit<Template, "uses">;

const columnsOf = (template: Partial<NewTemplate>) => {
  const { tags, authorId, status, baseId, previewId, sampleTexts, createdAt, decidedAt, ...same } = template;
  const given: Record<string, unknown> = {
    ...same,
    tags: tags && JSON.stringify(tags),
    user_id: authorId,
    status: status && numberOf(status),
    base_id: baseId,
    preview_id: previewId,
    sample_texts: sampleTexts && JSON.stringify(sampleTexts),
    created_at: createdAt,
    decided_at: decidedAt,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
};

/** False if the site has the one with this slug already. */
export async function insertTemplate(db: Db, template: NewTemplate): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("templates")
    .values(columnsOf(template) as never)
    .onConflict((c) => c.column("slug").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** What is undefined stays as it is. */
export async function updateTemplate(
  db: Db,
  id: string,
  change: Partial<Omit<NewTemplate, "id" | "slug" | "authorId" | "createdAt">>,
): Promise<void> {
  await db.updateTable("templates").set(columnsOf(change)).where("id", "=", id).execute();
}

/** Templates with this picture are offered to nobody any more. Reads them all: they are few. */
export async function retireTemplatesOf(db: Db, hash: string, decidedAt: number): Promise<void> {
  await db
    .updateTable("templates")
    .set({ status: numberOf("retired"), decided_at: decidedAt })
    .where("status", "in", [numberOf("proposed"), numberOf("accepted")])
    .where("base_id", "in", (eb) =>
      eb
        .selectFrom("templates as t")
        .innerJoin("bases as b", "b.id", "t.base_id")
        .select("b.id")
        .where("b.hash", "=", hash),
    )
    .execute();
}

/** Favourites go with it, and its memes forget it. */
export async function deleteTemplate(db: Db, id: string): Promise<void> {
  await db.deleteFrom("templates").where("id", "=", id).execute();
}

/** Proposals that nobody has decided about go with their account. */
export async function deleteProposalsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("templates").where("user_id", "=", userId).where("status", "=", numberOf("proposed")).execute();
}

/** Those of the site's own that it has, whatever became of them. */
export async function listSlugs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("templates").select("slug").where("slug", "is not", null).execute();
  return rows.map(({ slug }) => slug!);
}

const lock = prepared(
  (_, id: string) => sql<Selectable<TemplatesTable>>`update templates set status = status where id = ${id} returning *`,
  toTemplate,
);

/** Nobody else can decide about it before the transaction ends. */
export const lockTemplate = (db: Db, id: string) => first(lock(db, id));

const choose = prepared((db, userId: string, templateId: string, createdAt: number) =>
  db
    .insertInto("template_favourites")
    .values({ user_id: userId, template_id: templateId, created_at: createdAt })
    .onConflict((c) => c.doNothing())
    .returning("template_id"),
);

/** False if it was one before. */
export const insertFavourite = async (
  db: Db,
  userId: string,
  templateId: string,
  createdAt: number,
): Promise<boolean> => (await choose(db, userId, templateId, createdAt)).length === 1;

const drop = prepared((db, userId: string, templateId: string) =>
  db
    .deleteFrom("template_favourites")
    .where("user_id", "=", userId)
    .where("template_id", "=", templateId)
    .returning("template_id"),
);

/** False if it was none. */
export const deleteFavourite = async (db: Db, userId: string, templateId: string): Promise<boolean> =>
  (await drop(db, userId, templateId)).length === 1;

const countOwn = prepared(
  (_, userId: string, most: number) => sql<{ n: number }>`select count(*) as n from
    (select 1 from template_favourites where user_id = ${userId} limit ${most}) as counted`,
  ({ n }) => Number(n),
);
export const countFavourites = async (db: Db, userId: string, most: number): Promise<number> =>
  (await countOwn(db, userId, most))[0]!;

const chosen = byIds(
  (_db, isOneOf, userId: string) => sql<{ id: string }>`select template_id as id from template_favourites
    where user_id = ${userId} and ${isOneOf("template_id") as RawBuilder<unknown>}`,
  ({ id }) => id,
);

/** Which of these templates are favourites of a person. */
export const listFavouritesAmong = (db: Db, userId: string, ids: readonly string[]) => chosen(db, ids, userId);

const madeWith = prepared(
  (_, templateId: string, amount: number) =>
    sql<{
      id: string;
    }>`select meme_id as id from recipes where template_id = ${templateId} order by meme_id limit ${amount}`,
  ({ id }) => id,
);

/** Memes made with a template, hidden or not. */
export const listMadeWith = (db: Db, templateId: string, amount: number) => madeWith(db, templateId, amount);
