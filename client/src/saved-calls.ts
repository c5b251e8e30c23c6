import { callsOf, MAX_PAGE } from "./calls.ts";
import type { CallOptions } from "./http.ts";
import type { PageOptions } from "./inputs.ts";
import type { List } from "./pages.ts";
import { idOf, shareKeyOf } from "./paths.ts";
import { PeopleCalls } from "./people-calls.ts";
import type * as Api from "./types.ts";

/** Saved memes and collections. */
export class SavedCalls extends PeopleCalls {
  /**
   * Memes you have saved. The one you saved last comes first; hidden ones are left out.
   *
   * @example
   * for await (const meme of guffaw.savedMemes()) console.log(meme.url);
   */
  savedMemes(options: PageOptions = {}): List<Api.Meme> {
    return callsOf(this).list(() => "/saved", options, {}, MAX_PAGE);
  }

  /**
   * Whether, when and in which collections you saved a meme.
   *
   * @example
   * const { saved, collections } = await guffaw.whereSaved(id);
   */
  async whereSaved(id: string, options: CallOptions = {}): Promise<Api.Save> {
    return callsOf(this).get(`/saved/${idOf(id)}`, options);
  }

  /**
   * Saves a meme.
   *
   * @example
   * await guffaw.save(meme.memeid);
   */
  async save(id: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("PUT", `/saved/${idOf(id)}`, options);
  }

  /**
   * Removes a meme from what you saved, and from your collections.
   *
   * @example
   * await guffaw.unsave(meme.memeid);
   */
  async unsave(id: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("DELETE", `/saved/${idOf(id)}`, options);
  }

  /**
   * All your collections, by name.
   *
   * @example
   * const names = (await guffaw.collections()).map(({ name }) => name);
   */
  async collections(options: CallOptions = {}): Promise<Api.Collection[]> {
    return callsOf(this).all("/collections", options);
  }

  /**
   * One of your collections.
   *
   * @example
   * const { memes } = await guffaw.collection("5");
   */
  async collection(id: string, options: CallOptions = {}): Promise<Api.Collection> {
    return callsOf(this).get(`/collections/${idOf(id)}`, options);
  }

  /**
   * Creates a collection. It is private until you share it.
   *
   * @example
   * const { id } = await guffaw.createCollection("Office");
   */
  async createCollection(name: string, options: CallOptions = {}): Promise<Api.CollectionMade> {
    return callsOf(this).write("POST", "/collections", options, { json: { name } });
  }

  /**
   * Renames a collection, shares it, or stops sharing it.
   *
   * @example
   * const { share_url } = await guffaw.updateCollection(id, { shared: true });
   */
  async updateCollection(
    id: string,
    change: { name?: string; shared?: boolean },
    options: CallOptions = {},
  ): Promise<Api.CollectionMade> {
    return callsOf(this).write("PATCH", `/collections/${idOf(id)}`, options, { json: change });
  }

  /**
   * Deletes a collection. Its memes stay saved.
   *
   * @example
   * await guffaw.deleteCollection(id);
   */
  async deleteCollection(id: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("DELETE", `/collections/${idOf(id)}`, options);
  }

  /**
   * Memes in one of your collections. The one you added last comes first.
   *
   * @example
   * const latest = await guffaw.memesIn(id).take(3);
   */
  memesIn(collectionId: string, options: PageOptions = {}): List<Api.Meme> {
    return callsOf(this).list(() => `/collections/${idOf(collectionId)}/memes`, options, {}, MAX_PAGE);
  }

  /**
   * Adds a meme to a collection, and saves it.
   *
   * @example
   * await guffaw.addToCollection(collection.id, meme.memeid);
   */
  async addToCollection(collectionId: string, memeId: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("PUT", `/collections/${idOf(collectionId)}/memes/${idOf(memeId)}`, options);
  }

  /**
   * Removes a meme from a collection. It stays saved.
   *
   * @example
   * await guffaw.removeFromCollection(collection.id, meme.memeid);
   */
  async removeFromCollection(collectionId: string, memeId: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("DELETE", `/collections/${idOf(collectionId)}/memes/${idOf(memeId)}`, options);
  }

  /**
   * A collection that somebody shares, by its address or the last part of it.
   *
   * @example
   * const { name, owner } = await guffaw.sharedCollection(shareUrl);
   */
  async sharedCollection(address: string, options: CallOptions = {}): Promise<Api.SharedCollection> {
    return callsOf(this).get(`/shared/${shareKeyOf(address)}`, options);
  }

  /**
   * Memes in a collection that somebody shares.
   *
   * @example
   * for await (const meme of guffaw.memesInShared(shareUrl)) console.log(meme.caption);
   */
  memesInShared(address: string, options: PageOptions = {}): List<Api.Meme> {
    return callsOf(this).list(() => `/shared/${shareKeyOf(address)}/memes`, options, {}, MAX_PAGE);
  }
}
