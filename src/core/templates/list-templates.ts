import {
  listFavouritesAmong,
  listFavouriteTemplates,
  listNewTemplates,
  listPopularTemplates,
  listTemplatesOf,
  findTemplates,
  type TemplatePlace,
} from "../../data/templates.ts";
import { findBases } from "../../data/bases.ts";
import type { Age } from "../../entities/age.ts";
import type { BasePicture } from "../../entities/base-picture.ts";
import type { Template } from "../../entities/template.ts";
import type { User } from "../../entities/user.ts";
import { findUsers } from "../../data/users.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import type { Page, PageQuery } from "../lists.ts";

export const TEMPLATE_LISTS = ["popular", "new", "mine", "favourites"] as const;
export type TemplateList = (typeof TEMPLATE_LISTS)[number];

/** Where a list goes on. */
export type TemplateCursor = Pick<TemplatePlace, "at" | "id">;

export interface ShownTemplate {
  template: Template;
  base: BasePicture;
  /** With its sample texts. Undefined if it could not be drawn. */
  preview: BasePicture | undefined;
  /** Who proposed it; undefined for those that the site came with, and if the account is gone. */
  author: User | undefined;
  isFavourite: boolean;
}

export interface TemplateQuery extends PageQuery<TemplateCursor> {
  list: TemplateList;
  /** The highest age rating. */
  age: Age;
  /** Words that begin like words of the name or of the tags. */
  search?: string | undefined;
}

/** Read for one page at most. The next one continues from there. */
export const MAX_SEARCHED = 3000;
const AT_ONCE = 500;
export const MAX_TEMPLATE_SEARCH = 100;

export async function listTemplates(ctx: Ctx, query: TemplateQuery): Promise<Page<ShownTemplate, TemplateCursor>> {
  const { amount, skip, age } = query;
  const wanted = wordsOf((query.search ?? "").slice(0, MAX_TEMPLATE_SEARCH));
  const read = placesOf(ctx, query.list);
  const found: TemplatePlace[] = [];
  let after = query.after;
  for (let searched = 0; ;) {
    const part = await read({ after, amount: wanted.length > 0 ? AT_ONCE : skip + amount + 1 });
    found.push(...part.places.filter((place) => place.age <= age && matches(place, wanted)));
    after = part.next;
    searched += part.places.length;
    if (found.length > skip + amount || after === undefined || searched >= MAX_SEARCHED) break;
  }
  const places = found.slice(skip, skip + amount);
  const last = places.at(-1);
  const next = found.length > skip + amount && last ? { at: last.at, id: last.id } : after;
  return { items: await showTemplates(ctx, places), next };
}

interface Part {
  places: TemplatePlace[];
  next: TemplateCursor | undefined;
}

function placesOf({ db, actor }: Ctx, list: TemplateList) {
  const lists = {
    popular: listPopularTemplates,
    new: listNewTemplates,
    mine: (_: unknown, part: Parameters<typeof listNewTemplates>[1]) => listTemplatesOf(db, ownId(actor), part),
    favourites: (_: unknown, part: Parameters<typeof listNewTemplates>[1]) =>
      listFavouriteTemplates(db, ownId(actor), part),
  };
  return async (part: { after: TemplateCursor | undefined; amount: number }): Promise<Part> => {
    const places = await lists[list](db, part);
    const last = places.length === part.amount ? places.at(-1)! : undefined;
    return { places, next: last && { at: last.at, id: last.id } };
  };
}

const ownId = (actor: Ctx["actor"]) => requireMember(actor).user.id;

/** In one form, whatever the case and the accents. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

function matches({ name, tags }: TemplatePlace, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  const words = wordsOf(`${name} ${tags}`);
  return wanted.every((one) => words.some((word) => word.startsWith(one)));
}

/** With their pictures, in this order. Those that have gone meanwhile are left out. */
async function showTemplates(ctx: Ctx, places: readonly { id: string }[]): Promise<ShownTemplate[]> {
  const ids = places.map(({ id }) => id);
  const templates = new Map((await findTemplates(ctx.db, ids)).map((one) => [one.id, one]));
  return withPictures(
    ctx,
    ids.flatMap((id) => templates.get(id) ?? []),
  );
}

export async function withPictures({ db, actor }: Ctx, templates: readonly Template[]): Promise<ShownTemplate[]> {
  const ids = templates.flatMap(({ baseId, previewId }) => [baseId, previewId ?? []].flat());
  const bases = new Map((await findBases(db, ids)).map((one) => [one.id, one]));
  const own = actor.kind === "member" ? actor.user.id : undefined;
  const chosen = templates.map(({ id }) => id);
  const favourites = new Set(own === undefined ? [] : await listFavouritesAmong(db, own, chosen));
  const authors = await findUsers(
    db,
    templates.flatMap(({ authorId }) => authorId ?? []),
  );
  return templates.flatMap((template) => {
    const base = bases.get(template.baseId);
    const preview = bases.get(template.previewId ?? "");
    const author = authors.get(template.authorId ?? "");
    return base ? [{ template, base, preview, author, isFavourite: favourites.has(template.id) }] : [];
  });
}
