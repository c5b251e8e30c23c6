import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** Memes made here: the pictures they are made of, their recipes, and templates. */
export async function up(db: Db): Promise<void> {
  await addBases(db);
  await addTemplates(db);
  await addRecipes(db);
}

async function addBases(db: Db) {
  const { millis, endTable } = dialectOf(db);
  await endTable(
    db.schema
      .createTable("bases")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("user_id", "text", (c) => c.references("users.id").onDelete("set null"))
      .addColumn("image_key", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull())
      .addColumn("extension", "text", (c) => c.notNull())
      .addColumn("width", "integer", (c) => c.notNull())
      .addColumn("height", "integer", (c) => c.notNull())
      .addColumn("frames", "integer", (c) => c.notNull())
      .addColumn("bytes", "integer", (c) => c.notNull())
      .addColumn("created_at", millis, (c) => c.notNull()),
    { keyed: true },
  ).execute();
  // The same picture, uploaded twice by one person, is kept once.
  await db.schema.createIndex("bases_of_user").on("bases").columns(["user_id", "hash"]).execute();
}

async function addTemplates(db: Db) {
  const { millis, endTable } = dialectOf(db);
  const { schema } = db;
  await endTable(
    schema
      .createTable("templates")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.references("users.id").onDelete("set null"))
      .addColumn("status", "integer", (c) => c.notNull())
      .addColumn("base_id", "text", (c) => c.notNull().references("bases.id"))
      .addColumn("recipe", "text", (c) => c.notNull())
      .addColumn("sample_texts", "text", (c) => c.notNull())
      .addColumn("tags", "text", (c) => c.notNull())
      .addColumn("uses", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("age", "integer", (c) => c.notNull())
      .addColumn("slug", "text", (c) => c.unique())
      .addColumn("created_at", millis, (c) => c.notNull())
      .addColumn("decided_at", millis),
    { keyed: false },
  ).execute();
  await schema.createIndex("templates_by_uses").on("templates").columns(["status", "uses", "id"]).execute();
  await schema.createIndex("templates_by_time").on("templates").columns(["status", "created_at", "id"]).execute();
  await schema.createIndex("templates_of_user").on("templates").columns(["user_id", "id"]).execute();
  await schema.createIndex("templates_of_base").on("templates").column("base_id").execute();
  await endTable(
    schema
      .createTable("template_favourites")
      .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("template_id", "text", (c) => c.notNull().references("templates.id").onDelete("cascade"))
      .addColumn("created_at", millis, (c) => c.notNull())
      .addPrimaryKeyConstraint("template_favourites_key", ["user_id", "template_id"]),
    { keyed: true },
  ).execute();
  await schema
    .createIndex("template_favourites_by_time")
    .on("template_favourites")
    .columns(["user_id", "created_at", "template_id"])
    .execute();
  await schema.createIndex("template_favourites_of_template").on("template_favourites").column("template_id").execute();
}

/** Nodes of the version before delete memes without knowing of their recipes. */
async function addRecipes(db: Db) {
  const { millis, endTable } = dialectOf(db);
  const { schema } = db;
  await endTable(
    schema
      .createTable("recipes")
      .addColumn("meme_id", "text", (c) => c.primaryKey().notNull().references("memes.id").onDelete("cascade"))
      .addColumn("recipe", "text")
      .addColumn("template_id", "text", (c) => c.references("templates.id").onDelete("set null"))
      .addColumn("parent_id", "text", (c) => c.references("memes.id").onDelete("set null"))
      .addColumn("remix", "integer", (c) => c.notNull())
      .addColumn("edited_at", millis),
    { keyed: false },
  ).execute();
  await schema.createIndex("recipes_of_template").on("recipes").columns(["template_id", "meme_id"]).execute();
  await schema.createIndex("recipes_of_parent").on("recipes").columns(["parent_id", "meme_id"]).execute();
  await endTable(
    schema
      .createTable("recipe_bases")
      .addColumn("meme_id", "text", (c) => c.notNull().references("recipes.meme_id").onDelete("cascade"))
      .addColumn("base_id", "text", (c) => c.notNull().references("bases.id").onDelete("cascade"))
      .addPrimaryKeyConstraint("recipe_bases_key", ["meme_id", "base_id"]),
    { keyed: true },
  ).execute();
  await schema.createIndex("recipe_bases_of_base").on("recipe_bases").columns(["base_id", "meme_id"]).execute();
}
