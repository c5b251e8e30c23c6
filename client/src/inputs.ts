import type { CallOptions } from "./http.ts";
import type * as Api from "./types.ts";
import type { Progress } from "./upload.ts";

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
 * For calls that create something.
 *
 * @example
 * await guffaw.comment(id, "Good morning!", { idempotencyKey: "morning-2030-01-31" });
 */
export interface MakeOptions extends CallOptions {
  /** Generated for each call; pass your own to make sure that it happens once, even if your program restarts. */
  idempotencyKey?: string | undefined;
}
