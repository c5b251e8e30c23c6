import { callsOf, Group } from "./calls.ts";
import type { CallOptions } from "./http.ts";
import { idOf } from "./paths.ts";
import type * as Api from "./types.ts";

/**
 * The older API root: the same memes with fewer fields.
 *
 * @example
 * const { memes } = await guffaw.old.stats();
 */
export class OldGuffaw extends Group {
  /**
   * One meme.
   *
   * @example
   * const { author } = await guffaw.old.meme(id);
   */
  async meme(id: string, options: CallOptions = {}): Promise<Api.OldMeme> {
    return callsOf(this).get(`/meme/${idOf(id)}`, options);
  }

  /**
   * All your memes.
   *
   * @example
   * const mine = await guffaw.old.myMemes();
   */
  async myMemes(options: CallOptions = {}): Promise<Api.OldMeme[]> {
    return callsOf(this).all("/mymemes", options);
  }

  /**
   * The site in numbers.
   *
   * @example
   * const { memes } = await guffaw.old.stats();
   */
  stats(options: CallOptions = {}): Promise<Api.Stats> {
    return callsOf(this).get("/stats", options);
  }
}
