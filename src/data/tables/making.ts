import type { ColumnType, Generated } from "kysely";

import type { Millis } from "./columns.ts";

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** A picture that memes are made of: uploaded for a recipe, or the picture of a template. */
export interface BasesTable {
  id: string;
  /** Null for the site's own. */
  user_id: Optional<string>;
  image_key: string;
  /** Of its bytes. */
  hash: string;
  extension: string;
  width: number;
  height: number;
  frames: number;
  bytes: number;
  created_at: Millis;
}

/** How a meme was made. One without a row was uploaded, and nobody may remix it. */
export interface RecipesTable {
  meme_id: string;
  /** JSON; null if the meme was uploaded, or its recipe is gone. */
  recipe: Optional<string>;
  template_id: Optional<string>;
  /** The meme it was remixed from. If that one is deleted, its own parent takes its place. */
  parent_id: Optional<string>;
  /** 0 everyone, 1 followers, 2 nobody. */
  remix: number;
  edited_at: Optional<Millis>;
}

/** Uploads that a recipe names. */
export interface RecipeBasesTable {
  meme_id: string;
  base_id: string;
}

export interface TemplatesTable {
  id: string;
  name: string;
  /** Who proposed it; null for those that the site came with. */
  user_id: Optional<string>;
  /** 0 proposed, 1 accepted, 2 retired, 3 removed. */
  status: number;
  base_id: string;
  /** A smaller picture, with the sample texts. */
  preview_id: Optional<string>;
  /** Describes the picture. */
  alt: Generated<string>;
  /** JSON: prepared boxes, over a base that is the template itself. */
  recipe: string;
  /** JSON: a text for each box. */
  sample_texts: string;
  /** JSON. */
  tags: string;
  /** How many memes that everyone can see were made with it. */
  uses: Generated<number>;
  age: number;
  /** Names those that the site came with, so that each is installed once. */
  slug: Optional<string>;
  created_at: Millis;
  /** When staff accepted or retired it. */
  decided_at: Optional<Millis>;
}

export interface TemplateFavouritesTable {
  user_id: string;
  template_id: string;
  created_at: Millis;
}

/** Memes that everyone can see, by the template they were made with. */
export interface TemplateMemesTable {
  meme_id: string;
  template_id: string;
  age: number;
  /** As in lists of the best. */
  score: number;
}
