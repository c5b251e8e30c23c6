import { randomBytes } from "node:crypto";

import sharp from "sharp";

import type { RecipeInput } from "../../src/compose/recipe.ts";
import { makeMeme, type MakeInput } from "../../src/core/make/make-meme.ts";
import { insertBase } from "../../src/data/bases.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { DomainError } from "../../src/errors.ts";
import { raw } from "../pictures.ts";
import type { TestMember, World } from "../world.ts";

/** What tests of the maker need again and again. */

export const plain = (color = "#ff8800", text = ""): RecipeInput => ({
  version: 1,
  width: 96,
  height: 64,
  panels: [{ base: { kind: "color", color } }],
  boxes: text ? [{ x: 0.05, y: 0.1, width: 0.9, height: 0.8, text }] : [],
});

type Base = RecipeInput["panels"][number]["base"];

export const over = (base: Base, text = "ha"): RecipeInput => ({ ...plain("#ffffff", text), panels: [{ base }] });

/** Unlike any other, so that nobody takes it for a copy. */
export const picture = (color: string, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();

/** Nothing can compress it. */
export const largePicture = (width: number, height: number) =>
  raw(randomBytes(width * height * 3), width, height)
    .png()
    .toBuffer();

export const make = async (world: World, by: TestMember, input: Partial<MakeInput>): Promise<Meme> =>
  (await makeMeme(world.ctx(by), { caption: "made", age: 2, ...input })).meme;

/** A meme made of a picture of one's own. */
export const makeOfUpload = async (world: World, by: TestMember, color: string, more: Partial<MakeInput> = {}) =>
  make(world, by, {
    recipe: over({ kind: "upload", id: "image" }),
    files: new Map([["image", await picture(color)]]),
    ...more,
  });

/** Adds a template as its table has it. */
export async function addTemplate(
  world: World,
  {
    by,
    status = 1,
    color = "#123456",
    boxes = 2,
  }: { by?: TestMember; status?: number; color?: string; boxes?: number } = {},
): Promise<string> {
  const { db, services } = world;
  const [id, baseId] = [services.ids.next(), services.ids.next()];
  const bytes = await picture(color);
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex").slice(0, 32);
  const key = `${hash.slice(0, 2)}/base-${baseId}-${hash}`;
  await services.storage.put(`${key}.png`, bytes, "image/png");
  const size = { width: 60, height: 40, frames: 1, bytes: 0 };
  await insertBase(db, { id: baseId, ownerId: undefined, key, hash, extension: "png", ...size, createdAt: 0 });
  const recipe = {
    ...over({ kind: "template", id }),
    boxes: Array.from({ length: boxes }, (_, at) => ({ x: 0, y: at / boxes, width: 1, height: 1 / boxes, text: "" })),
  };
  await db
    .insertInto("templates")
    .values({
      id,
      name: "Test",
      user_id: by?.user.id ?? null,
      status,
      base_id: baseId,
      recipe: JSON.stringify(recipe),
      sample_texts: "[]",
      tags: "[]",
      age: 1,
      created_at: 0,
    })
    .execute();
  return id;
}

export const usesOf = async (world: World, template: string) =>
  (await world.db.selectFrom("templates").select("uses").where("id", "=", template).executeTakeFirstOrThrow()).uses;

export const basesIn = (world: World) => world.db.selectFrom("bases").selectAll().execute();
export const filesIn = async (world: World) =>
  (await Array.fromAsync(world.services.storage.list(), ({ key }) => key)).sort();

/** What somebody is told who may not do it. */
export const refusalOf = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof DomainError) return `${error.code}: ${error.message}`;
      throw error;
    },
  );
