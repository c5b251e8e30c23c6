import { Connection, listOf, type Call, type CallOptions, type Options } from "./http.ts";
import type { Allowance } from "./hooks.ts";
import { checkOptions, checkPageSize, CALL_OPTIONS, CLIENT_OPTIONS } from "./options.ts";
import { cursorOf, List, type Page } from "./pages.ts";
import { idOf, rootOf, shareKeyOf, tagOf, userOf } from "./paths.ts";
import type * as Api from "./types.ts";
import { blobOf, type ImageSource, type Progress } from "./upload.ts";

const LOCAL = "http://localhost:8420";
/** The most memes per page, so that a long list takes few requests. */
const MAX_PAGE = 25;
/** The same for notifications and reports. */
const MAX_LONG_PAGE = 100;
const SUBMIT_OPTIONS = ["caption", "age", "rating", "alt", "unlessPosted", "name", "onProgress", "idempotencyKey"];

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

/**
 * A client for one Guffaw site.
 *
 * @example
 * const guffaw = new Guffaw({ key: "gfw_…", url: "https://memes.example.org" });
 * const meme = await guffaw.randomMeme();
 * await guffaw.rate(meme.memeid, 5);
 */
export class Guffaw {
  /** The older API root, whose objects are smaller. */
  readonly old: OldGuffaw;
  readonly #connection: Connection;

  constructor(options: Options = {}) {
    checkOptions(options, CLIENT_OPTIONS);
    const url = rootOf(options.url || LOCAL);
    this.#connection = new Connection(`${rootOf(options.apiUrl || url)}/v1`, options);
    this.old = new OldGuffaw(new Connection(rootOf(options.oldApiUrl || `${url}/api/v1`), options));
  }

  /**
   * Your rate limit according to the last answer; undefined before the first, and if the site has no limit.
   *
   * @example
   * console.log(`${guffaw.allowance?.remaining} requests left`);
   */
  get allowance(): Allowance | undefined {
    return this.#connection.allowance;
  }

  /**
   * One meme.
   *
   * @example
   * const { caption, rating } = await guffaw.meme("184429283720527873");
   */
  async meme(id: string, options: CallOptions = {}): Promise<Api.Meme> {
    return this.#get(`/meme/${idOf(id)}`, options);
  }

  /**
   * Other memes with the same picture, posted before and after it.
   *
   * @example
   * const { earlier } = await guffaw.copiesOf(meme.memeid);
   */
  async copiesOf(id: string, options: CallOptions = {}): Promise<Api.Copies> {
    return this.#get(`/meme/${idOf(id)}/copies`, options);
  }

  /**
   * A random meme; all are equally likely.
   *
   * @example
   * const meme = await guffaw.randomMeme({ age: 1 });
   */
  async randomMeme({ age, ...options }: RandomOptions = {}): Promise<Api.Meme> {
    return this.#get("/meme/random", options, { age });
  }

  /**
   * All memes, newest first.
   *
   * @example
   * for await (const meme of guffaw.recentMemes()) console.log(meme.caption);
   */
  recentMemes({ age, ...options }: ListOptions = {}): List<Api.Meme> {
    return this.#list(() => "/meme/recents", options, { age }, MAX_PAGE);
  }

  /**
   * The hottest memes first: new ones, and the better they are rated, the longer.
   *
   * @example
   * const [hottest] = await guffaw.hotMemes().take(1);
   */
  hotMemes({ age, ...options }: ListOptions = {}): List<Api.Meme> {
    return this.#list(() => "/meme/hot", options, { age }, MAX_PAGE);
  }

  /**
   * Memes of the people and tags you follow, newest first.
   *
   * @example
   * const news = await guffaw.followedMemes().take(10);
   */
  followedMemes({ age, ...options }: ListOptions = {}): List<Api.Meme> {
    return this.#list(() => "/meme/following", options, { age }, MAX_PAGE);
  }

  /**
   * The memes of the day, newest first, each with its day. None is mature.
   *
   * @example
   * const [{ day, meme }] = await guffaw.memesOfDays().take(1);
   */
  memesOfDays(options: PageOptions = {}): List<Api.MemeOfDay> {
    return this.#list(() => "/meme/day", options, {}, MAX_PAGE);
  }

  /**
   * The best-rated memes first: of a day (`1d`), a week, a month, or all time.
   *
   * @example
   * const best = await guffaw.topMemes({ period: "7d" }).take(3);
   */
  topMemes({ age, period, ...options }: ListOptions & { period?: Period | undefined } = {}): List<Api.Meme> {
    return this.#list(() => "/meme/top", options, { age, period }, MAX_PAGE);
  }

  /**
   * Memes with these words in their caption, description or author's name.
   *
   * @example
   * const cats = await guffaw.searchMemes("cat").take(10);
   */
  searchMemes(words: string, { age, ...options }: ListOptions = {}): List<Api.Meme> {
    return this.#list(() => "/meme/search", options, { search: words, age }, MAX_PAGE);
  }

  /**
   * People and tags that a search may mean.
   *
   * @example
   * const { users, tags } = await guffaw.suggestions("mon");
   */
  async suggestions(search: string, options: CallOptions = {}): Promise<Api.Suggestions> {
    return this.#get("/suggestions", options, { search });
  }

  /**
   * The most used tags, or those of them that begin with some letters.
   *
   * @example
   * const [first] = await guffaw.tags("mon");
   */
  async tags(prefix = "", options: CallOptions = {}): Promise<Api.Tag[]> {
    return listOf(await this.#connection.send({ options, method: "GET", path: "/tags", query: { prefix } }));
  }

  /**
   * The tags you follow.
   *
   * @example
   * const names = (await guffaw.followedTags()).map(({ name }) => name);
   */
  async followedTags(options: CallOptions = {}): Promise<Api.Tag[]> {
    return listOf(await this.#connection.send({ options, method: "GET", path: "/tags/followed" }));
  }

  /**
   * One tag, with or without its #.
   *
   * @example
   * const { memes, followers } = await guffaw.tag("monday");
   */
  async tag(name: string, options: CallOptions = {}): Promise<Api.Tag> {
    return this.#get(`/tag/${tagOf(name)}`, options);
  }

  /**
   * A tag's memes: the hottest (`hot`, the default), newest (`new`) or best-rated (`top`) first.
   *
   * @example
   * for await (const meme of guffaw.memesTagged("monday", { order: "top" })) console.log(meme.url);
   */
  memesTagged(name: string, options: ListOptions & { order?: TagOrder | undefined } = {}): List<Api.Meme> {
    const { age, order, ...rest } = options;
    return this.#list(() => `/tag/${tagOf(name)}/memes`, rest, { age, order }, MAX_PAGE);
  }

  /**
   * Follows a tag.
   *
   * @example
   * await guffaw.followTag("monday");
   */
  async followTag(name: string, options: CallOptions = {}): Promise<void> {
    await this.#write("PUT", `/tag/${tagOf(name)}/follow`, options);
  }

  /**
   * Unfollows a tag.
   *
   * @example
   * await guffaw.unfollowTag("monday");
   */
  async unfollowTag(name: string, options: CallOptions = {}): Promise<void> {
    await this.#write("DELETE", `/tag/${tagOf(name)}/follow`, options);
  }

  /**
   * Somebody's memes, newest first. Your own include disabled ones.
   *
   * @example
   * for await (const meme of guffaw.memesOf("alice")) console.log(meme.url);
   */
  memesOf(user: string, options: PageOptions = {}): List<Api.Meme> {
    return this.#list(() => `/profile/${userOf(user)}/memes`, options, {}, MAX_PAGE);
  }

  /**
   * All your memes at once, including disabled ones.
   *
   * @example
   * const mine = await guffaw.myMemes();
   */
  async myMemes(options: CallOptions = {}): Promise<Api.Meme[]> {
    return listOf(await this.#connection.send({ options, method: "GET", path: "/mymemes" }));
  }

  /**
   * Submits a meme: a file that somebody chose, bytes, a stream, or the path of a file. A stream is read into memory
   * once, and always released.
   *
   * @example
   * const meme = await guffaw.submit("cat.png", { caption: "Monday", onProgress: ({ sent, total }) => show(sent / total) });
   */
  async submit(image: ImageSource, options: SubmitOptions = {}): Promise<Api.Meme> {
    const { caption, age, rating, alt, unlessPosted, name, onProgress, idempotencyKey = newKey(), ...rest } = options;
    checkOptions(rest, CALL_OPTIONS, SUBMIT_OPTIONS);
    const blob = await this.#connection.read(rest, (signal) => blobOf(image, signal));
    const form = new FormData();
    form.set("image", blob, name ?? (blob instanceof File ? blob.name : "image"));
    for (const [field, value] of Object.entries({ caption, age, rating, alt, unless_posted: unlessPosted }))
      if (value !== undefined) form.set(field, String(value));
    const call: Call = { options: rest, method: "POST", path: "/submit", form, idempotencyKey, onProgress };
    const { body } = await this.#connection.send(call);
    return (body as Api.Submitted).meme;
  }

  /**
   * Changes the caption of one of your memes. Never retried: the second answer would name the wrong old caption.
   *
   * @example
   * const { oldcaption } = await guffaw.changeCaption(id, "Better");
   */
  async changeCaption(id: string, caption: string, options: CallOptions = {}): Promise<Api.CaptionChange> {
    return this.#write("PUT", `/meme/${idOf(id)}/caption`, options, { json: { caption }, once: true });
  }

  /**
   * Hides one of your memes from everyone but you. Never retried: disabling a disabled meme is an error.
   *
   * @example
   * await guffaw.disableMeme(id);
   */
  async disableMeme(id: string, options: CallOptions = {}): Promise<void> {
    await this.#write("PUT", `/meme/${idOf(id)}/disable`, options, { once: true });
  }

  /**
   * Shows one of your disabled memes again. Never retried, like `disableMeme`.
   *
   * @example
   * await guffaw.enableMeme(id);
   */
  async enableMeme(id: string, options: CallOptions = {}): Promise<void> {
    await this.#write("PUT", `/meme/${idOf(id)}/enable`, options, { once: true });
  }

  /**
   * Deletes one of your memes for good, with its ratings and comments.
   *
   * @example
   * await guffaw.deleteMeme(id);
   */
  async deleteMeme(id: string, options: CallOptions = {}): Promise<void> {
    await this.#write("DELETE", `/meme/${idOf(id)}`, options);
  }

  /**
   * Rates a meme from 1 to 5. Rate it again to change your mind.
   *
   * @example
   * await guffaw.rate(meme.memeid, 5);
   */
  async rate(id: string, rating: Grade, options: CallOptions = {}): Promise<Api.RatingGiven> {
    return this.#write("PUT", `/meme/${idOf(id)}/rate`, options, { json: { rating } });
  }

  /**
   * Takes back your rating.
   *
   * @example
   * await guffaw.unrate(meme.memeid);
   */
  async unrate(id: string, options: CallOptions = {}): Promise<void> {
    await this.#write("DELETE", `/meme/${idOf(id)}/rating`, options);
  }

  /**
   * Your rating of a meme; `rating` is null if you have not rated it.
   *
   * @example
   * const { rating } = await guffaw.myRating(id);
   */
  async myRating(id: string, options: CallOptions = {}): Promise<Api.Rating> {
    return this.#get(`/meme/${idOf(id)}/rating`, options);
  }

  /**
   * Who rated a meme, newest first. Needs a Pro account and a key with the permission Ratings.
   *
   * @example
   * for await (const { user, rating } of guffaw.ratings(id)) console.log(user.username, rating);
   */
  ratings(id: string, options: CursorOptions = {}): List<Api.Rating> {
    return this.#list(() => `/meme/${idOf(id)}/ratings`, options);
  }

  /**
   * The comments on a meme, oldest first.
   *
   * @example
   * for await (const { author, content } of guffaw.comments(id)) console.log(author.username, content);
   */
  comments(id: string, options: CursorOptions = {}): List<Api.Comment> {
    return this.#list(() => `/meme/${idOf(id)}/comments`, options);
  }

  /**
   * Comments on a meme, or replies to a comment.
   *
   * @example
   * const first = await guffaw.comment(id, "I feel seen.");
   * await guffaw.comment(id, "Me too.", { replyTo: first.id });
   */
  async comment(
    id: string,
    content: string,
    options: MakeOptions & { replyTo?: string | undefined } = {},
  ): Promise<Api.CommentMade> {
    const { replyTo, ...rest } = options;
    const parent = replyTo === undefined ? {} : { parent: replyTo };
    return this.#make(`/meme/${idOf(id)}/comments`, rest, { content, ...parent });
  }

  /**
   * Deletes a comment: your own, or one on one of your memes.
   *
   * @example
   * await guffaw.deleteComment(memeId, comment.id);
   */
  async deleteComment(memeId: string, commentId: string, options: CallOptions = {}): Promise<void> {
    await this.#write("DELETE", `/meme/${idOf(memeId)}/comments/${idOf(commentId)}`, options);
  }

  /**
   * Your own profile: the account this key belongs to.
   *
   * @example
   * const { username, stats } = await guffaw.me();
   */
  me(options: CallOptions = {}): Promise<Api.User> {
    return this.#get("/profile/me", options);
  }

  /**
   * Changes your username or bio.
   *
   * @example
   * await guffaw.updateMe({ bio: "I post on Mondays." });
   */
  updateMe(change: { username?: string; bio?: string }, options: CallOptions = {}): Promise<Api.ProfileChange> {
    return this.#write("PATCH", "/profile/me", options, { json: change });
  }

  /**
   * Somebody's profile, by name or id.
   *
   * @example
   * const { bio } = await guffaw.user("alice");
   */
  async user(nameOrId: string, options: CallOptions = {}): Promise<Api.User> {
    return this.#get(`/profile/${userOf(nameOrId)}`, options);
  }

  /**
   * What somebody looks like; "me" is yourself.
   *
   * @example
   * const { url } = await guffaw.avatar("alice");
   */
  async avatar(user: string, options: CallOptions = {}): Promise<Api.Avatar> {
    return this.#get(`/profile/${userOf(user)}/avatar`, options);
  }

  /**
   * Shows a picture of yours instead of a drawing. It is cut to a square.
   *
   * @example
   * await guffaw.uploadAvatar("me.jpg");
   */
  async uploadAvatar(image: ImageSource, options: CallOptions = {}): Promise<Api.AvatarChange> {
    checkOptions(options, CALL_OPTIONS);
    const blob = await this.#connection.read(options, (signal) => blobOf(image, signal));
    const form = new FormData();
    form.set("image", blob, blob instanceof File ? blob.name : "image");
    const { body } = await this.#connection.send({ options, method: "PUT", path: "/profile/me/avatar", form });
    return body as Api.AvatarChange;
  }

  /**
   * Draws you. Parts you leave out stay as they are; a picture is removed.
   *
   * @example
   * await guffaw.drawAvatar({ face: "cool", hat: "crown" });
   */
  async drawAvatar(parts: Partial<Api.Avatar["drawing"]>, options: CallOptions = {}): Promise<Api.AvatarChange> {
    return this.#write("PUT", "/profile/me/avatar", options, { json: parts });
  }

  /**
   * Removes your picture and the drawing you chose: you look as on your first day again.
   *
   * @example
   * await guffaw.removeAvatar();
   */
  async removeAvatar(options: CallOptions = {}): Promise<Api.AvatarChange> {
    return this.#write("DELETE", "/profile/me/avatar", options);
  }

  /**
   * For staff: removes the picture that somebody shows of themselves, and tells them why.
   *
   * @example
   * await guffaw.removeAvatarOf("jester", "No faces of strangers, please");
   */
  async removeAvatarOf(user: string, reason: string, options: CallOptions = {}): Promise<Api.AvatarChange> {
    return this.#write("DELETE", `/profile/${userOf(user)}/avatar`, options, { json: { reason } });
  }

  /**
   * Follows somebody.
   *
   * @example
   * await guffaw.follow("alice");
   */
  async follow(user: string, options: CallOptions = {}): Promise<void> {
    await this.#write("PUT", `/profile/${userOf(user)}/follow`, options);
  }

  /**
   * Unfollows somebody.
   *
   * @example
   * await guffaw.unfollow("alice");
   */
  async unfollow(user: string, options: CallOptions = {}): Promise<void> {
    await this.#write("DELETE", `/profile/${userOf(user)}/follow`, options);
  }

  /**
   * Memes you have saved. The one you saved last comes first; hidden ones are left out.
   *
   * @example
   * for await (const meme of guffaw.savedMemes()) console.log(meme.url);
   */
  savedMemes(options: PageOptions = {}): List<Api.Meme> {
    return this.#list(() => "/saved", options, {}, MAX_PAGE);
  }

  /**
   * Whether, when and in which collections you saved a meme.
   *
   * @example
   * const { saved, collections } = await guffaw.whereSaved(id);
   */
  async whereSaved(id: string, options: CallOptions = {}): Promise<Api.Save> {
    return this.#get(`/saved/${idOf(id)}`, options);
  }

  /**
   * Saves a meme.
   *
   * @example
   * await guffaw.save(meme.memeid);
   */
  async save(id: string, options: CallOptions = {}): Promise<void> {
    await this.#write("PUT", `/saved/${idOf(id)}`, options);
  }

  /**
   * Removes a meme from what you saved, and from your collections.
   *
   * @example
   * await guffaw.unsave(meme.memeid);
   */
  async unsave(id: string, options: CallOptions = {}): Promise<void> {
    await this.#write("DELETE", `/saved/${idOf(id)}`, options);
  }

  /**
   * All your collections, by name.
   *
   * @example
   * const names = (await guffaw.collections()).map(({ name }) => name);
   */
  async collections(options: CallOptions = {}): Promise<Api.Collection[]> {
    return listOf(await this.#connection.send({ options, method: "GET", path: "/collections" }));
  }

  /**
   * One of your collections.
   *
   * @example
   * const { memes } = await guffaw.collection("5");
   */
  async collection(id: string, options: CallOptions = {}): Promise<Api.Collection> {
    return this.#get(`/collections/${idOf(id)}`, options);
  }

  /**
   * Creates a collection. It is private until you share it.
   *
   * @example
   * const { id } = await guffaw.createCollection("Office");
   */
  async createCollection(name: string, options: CallOptions = {}): Promise<Api.CollectionMade> {
    return this.#write("POST", "/collections", options, { json: { name } });
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
    return this.#write("PATCH", `/collections/${idOf(id)}`, options, { json: change });
  }

  /**
   * Deletes a collection. Its memes stay saved.
   *
   * @example
   * await guffaw.deleteCollection(id);
   */
  async deleteCollection(id: string, options: CallOptions = {}): Promise<void> {
    await this.#write("DELETE", `/collections/${idOf(id)}`, options);
  }

  /**
   * Memes in one of your collections. The one you added last comes first.
   *
   * @example
   * const latest = await guffaw.memesIn(id).take(3);
   */
  memesIn(collectionId: string, options: PageOptions = {}): List<Api.Meme> {
    return this.#list(() => `/collections/${idOf(collectionId)}/memes`, options, {}, MAX_PAGE);
  }

  /**
   * Adds a meme to a collection, and saves it.
   *
   * @example
   * await guffaw.addToCollection(collection.id, meme.memeid);
   */
  async addToCollection(collectionId: string, memeId: string, options: CallOptions = {}): Promise<void> {
    await this.#write("PUT", `/collections/${idOf(collectionId)}/memes/${idOf(memeId)}`, options);
  }

  /**
   * Removes a meme from a collection. It stays saved.
   *
   * @example
   * await guffaw.removeFromCollection(collection.id, meme.memeid);
   */
  async removeFromCollection(collectionId: string, memeId: string, options: CallOptions = {}): Promise<void> {
    await this.#write("DELETE", `/collections/${idOf(collectionId)}/memes/${idOf(memeId)}`, options);
  }

  /**
   * A collection that somebody shares, by its address or the last part of it.
   *
   * @example
   * const { name, owner } = await guffaw.sharedCollection(shareUrl);
   */
  async sharedCollection(address: string, options: CallOptions = {}): Promise<Api.SharedCollection> {
    return this.#get(`/shared/${shareKeyOf(address)}`, options);
  }

  /**
   * Memes in a collection that somebody shares.
   *
   * @example
   * for await (const meme of guffaw.memesInShared(shareUrl)) console.log(meme.caption);
   */
  memesInShared(address: string, options: PageOptions = {}): List<Api.Meme> {
    return this.#list(() => `/shared/${shareKeyOf(address)}/memes`, options, {}, MAX_PAGE);
  }

  /**
   * How many people like a comment, and whether you do.
   *
   * @example
   * const { likes } = await guffaw.commentLikes(meme.memeid, comment.id);
   */
  async commentLikes(memeId: string, commentId: string, options: CallOptions = {}): Promise<Api.Likes> {
    return this.#get(`/meme/${idOf(memeId)}/comments/${idOf(commentId)}/like`, options);
  }

  /**
   * Likes a comment.
   *
   * @example
   * await guffaw.likeComment(meme.memeid, comment.id);
   */
  async likeComment(memeId: string, commentId: string, options: CallOptions = {}): Promise<Api.Likes> {
    return this.#write("PUT", `/meme/${idOf(memeId)}/comments/${idOf(commentId)}/like`, options);
  }

  /**
   * Takes a like back.
   *
   * @example
   * await guffaw.unlikeComment(meme.memeid, comment.id);
   */
  async unlikeComment(memeId: string, commentId: string, options: CallOptions = {}): Promise<Api.Likes> {
    return this.#write("DELETE", `/meme/${idOf(memeId)}/comments/${idOf(commentId)}/like`, options);
  }

  /**
   * Leaves somebody out of your feeds, searches, comment lists and notifications. Nobody is told.
   *
   * @example
   * await guffaw.mute("alice");
   */
  async mute(user: string, options: CallOptions = {}): Promise<void> {
    await this.#write("PUT", `/profile/${userOf(user)}/mute`, options);
  }

  /**
   * Unmutes somebody.
   *
   * @example
   * await guffaw.unmute("alice");
   */
  async unmute(user: string, options: CallOptions = {}): Promise<void> {
    await this.#write("DELETE", `/profile/${userOf(user)}/mute`, options);
  }

  /**
   * Hides the two of you from each other. Nobody is told.
   *
   * @example
   * await guffaw.block("alice");
   */
  async block(user: string, options: CallOptions = {}): Promise<void> {
    await this.#write("PUT", `/profile/${userOf(user)}/block`, options);
  }

  /**
   * Unblocks somebody.
   *
   * @example
   * await guffaw.unblock("alice");
   */
  async unblock(user: string, options: CallOptions = {}): Promise<void> {
    await this.#write("DELETE", `/profile/${userOf(user)}/block`, options);
  }

  /**
   * The people you have muted, newest first.
   *
   * @example
   * for (const { username } of await guffaw.mutedUsers()) console.log(username);
   */
  mutedUsers(options: CallOptions = {}): Promise<Api.User[]> {
    return this.#get("/muted", options);
  }

  /**
   * The people you have blocked, newest first.
   *
   * @example
   * for (const { username } of await guffaw.blockedUsers()) console.log(username);
   */
  blockedUsers(options: CallOptions = {}): Promise<Api.User[]> {
    return this.#get("/blocked", options);
  }

  /**
   * Whether the website shows you mature memes.
   *
   * @example
   * const { shown } = await guffaw.matureChoice();
   */
  matureChoice(options: CallOptions = {}): Promise<Api.MatureChoice> {
    return this.#get("/profile/me/mature", options);
  }

  /**
   * Chooses whether the website shows you mature memes, which are for people 18 and over.
   *
   * @example
   * await guffaw.showMature(true);
   */
  showMature(shown: boolean, options: CallOptions = {}): Promise<Api.MatureChoice> {
    return this.#write("PUT", "/profile/me/mature", options, { json: { shown } });
  }

  /**
   * Whether you get the weekly mail.
   *
   * @example
   * const { wanted } = await guffaw.weeklyMailChoice();
   */
  weeklyMailChoice(options: CallOptions = {}): Promise<Api.WeeklyMailChoice> {
    return this.#get("/profile/me/weekly-mail", options);
  }

  /**
   * Chooses whether you get the best memes of the week, from the people and tags you follow, at your confirmed e-mail
   * address.
   *
   * @example
   * await guffaw.chooseWeeklyMail(false);
   */
  chooseWeeklyMail(wanted: boolean, options: CallOptions = {}): Promise<Api.WeeklyMailChoice> {
    return this.#write("PUT", "/profile/me/weekly-mail", options, { json: { wanted } });
  }

  /**
   * The words you have muted, in the order you muted them.
   *
   * @example
   * const words = await guffaw.mutedWords();
   */
  mutedWords(options: CallOptions = {}): Promise<string[]> {
    return this.#get("/muted/words", options);
  }

  /**
   * Leaves memes and comments with this word, or these words in a row, out of your lists.
   *
   * @example
   * await guffaw.muteWord("monday");
   */
  async muteWord(word: string, options: CallOptions = {}): Promise<void> {
    await this.#write("PUT", "/muted/words", options, { json: { word } });
  }

  /**
   * Unmutes a word.
   *
   * @example
   * await guffaw.unmuteWord("monday");
   */
  async unmuteWord(word: string, options: CallOptions = {}): Promise<void> {
    await this.#write("DELETE", "/muted/words", options, { json: { word } });
  }

  /**
   * Your notifications, newest first: ratings, follows, notices, comments.
   *
   * @example
   * for await (const { message } of guffaw.notifications()) console.log(message);
   */
  notifications(options: PageOptions = {}): List<Api.Notification> {
    return this.#list(() => "/notifications", options, {}, MAX_LONG_PAGE);
  }

  /**
   * How many notifications you have.
   *
   * @example
   * if ((await guffaw.notificationCount()) > 0) ring();
   */
  async notificationCount(options: CallOptions = {}): Promise<number> {
    return (await this.#get<Api.Count>("/notifications/count", options)).count;
  }

  /**
   * Deletes a notification.
   *
   * @example
   * await guffaw.deleteNotification(notification.id);
   */
  async deleteNotification(id: string, options: CallOptions = {}): Promise<void> {
    await this.#write("DELETE", `/notification/${idOf(id)}`, options);
  }

  /**
   * Reports a meme to staff.
   *
   * @example
   * await guffaw.reportMeme(id, { reason: "Spam" });
   */
  async reportMeme(
    id: string,
    report: { reason: string; description?: string },
    options: MakeOptions = {},
  ): Promise<Api.ReportMade> {
    return this.#make(`/meme/${idOf(id)}/report`, options, report);
  }

  /**
   * Your reports, newest first.
   *
   * @example
   * const [last] = await guffaw.reports().take(1);
   */
  reports(options: PageOptions = {}): List<Api.Report> {
    return this.#list(() => "/reports", options, {}, MAX_LONG_PAGE);
  }

  /**
   * One of your reports, with its outcome.
   *
   * @example
   * const { status, comment } = await guffaw.report("17");
   */
  async report(id: string, options: CallOptions = {}): Promise<Api.Report> {
    return this.#get(`/report/${idOf(id)}`, options);
  }

  /**
   * Your accounts on other services. Needs a key with the permission View Integrations.
   *
   * @example
   * const { github = [] } = await guffaw.integrations();
   */
  integrations(options: CallOptions = {}): Promise<Api.Integrations> {
    return this.#get("/integrations", options);
  }

  /**
   * What the site is called, how it looks, and where its rules are. Needs no key.
   *
   * @example
   * const { name, pages } = await guffaw.site();
   */
  site(options: CallOptions = {}): Promise<Api.Site> {
    return this.#get("/site", options);
  }

  /**
   * The site in numbers.
   *
   * @example
   * const { memes, ratings } = await guffaw.stats();
   */
  stats(options: CallOptions = {}): Promise<Api.Stats> {
    return this.#get("/stats", options);
  }

  /**
   * The people whose memes were rated best, in a day, a week and a month.
   *
   * @example
   * const [first] = (await guffaw.topMemers())["7d"];
   */
  topMemers(options: CallOptions = {}): Promise<Api.TopMemers> {
    return this.#get("/topmemers", options);
  }

  /**
   * The site's OpenAPI document.
   *
   * @example
   * const { paths } = await guffaw.openApi();
   */
  openApi(options: CallOptions = {}): Promise<Record<string, unknown>> {
    return this.#get("/openapi.json", options, {}, true);
  }

  async #get<T>(path: string, options: CallOptions, query: Call["query"] = {}, raw = false): Promise<T> {
    return (await this.#connection.send({ options, takes: Object.keys(query), method: "GET", path, query, raw }))
      .body as T;
  }

  async #write<T>(
    method: "PUT" | "POST" | "PATCH" | "DELETE",
    path: string,
    options: CallOptions,
    how: Pick<Call, "json" | "once"> = {},
  ): Promise<T> {
    return (await this.#connection.send({ options, method, path, ...how })).body as T;
  }

  async #make<T>(path: string, options: MakeOptions, json: Record<string, unknown>): Promise<T> {
    const { idempotencyKey = newKey(), ...rest } = options;
    return (
      await this.#connection.send({
        options: rest,
        takes: ["idempotencyKey"],
        method: "POST",
        path,
        json,
        idempotencyKey,
      })
    ).body as T;
  }

  /** `maxPage` if the API takes an amount. Wrong options throw once the list is read. */
  #list<T>(path: () => string, given: PageOptions, query: Call["query"] = {}, maxPage?: number): List<T> {
    const { cursor: start, pageSize = maxPage, ...options } = given;
    const own = Object.keys(query).filter((name) => name !== "search");
    const takes = [...own, "cursor", ...(maxPage ? ["pageSize"] : [])];
    const fetch = async (cursor = start, wanted = Number.POSITIVE_INFINITY): Promise<Page<T>> => {
      checkPageSize(pageSize, maxPage);
      const amount = pageSize && Math.min(pageSize, wanted);
      const call: Call = { options, takes, method: "GET", path: path(), query: { ...query, amount, cursor } };
      const answer = await this.#connection.send(call);
      return Object.assign(listOf<T>(answer), { next: cursorOf(answer.headers.get("link")) });
    };
    return new List(fetch, options.signal);
  }
}

/**
 * The older API root: the same memes with fewer fields.
 *
 * @example
 * const { memes } = await guffaw.old.stats();
 */
export class OldGuffaw {
  readonly #connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * One meme.
   *
   * @example
   * const { author } = await guffaw.old.meme(id);
   */
  async meme(id: string, options: CallOptions = {}): Promise<Api.OldMeme> {
    return this.#get(`/meme/${idOf(id)}`, options);
  }

  /**
   * All your memes.
   *
   * @example
   * const mine = await guffaw.old.myMemes();
   */
  async myMemes(options: CallOptions = {}): Promise<Api.OldMeme[]> {
    return listOf(await this.#connection.send({ options, method: "GET", path: "/mymemes" }));
  }

  /**
   * The site in numbers.
   *
   * @example
   * const { memes } = await guffaw.old.stats();
   */
  stats(options: CallOptions = {}): Promise<Api.Stats> {
    return this.#get("/stats", options);
  }

  async #get<T>(path: string, options: CallOptions): Promise<T> {
    return (await this.#connection.send({ options, method: "GET", path })).body as T;
  }
}

/** Browsers offer randomUUID only on pages served over HTTPS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
