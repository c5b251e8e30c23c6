import { callsOf, MAX_PAGE } from "./calls.ts";
import type { CallOptions } from "./http.ts";
import type { ListOptions, TagOrder } from "./inputs.ts";
import { MemeCalls } from "./meme-calls.ts";
import type { List } from "./pages.ts";
import { tagOf } from "./paths.ts";
import type * as Api from "./types.ts";

/** Tags, and what a search may mean. */
export class TagCalls extends MemeCalls {
  /**
   * People and tags that a search may mean.
   *
   * @example
   * const { users, tags } = await guffaw.suggestions("mon");
   */
  async suggestions(search: string, options: CallOptions = {}): Promise<Api.Suggestions> {
    return callsOf(this).get("/suggestions", options, { search });
  }

  /**
   * The most used tags, or those of them that begin with some letters.
   *
   * @example
   * const [first] = await guffaw.tags("mon");
   */
  async tags(prefix = "", options: CallOptions = {}): Promise<Api.Tag[]> {
    return callsOf(this).all("/tags", options, { prefix });
  }

  /**
   * The tags you follow.
   *
   * @example
   * const names = (await guffaw.followedTags()).map(({ name }) => name);
   */
  async followedTags(options: CallOptions = {}): Promise<Api.Tag[]> {
    return callsOf(this).all("/tags/followed", options);
  }

  /**
   * One tag, with or without its #.
   *
   * @example
   * const { memes, followers } = await guffaw.tag("monday");
   */
  async tag(name: string, options: CallOptions = {}): Promise<Api.Tag> {
    return callsOf(this).get(`/tag/${tagOf(name)}`, options);
  }

  /**
   * A tag's memes: the hottest (`hot`, the default), newest (`new`) or best-rated (`top`) first.
   *
   * @example
   * for await (const meme of guffaw.memesTagged("monday", { order: "top" })) console.log(meme.url);
   */
  memesTagged(name: string, options: ListOptions & { order?: TagOrder | undefined } = {}): List<Api.Meme> {
    const { age, order, ...rest } = options;
    return callsOf(this).list(() => `/tag/${tagOf(name)}/memes`, rest, { age, order }, MAX_PAGE);
  }

  /**
   * Follows a tag.
   *
   * @example
   * await guffaw.followTag("monday");
   */
  async followTag(name: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("PUT", `/tag/${tagOf(name)}/follow`, options);
  }

  /**
   * Unfollows a tag.
   *
   * @example
   * await guffaw.unfollowTag("monday");
   */
  async unfollowTag(name: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("DELETE", `/tag/${tagOf(name)}/follow`, options);
  }
}
