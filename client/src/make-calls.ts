import { callsOf, newKey } from "./calls.ts";
import type { CallOptions } from "./http.ts";
import type { MakeMemeOptions, MakeOptions, MakeWish, Remixers } from "./inputs.ts";
import { CALL_OPTIONS, checkOptions } from "./options.ts";
import { OwnMemeCalls } from "./own-meme-calls.ts";
import { idOf } from "./paths.ts";
import type * as Api from "./types.ts";
import type { ImageSource } from "./upload.ts";

const WISH = ["template", "texts", "recipe", "images", "remixOf"];
const WORDS = ["caption", "age", "rating", "alt", "remix", "idempotencyKey"];

/** As a form says it: lists and objects are JSON. */
const fieldsOf = ({ template, texts, recipe, remixOf }: MakeWish) => ({
  template,
  texts: texts && JSON.stringify(texts),
  recipe: recipe && JSON.stringify(recipe),
  remix_of: remixOf,
});

/** Making memes, changing them later, and remixing those of others. */
export class MakeCalls extends OwnMemeCalls {
  /**
   * Makes a meme and posts it: from a template with texts, from a picture with a text above and one below, or from a
   * recipe.
   *
   * @example
   * const meme = await guffaw.make({ images: ["cat.png"], texts: ["Me", "On Monday"], caption: "Relatable" });
   */
  async make(options: MakeMemeOptions): Promise<Api.Meme> {
    const { template, texts, recipe, images = [], remixOf, idempotencyKey = newKey(), ...others } = options;
    const { caption, age, rating, alt, remix, ...rest } = others;
    checkOptions(rest, CALL_OPTIONS, [...WISH, ...WORDS]);
    const fields = { ...fieldsOf({ template, texts, recipe, remixOf }), caption, age, rating, alt, remix };
    const call = { options: rest, method: "POST", path: "/make", fields, idempotencyKey } as const;
    return (await callsOf(this).uploadAll<Api.Submitted>(images, call)).meme;
  }

  /**
   * Only the picture, a JPEG, or a WebP if it moves. Nothing is posted.
   *
   * @example
   * const picture = await guffaw.makePicture({ template: id, texts: ["Monday", "Friday"] });
   */
  async makePicture(options: MakeWish & CallOptions): Promise<Blob> {
    const { template, texts, recipe, images = [], remixOf, ...rest } = options;
    checkOptions(rest, CALL_OPTIONS, WISH);
    const fields = fieldsOf({ template, texts, recipe, remixOf });
    return callsOf(this).uploadAll(images, { options: rest, method: "POST", path: "/make", fields, picture: true });
  }

  /**
   * What a meme is made of: one of your own, or one that you may remix.
   *
   * @example
   * const { recipe, pictures } = await guffaw.recipe(meme.memeid);
   */
  async recipe(id: string, options: CallOptions = {}): Promise<Api.MemeRecipe> {
    return callsOf(this).get(`/meme/${idOf(id)}/recipe`, options);
  }

  /**
   * Draws one of your memes anew. Its id and its ratings stay; its pictures get new addresses.
   *
   * @example
   * const { recipe } = await guffaw.recipe(id);
   * for (const box of recipe.boxes ?? []) box.text = box.text.replace("teh", "the");
   * const { url } = await guffaw.changeRecipe(id, recipe);
   */
  async changeRecipe(
    id: string,
    recipe: Api.Recipe,
    options: MakeOptions & { images?: readonly ImageSource[] | undefined } = {},
  ): Promise<Api.Meme> {
    const { images = [], idempotencyKey = newKey(), ...rest } = options;
    checkOptions(rest, CALL_OPTIONS, ["images", "idempotencyKey"]);
    const path = `/meme/${idOf(id)}/recipe`;
    const call = { options: rest, method: "PUT", path, fields: fieldsOf({ recipe }), idempotencyKey } as const;
    return (await callsOf(this).uploadAll<Api.Submitted>(images, call)).meme;
  }

  /**
   * Says who may remix one of your memes.
   *
   * @example
   * await guffaw.allowRemixes(id, "followers");
   */
  async allowRemixes(id: string, remix: Remixers, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("PUT", `/meme/${idOf(id)}/remix`, options, { json: { remix } });
  }
}
