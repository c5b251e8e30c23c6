import { callsOf, Group, MAX_PAGE } from "./calls.ts";
import type { CallOptions } from "./http.ts";
import type { ListOptions, PageOptions, Period, RandomOptions } from "./inputs.ts";
import type { List } from "./pages.ts";
import { idOf, userOf } from "./paths.ts";
import type * as Api from "./types.ts";

/** Finding and reading memes. */
export class MemeCalls extends Group {
  /**
   * One meme.
   *
   * @example
   * const { caption, rating } = await guffaw.meme("184429283720527873");
   */
  async meme(id: string, options: CallOptions = {}): Promise<Api.Meme> {
    return callsOf(this).get(`/meme/${idOf(id)}`, options);
  }

  /**
   * Other memes with the same picture, posted before and after it.
   *
   * @example
   * const { earlier } = await guffaw.copiesOf(meme.memeid);
   */
  async copiesOf(id: string, options: CallOptions = {}): Promise<Api.Copies> {
    return callsOf(this).get(`/meme/${idOf(id)}/copies`, options);
  }

  /**
   * A random meme; all are equally likely.
   *
   * @example
   * const meme = await guffaw.randomMeme({ age: 1 });
   */
  async randomMeme({ age, seed, exclude, ...options }: RandomOptions = {}): Promise<Api.Meme> {
    return callsOf(this).get("/meme/random", options, { age, seed, exclude: exclude?.join(",") });
  }

  /**
   * Different random memes, at most 50: fewer only if the site has no more.
   *
   * @example
   * const memes = await guffaw.randomMemes(5, { exclude: shownBefore });
   */
  async randomMemes(count: number, { age, seed, exclude, ...options }: RandomOptions = {}): Promise<Api.Meme[]> {
    const query = { age, seed, exclude: exclude?.join(",") };
    return callsOf(this).all("/meme/random", options, { ...query, count }, Object.keys(query));
  }

  /**
   * All memes, newest first.
   *
   * @example
   * for await (const meme of guffaw.recentMemes()) console.log(meme.caption);
   */
  recentMemes({ age, ...options }: ListOptions = {}): List<Api.Meme> {
    return callsOf(this).list(() => "/meme/recents", options, { age }, MAX_PAGE);
  }

  /**
   * The hottest memes first: new ones, and the better they are rated, the longer.
   *
   * @example
   * const [hottest] = await guffaw.hotMemes().take(1);
   */
  hotMemes({ age, ...options }: ListOptions = {}): List<Api.Meme> {
    return callsOf(this).list(() => "/meme/hot", options, { age }, MAX_PAGE);
  }

  /**
   * Memes of the people and tags you follow, newest first.
   *
   * @example
   * const news = await guffaw.followedMemes().take(10);
   */
  followedMemes({ age, ...options }: ListOptions = {}): List<Api.Meme> {
    return callsOf(this).list(() => "/meme/following", options, { age }, MAX_PAGE);
  }

  /**
   * The memes of the day, newest first, each with its day. None is mature.
   *
   * @example
   * const [{ day, meme }] = await guffaw.memesOfDays().take(1);
   */
  memesOfDays(options: PageOptions = {}): List<Api.MemeOfDay> {
    return callsOf(this).list(() => "/meme/day", options, {}, MAX_PAGE);
  }

  /**
   * The best-rated memes first: of a day (`1d`), a week, a month, or all time.
   *
   * @example
   * const best = await guffaw.topMemes({ period: "7d" }).take(3);
   */
  topMemes({ age, period, ...options }: ListOptions & { period?: Period | undefined } = {}): List<Api.Meme> {
    return callsOf(this).list(() => "/meme/top", options, { age, period }, MAX_PAGE);
  }

  /**
   * Memes with these words in their caption, description or author's name.
   *
   * @example
   * const cats = await guffaw.searchMemes("cat").take(10);
   */
  searchMemes(words: string, { age, ...options }: ListOptions = {}): List<Api.Meme> {
    return callsOf(this).list(() => "/meme/search", options, { search: words, age }, MAX_PAGE);
  }

  /**
   * Somebody's memes, newest first. Your own include disabled ones.
   *
   * @example
   * for await (const meme of guffaw.memesOf("alice")) console.log(meme.url);
   */
  memesOf(user: string, options: PageOptions = {}): List<Api.Meme> {
    return callsOf(this).list(() => `/profile/${userOf(user)}/memes`, options, {}, MAX_PAGE);
  }

  /**
   * All your memes at once, including disabled ones.
   *
   * @example
   * const mine = await guffaw.myMemes();
   */
  async myMemes(options: CallOptions = {}): Promise<Api.Meme[]> {
    return callsOf(this).all("/mymemes", options);
  }
}
