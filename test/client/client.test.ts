import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";

import {
  Guffaw,
  GuffawError,
  InvalidInput,
  NotAllowed,
  NotFound,
  NotSignedIn,
  RateLimited,
  type Grade,
  type List,
  type Meme,
} from "../../client/src/index.ts";
import { addTemplate } from "../make/making.ts";
import { typesOf } from "../../scripts/client-types.ts";
import { sendNotice } from "../../src/core/notifications/send-notice.ts";
import { openWorld, ROOT, smallImage, type TestMember, type World } from "../world.ts";

let world: World;
let ann: TestMember;
let bob: TestMember;
/** Method and path of every request, with variables for what varies. */
const asked = new Set<string>();

const clientOf = (member?: TestMember) =>
  new Guffaw({ ...(member ? { key: member.key } : {}), url: world.origin, fetch: noting });

const noting = ((input: string, init?: RequestInit) => {
  asked.add(`${init?.method ?? "GET"} ${new URL(input).pathname}`);
  return fetch(input, init);
}) as typeof fetch;

beforeAll(async () => {
  world = await openWorld("SQLite");
  const permissions = ["Ratings", "View Integrations"] as const;
  ann = await world.member({ name: "ann", perks: ["pro", "staff"], permissions: [...permissions] });
  bob = await world.member({ name: "bob", permissions: [...permissions] });
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

test("the committed types match the API's description", async () => {
  const fresh = typesOf(await Bun.file(join(ROOT, "docs/openapi.json")).json());
  const file = join(ROOT, "client/src/types.ts");
  // The formatter breaks lines and adds punctuation.
  const words = (text: string) => text.replace(/[\s|,]+/g, "");
  expect(words(await Bun.file(file).text())).toBe(words(fresh));
});

describe("a client", () => {
  test("does everything the API can", async () => {
    const guffaw = clientOf(ann);
    const other = clientOf(bob);
    const image = await smallImage();
    const meme = await guffaw.submit(image, { caption: "first", age: 1, rating: 4, alt: "a red square" });
    expect(meme).toMatchObject({ caption: "first", age: 1, rating: { average: 4, total: 1 } });
    const id = meme.memeid;
    expect(await guffaw.meme(id)).toEqual({ ...meme, time_ago: expect.any(String) });
    expect((await guffaw.randomMeme({ age: 1 })).memeid).toBe(id);
    expect((await guffaw.randomMemes(3, { age: 1, seed: "x" })).map(({ memeid }) => memeid)).toEqual([id]);
    expect(await guffaw.randomMemes(3, { age: 1, exclude: [id] })).toEqual([]);
    for await (const { event, memeid, meme: shown } of guffaw.events({ age: 1, author: "ann", after: "0" })) {
      expect([event, memeid, shown!.caption]).toEqual(["new", id, "first"]);
      break;
    }
    expect(await guffaw.changeCaption(id, "second")).toEqual({ success: true, caption: "second", oldcaption: "first" });
    await guffaw.disableMeme(id);
    await guffaw.enableMeme(id);

    const given = await other.rate(id, 5);
    expect(given).toMatchObject({ rating: 5, user: { username: "bob" } });
    expect(given.timestamp).toBeInstanceOf(Date);
    expect(await other.myRating(id)).toMatchObject({ rating: 5 });
    expect((await guffaw.ratings(id).all()).map(({ rating }) => rating)).toEqual([5, 4]);
    await other.unrate(id);
    expect(await other.myRating(id)).toMatchObject({ rating: null, timestamp: null });

    const first = await other.comment(id, "I feel seen.");
    const reply = await guffaw.comment(id, "Me too.", { replyTo: first.id });
    expect(reply.parent).toBe(first.id);
    expect((await guffaw.comments(id).all()).map(({ content }) => content)).toEqual(["I feel seen.", "Me too."]);
    expect(await guffaw.likeComment(id, first.id)).toMatchObject({ likes: 1, liked: true });
    expect(await other.commentLikes(id, first.id)).toEqual({ likes: 1, liked: false });
    expect(await guffaw.unlikeComment(id, first.id)).toMatchObject({ likes: 0, liked: false });
    await guffaw.deleteComment(id, reply.id);

    expect(await guffaw.me()).toMatchObject({ username: "ann", id: ann.user.id });
    expect(await other.updateMe({ bio: "Here for the laughs." })).toMatchObject({ bio: "Here for the laughs." });
    expect(await guffaw.user("bob")).toMatchObject({ id: bob.user.id, bio: "Here for the laughs." });
    await guffaw.changeCaption(id, "second #Try");
    expect(await other.tag("#try")).toMatchObject({ name: "try", memes: 1, following: false });
    expect((await other.suggestions("TR")).tags.map(({ name }) => name)).toEqual(["try"]);
    await other.followTag("try");
    expect((await other.followedTags()).map(({ name }) => name)).toEqual(["try"]);
    await other.unfollowTag("try");
    expect((await other.tags("tr")).map(({ name }) => name)).toEqual(["try"]);
    expect((await other.memesTagged("try", { order: "top" }).all()).map(({ memeid }) => memeid)).toEqual([id]);
    await expect(other.tag("../me")).rejects.toBeInstanceOf(NotFound);
    await guffaw.changeCaption(id, "second");

    expect(await guffaw.avatar("me")).toMatchObject({ kind: "default" });
    expect(await guffaw.drawAvatar({ hat: "crown" })).toMatchObject({ kind: "drawing", drawing: { hat: "crown" } });
    expect(await guffaw.uploadAvatar(image)).toMatchObject({ kind: "picture", type: "image/webp" });
    expect(await other.avatar("ann")).toMatchObject({ kind: "picture" });
    expect(await guffaw.removeAvatar()).toMatchObject({ kind: "default" });
    await other.follow("ann");
    await other.unfollow(ann.user.id);
    await other.follow("ann");

    expect(await guffaw.notificationCount()).toBeGreaterThan(0);
    const [told] = await guffaw.notifications().take(1);
    expect(told!.sender.username).toBe("bob");
    await guffaw.deleteNotification(told!.id);
    await sendNotice(world.ctx(ann), { user: "bob", text: "Hello" });
    expect((await other.notifications().all()).map(({ message }) => message)).toContain("Hello");

    const report = await other.reportMeme(id, { reason: "Spam" });
    expect(await other.report(report.id)).toMatchObject({ id: report.id, status: 0, message: { reason: "Spam" } });
    expect((await other.reports().all()).map((one) => one.id)).toEqual([report.id]);

    expect(await guffaw.memesOfDays().all()).toEqual([]);
    expect(await guffaw.integrations()).toEqual({});
    expect(await guffaw.stats()).toMatchObject({ memes: 1, website_users: 2 });
    expect(await guffaw.site()).toMatchObject({ name: "Guffaw", tagline: null, logo: null });
    expect((await guffaw.topMemers())["1d"][0]!.user.username).toBe("ann");
    expect((await guffaw.myMemes()).map(({ memeid }) => memeid)).toEqual([id]);
    expect((await guffaw.openApi()).openapi).toBe("3.1.0");
    for (const list of [
      guffaw.recentMemes(),
      guffaw.hotMemes(),
      guffaw.topMemes({ period: "7d" }),
      guffaw.searchMemes("second"),
      guffaw.memesOf("me"),
    ])
      expect((await list.all()).map(({ memeid }) => memeid)).toEqual([id]);
    expect((await other.followedMemes().all()).map(({ memeid }) => memeid)).toEqual([id]);

    expect(await guffaw.old.meme(id)).toMatchObject({ memeid: id, caption: "second" });
    expect((await guffaw.old.meme(id)).timestamp).toEqual(meme.timestamp);
    expect((await guffaw.old.myMemes()).map(({ memeid }) => memeid)).toEqual([id]);
    expect(await guffaw.old.stats()).toMatchObject({ memes: 1 });
    await guffaw.deleteMeme(id);
    await expect(guffaw.meme(id)).rejects.toBeInstanceOf(NotFound);
  });

  test("keeps memes, and shares them", async () => {
    const guffaw = clientOf(ann);
    const other = clientOf(bob);
    const [first, second] = [await world.meme({ by: ann }), await world.meme({ by: ann })];
    const idsOf = async (list: List<Meme>) => (await list.all()).map(({ memeid }) => memeid);
    // Both have the same picture.
    expect(await guffaw.copiesOf(first.id)).toMatchObject({ earlier: [], later: [{ memeid: second.id }] });
    await other.save(first.id);
    const webhook = await other.addWebhook("https://8.8.8.8/hook", { events: ["new"] });
    expect(webhook.secret).toStartWith("whsec_");
    expect(await other.updateWebhook(webhook.id, { age: 1 })).toMatchObject({ age: 1, events: ["new"] });
    const test = await other.testWebhook(webhook.id);
    expect(await other.replayDelivery(webhook.id, test.id)).toMatchObject({ id: test.id, state: "waiting" });
    expect((await other.deliveries(webhook.id)).map(({ id: message }) => message)).toEqual([test.id]);
    expect((await other.rotateWebhookSecret(webhook.id)).secret).not.toBe(webhook.secret);
    expect(await other.webhook(webhook.id)).toEqual((await other.webhooks())[0]!);
    await other.deleteWebhook(webhook.id);
    const { id } = await other.createCollection("Office");
    await other.addToCollection(id, second.id);
    expect(await idsOf(other.savedMemes())).toEqual([second.id, first.id]);
    expect(await idsOf(other.memesIn(id))).toEqual([second.id]);
    expect(await other.whereSaved(first.id)).toMatchObject({ saved: true, collections: [] });
    expect(await other.whereSaved(second.id)).toMatchObject({ saved: true, collections: [{ id, name: "Office" }] });
    const { share_url: address } = await other.updateCollection(id, { name: "Work", shared: true });
    expect(await guffaw.sharedCollection(address)).toMatchObject({ name: "Work", owner: { username: "bob" } });
    expect(await idsOf(guffaw.memesInShared(address))).toEqual([second.id]);
    await other.removeFromCollection(id, second.id);
    expect(await other.collection(id)).toMatchObject({ name: "Work", memes: 0, shared: true });
    expect((await other.collections()).map(({ name }) => name)).toEqual(["Work"]);
    await other.deleteCollection(id);
    await other.unsave(first.id);
    expect(await idsOf(other.savedMemes())).toEqual([second.id]);
    for (const one of [first, second]) await guffaw.deleteMeme(one.id);
  });

  test("makes memes, mends them and remixes those of others", async () => {
    const guffaw = clientOf(ann);
    const other = clientOf(bob);
    const image = await smallImage();
    const meme = await guffaw.make({ images: [image, image], texts: ["Teh", "Typo"], caption: "Made", age: 1 });
    expect(meme).toMatchObject({ caption: "Made", age: 1 });
    const { recipe, pictures, ...rest } = await guffaw.recipe(meme.memeid);
    expect(rest).toMatchObject({ template: "", parent: "", remix: "everyone", edited: false });
    expect(pictures).toMatchObject([{ kind: "upload", animated: false }]);
    recipe.boxes![0]!.text = "The";
    const changed = await guffaw.changeRecipe(meme.memeid, recipe);
    expect([changed.memeid, changed.url === meme.url]).toEqual([meme.memeid, false]);
    const remixed = await other.make({ recipe, remixOf: meme.memeid, remix: "nobody" });
    expect(await other.recipe(remixed.memeid)).toMatchObject({ parent: meme.memeid, remix: "nobody" });
    await guffaw.allowRemixes(meme.memeid, "nobody");
    await expect(other.recipe(meme.memeid)).rejects.toBeInstanceOf(NotAllowed);
    const picture = await guffaw.makePicture({ recipe });
    expect([picture.type, picture.size > 100]).toEqual(["image/jpeg", true]);
    await expect(guffaw.makePicture({ template: "7" })).rejects.toBeInstanceOf(NotFound);
    const template = await addTemplate(world);
    expect((await guffaw.templates({ sort: "new" }).take(1)).map((one) => one.id)).toEqual([template]);
    expect(await guffaw.template(template)).toMatchObject({ id: template });
    expect((await guffaw.makePicture({ template, texts: ["Me", "On Monday"] })).type).toBe("image/jpeg");
    // @ts-expect-error: misspelt
    await expect(guffaw.make({ tempalte: "7" })).rejects.toThrow('Unknown option "tempalte"');
    await other.deleteMeme(remixed.memeid);
    await guffaw.deleteMeme(meme.memeid);
  });

  test("hides people, words and mature memes", async () => {
    const guffaw = clientOf(ann);
    await guffaw.mute("bob");
    expect((await guffaw.mutedUsers()).map(({ username }) => username)).toEqual(["bob"]);
    await guffaw.unmute("bob");
    await guffaw.block("bob");
    expect((await guffaw.blockedUsers()).map(({ username }) => username)).toEqual(["bob"]);
    await guffaw.unblock("bob");
    expect([await guffaw.mutedUsers(), await guffaw.blockedUsers()]).toEqual([[], []]);
    await guffaw.muteWord("monday");
    expect(await guffaw.mutedWords()).toEqual(["monday"]);
    await guffaw.unmuteWord("monday");
    expect(await guffaw.mutedWords()).toEqual([]);
    await guffaw.showMature(true);
    expect((await guffaw.matureChoice()).shown).toBe(true);
    expect(await guffaw.chooseWeeklyMail(false)).toEqual({ wanted: false });
    expect(await guffaw.weeklyMailChoice()).toEqual({ wanted: false });
  });

  test("covers every operation of the description", async () => {
    const { paths } = (await Bun.file(join(ROOT, "docs/openapi.json")).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const missing = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .map((method) => `${method.toUpperCase()} ${path}`)
        .filter((one) => {
          const pattern = new RegExp(`^${one.replace(/\{\w+\}/g, "[^/]+")}$`);
          return ![...asked].some((request) => pattern.test(request));
        }),
    );
    // The client has one way for each act: rating by PUT, changing the profile by PATCH.
    expect(missing).toEqual(["POST /v1/meme/{id}/rate", "POST /v1/profile/me"]);
  });

  test("keeps every digit of an id, and numbers in text as they are", async () => {
    const meme = await world.meme({ by: ann, caption: 'nine 123456789012345678901 "12345678901234567" \\ 1e400' });
    const guffaw = clientOf(ann);
    const read = await guffaw.meme(meme.id);
    expect(read.memeid).toBe(meme.id);
    expect(read.author.id).toBe(ann.user.id);
    expect(BigInt(read.author.id) > 2n ** 53n).toBe(true);
    expect(read.caption).toBe('nine 123456789012345678901 "12345678901234567" \\ 1e400');
    expect(read.timestamp.getTime()).toBe(meme.createdAt);
    await guffaw.deleteMeme(meme.id);
  });

  test("walks lists of any length, and stops when told to", async () => {
    const many = await world.member({ name: "many" });
    const made: string[] = [];
    for (let i = 0; i < 60; i++) made.push((await world.meme({ by: many, caption: `number ${i}` })).id);
    const guffaw = clientOf(many);
    const seen: string[] = [];
    for await (const meme of guffaw.memesOf("many")) seen.push(meme.memeid);
    expect(seen).toEqual(made.toReversed());
    let requests = 0;
    const counting = new Guffaw({
      key: many.key,
      url: world.origin,
      fetch: ((input: string, init?: RequestInit) => (requests++, fetch(input, init))) as typeof fetch,
    });
    expect(await counting.memesOf("many").take(10)).toHaveLength(10);
    expect(requests).toBe(1);
    const pages: number[] = [];
    for await (const page of guffaw.memesOf("many").pages()) pages.push(page.length);
    expect(pages).toEqual([25, 25, 10]);
  });

  test("does not delete a meme if a comment's id leads to it", async () => {
    const meme = await world.meme({ by: ann });
    const guffaw = clientOf(ann);
    for (const id of ["..", ".", "", "%2e%2e"])
      await expect(guffaw.deleteComment(meme.id, id)).rejects.toBeInstanceOf(NotFound);
    expect((await guffaw.meme(meme.id)).memeid).toBe(meme.id);
    await guffaw.deleteMeme(meme.id);
  });

  test("returns the API's description unchanged", async () => {
    const description = await (await fetch(`${world.origin}/v1/openapi.json`)).json();
    expect(await clientOf(ann).openApi()).toEqual(description);
  });
});

describe("a refusal", () => {
  test("is a specific error with the site's message and the request id", async () => {
    const guffaw = clientOf(bob);
    const of = async (work: Promise<unknown>) =>
      work.then(
        () => undefined,
        (error: unknown) => error as GuffawError,
      );
    const meme = await world.meme({ by: ann });
    const cases: [GuffawError | undefined, typeof GuffawError, number, string][] = [
      [await of(guffaw.meme("123")), NotFound, 404, "There is no such meme."],
      [await of(guffaw.changeCaption(meme.id, "x")), NotAllowed, 403, "Only the author"],
      [await of(guffaw.rate(meme.id, 9 as Grade)), InvalidInput, 400, "rating"],
      [await of(clientOf().me()), NotSignedIn, 401, "key"],
      [await of(new Guffaw({ url: world.origin, key: "gfw_nonsense" }).me()), NotSignedIn, 401, "key"],
      [await of(guffaw.submit(new Uint8Array([1, 2, 3]))), InvalidInput, 400, "isn't a JPEG, PNG, WebP, AVIF or GIF"],
    ];
    for (const [error, kind, status, words] of cases) {
      expect(error).toBeInstanceOf(kind);
      expect(error).toMatchObject({ status, name: kind.name, message: expect.stringContaining(words) });
      expect(error!.requestId).toMatch(/^[\w-]{8,}$/);
    }
  });

  test("says how long to wait after too many requests", async () => {
    await using strict = await openWorld("SQLite", { env: { GUFFAW_RATE_LIMIT: "2/1h" } });
    const member = await strict.member();
    const guffaw = new Guffaw({ url: strict.origin, key: member.key });
    await guffaw.me();
    await guffaw.me();
    const error = await guffaw.me().catch((one: unknown) => one as RateLimited);
    expect(error).toBeInstanceOf(RateLimited);
    // An hour is longer than anybody waits: reported at once, not retried.
    expect((error as RateLimited).retryAfter).toBeGreaterThan(60);
  });
});
