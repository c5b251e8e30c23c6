import type { CallOptions } from "./http.ts";
import type * as Api from "./types.ts";
import type { ImageSource, Progress } from "./upload.ts";

/**
 * 1 family friendly, 2 teen, 4 mature.
 *
 * @example
 * const age: Age = 1;
 */
export type Age = 1 | 2 | 4;
/**
 * From 1 (a smirk) to 5 (a guffaw).
 *
 * @example
 * const grade: Grade = 5;
 */
export type Grade = 1 | 2 | 3 | 4 | 5;
/**
 * A day, a week, a month, or all time.
 *
 * @example
 * const period: Period = "7d";
 */
export type Period = NonNullable<Api.Queries["getTopMemes"]["period"]>;

/**
 * The order of a tag's memes.
 *
 * @example
 * const order: TagOrder = "top";
 */
export type TagOrder = NonNullable<Api.Queries["getMemesOfTag"]["order"]>;

/**
 * A list of templates.
 *
 * @example
 * const sort: TemplateSort = "favourites";
 */
export type TemplateSort = NonNullable<Api.Queries["getTemplates"]["sort"]>;

/**
 * Where a list starts.
 *
 * @example
 * guffaw.comments("184429283720527873", { cursor: saved });
 */
export interface CursorOptions extends CallOptions {
  /** `next` of an earlier page: the list continues after it. Repeat the other options you used then. */
  cursor?: string | undefined;
}

/**
 * Where a list starts, and how much of it to fetch at a time.
 *
 * @example
 * guffaw.notifications({ pageSize: 10, cursor: saved });
 */
export interface PageOptions extends CursorOptions {
  /** How many items to fetch at a time; by default, as many as the site allows. */
  pageSize?: number | undefined;
}

/**
 * For a random meme.
 *
 * @example
 * await guffaw.randomMeme({ age: 1 });
 */
export interface RandomOptions extends CallOptions {
  /** The highest age rating: 1 family friendly, 2 teen (the default), 4 mature. */
  age?: Age | undefined;
  /** Any text: the same one gives the same memes in the same order, until a meme comes or goes. */
  seed?: string | undefined;
  /** Ids of memes you don't want, at most 200. */
  exclude?: readonly string[] | undefined;
}

/**
 * Where to start listening.
 *
 * @example
 * guffaw.events({ after: saved, onReset: () => console.log("Some events are forgotten.") });
 */
export interface ListenOptions extends CallOptions {
  /** The id of the last event you heard of, or "0" for all that the site keeps; by default, only what is new. */
  after?: string | undefined;
  /** Called if the site has forgotten some of the events after that: they are kept for a week. */
  onReset?: (() => void) | undefined;
}

/**
 * Which events to hear of.
 *
 * @example
 * guffaw.events({ tag: "cats", author: "ann", age: 1 });
 */
export interface EventOptions extends ListenOptions {
  /** The highest age rating: 1 family friendly, 2 teen (the default), 4 mature. */
  age?: Age | undefined;
  /** Only memes with this tag, without the #. */
  tag?: string | undefined;
  /** Only memes of this user: an id, a username, or me. */
  author?: string | undefined;
}

/**
 * What a webhook is told.
 *
 * @example
 * const wish: WebhookWish = { events: ["new", "gone"], tag: "cats", age: 1 };
 */
export interface WebhookWish {
  /** Everything, if you do not say. */
  events?: readonly Api.MemeEvent["event"][] | undefined;
  /** The highest age rating: 1 family friendly, 2 teen (the default), 4 mature. */
  age?: Age | undefined;
  /** Only memes with this tag, without the #; empty for all. */
  tag?: string | undefined;
  /** Only memes of this user: an id, a username, or me; empty for all. */
  author?: string | undefined;
}

/**
 * Which memes a list holds.
 *
 * @example
 * guffaw.recentMemes({ age: 1, pageSize: 10 });
 */
export interface ListOptions extends PageOptions {
  /** The highest age rating: 1 family friendly, 2 teen (the default), 4 mature. */
  age?: Age | undefined;
}

/**
 * Details of an image to submit.
 *
 * @example
 * await guffaw.submit("cat.png", { caption: "Monday", alt: "A cat under a desk", rating: 5 });
 */
export interface SubmitOptions extends CallOptions {
  caption?: string | undefined;
  /** 1 family friendly, 2 teen (the default), 4 mature. */
  age?: Age | undefined;
  /** Your own rating to start with. */
  rating?: Grade | undefined;
  /** What the picture shows, for people who cannot see it. */
  alt?: string | undefined;
  /** Throws a `Conflict` with the code `posted_before` and a `memeId` if the same picture has been posted before. */
  unlessPosted?: boolean | undefined;
  /** A file name, if the image has none of its own. */
  name?: string | undefined;
  /**
   * Called repeatedly during the upload; starts from zero again on a retry. In service workers, and on pages that pass
   * their own `fetch`, it is called only at the start and at the end. On a page, the browser follows the redirect of a site
   * that has moved before the call fails: by then the file has gone there too.
   */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Generated for each call; pass your own to make sure that the same meme is never submitted twice. */
  idempotencyKey?: string | undefined;
}

/**
 * Who may remix a meme. Its author always may.
 *
 * @example
 * const who: Remixers = "followers";
 */
export type Remixers = Api.MemeRecipe["remix"];

/**
 * What to make a meme of: a template with texts, a picture with a text above and one below, or a recipe.
 *
 * @example
 * const wish: MakeWish = { template: "184429283720527873", texts: ["Me on Monday", "Also me on Friday"] };
 */
export interface MakeWish {
  /** A template's id. */
  template?: string | undefined;
  /** For the boxes of the template, in their order; or above and below the picture. */
  texts?: readonly string[] | undefined;
  /** It names your pictures as uploads: the first as `image`, then `image2`, `image3` and `image4`. */
  recipe?: Api.Recipe | undefined;
  /** Up to four of your own. */
  images?: readonly ImageSource[] | undefined;
  /** The meme it is a remix of, if the recipe does not name it. */
  remixOf?: string | undefined;
}

/**
 * For making and posting a meme.
 *
 * @example
 * await guffaw.make({ template: id, texts: ["Monday", "Friday"], caption: "My week", remix: "nobody" });
 */
export interface MakeMemeOptions
  extends MakeWish, Pick<SubmitOptions, "caption" | "age" | "rating" | "alt">, MakeOptions {
  /** Who may remix it: everyone, if you do not say. */
  remix?: Remixers | undefined;
}

/**
 * For calls that create something.
 *
 * @example
 * await guffaw.comment(id, "Good morning!", { idempotencyKey: "morning-2030-01-31" });
 */
export interface MakeOptions extends CallOptions {
  /** Generated for each call; pass your own to make sure that it happens once, even if your program restarts. */
  idempotencyKey?: string | undefined;
}
