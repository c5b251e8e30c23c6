import { describe, expect, test } from "bun:test";

import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { deleteComment } from "../../src/core/comments/delete-comment.ts";
import type { Ctx } from "../../src/core/ctx.ts";
import { captionMeme } from "../../src/core/memes/caption-meme.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { grantPro } from "../../src/core/pro/grant-pro.ts";
import { rateMeme } from "../../src/core/ratings/rate-meme.ts";
import { changeProfile } from "../../src/core/users/change-profile.ts";
import { followUser } from "../../src/core/users/follow-user.ts";
import { suspendUser } from "../../src/core/users/suspend-user.ts";
import { openServices } from "../../src/services.ts";
import { askApp } from "../ask-app.ts";
import { DIALECTS, openWorld, ROOT, type TestMember, type World } from "../world.ts";

const MINUTE = 60_000;

/** Another process on the same data, which keeps nothing: what it answers is true. */
async function openPlain(world: World, clock: () => number) {
  const config = readConfig({ ...world.env, GUFFAW_CACHE_MB: "0" }, ROOT);
  const services = await openServices(config, { clock, log: world.services.log });
  const app = createApp(services, world.addresses);
  const ctxOf = (by?: TestMember): Ctx => ({ ...world.ctx(by), db: services.database.db, now: clock() });
  return { services, app, ctxOf };
}

describe.each(DIALECTS)("lists kept in memory on %s", (dialect) => {
  test("show what was changed by another process, at once and nothing else", async () => {
    let now = Date.now();
    const clock = () => now;
    await using world = await openWorld(dialect, { clock });
    const plain = await openPlain(world, clock);
    await using _ = plain.services;
    const [ann, bob] = [await world.member({ name: "ann" }), await world.member({ name: "bob" })];
    const memes = [];
    for (let i = 0; i < 6; i++) memes.push(await world.meme({ by: i % 3 ? ann : bob, caption: `cat ${i}` }));
    const [one, two, three] = memes as [(typeof memes)[0], (typeof memes)[0], (typeof memes)[0]];
    await rateMeme(world.ctx(bob), { memeId: two.id, rating: 3 });

    const lists = ["recents", "top", "search?search=cat"].map((list) => `/v1/meme/${list}`);
    const single = [one, two, three].flatMap(({ id }) => [`/v1/meme/${id}`, `/v1/meme/${id}/comments`]);
    const paths = [...lists, ...single, "/v1/profile/ann/memes", "/v1/mymemes", "/api/v1/mymemes", "/v1/topmemers"];
    const read = async (ask: (path: string, headers: { Authorization: string }) => Promise<Response>) => {
      const answers: string[] = [];
      for (const { key } of [ann, bob])
        for (const path of paths) {
          const answer = await ask(path, { Authorization: key });
          answers.push(`${path}: ${answer.headers.get("etag")} ${await answer.text()}`);
        }
      return answers;
    };
    const { origin } = world;
    const served = () => read((path, headers) => fetch(origin + path, { headers }));
    const { ctxOf } = plain;

    const changes: [string, () => Promise<unknown>][] = [
      ["a new meme", () => world.meme({ by: ann, caption: "cat of today" })],
      ["an edited caption", () => captionMeme(ctxOf(ann), { memeId: two.id, caption: "cat, edited" })],
      ["a rating", () => rateMeme(ctxOf(ann), { memeId: one.id, rating: 5 })],
      ["a comment", () => commentOnMeme(ctxOf(bob), { memeId: two.id, content: "ha" })],
      ["one comment less", () => deleteComment(ctxOf(bob), { memeId: two.id, commentId: 1 })],
      ["a disabled meme", () => disableMeme(ctxOf(ann), two.id)],
      ["one enabled again", () => enableMeme(ctxOf(ann), two.id)],
      ["a hidden meme", () => hideMeme(ctxOf(), { memeId: three.id, reason: "not a cat" })],
      ["another name", () => changeProfile(ctxOf(ann), { username: "anne" })],
      ["a follower", () => followUser(ctxOf(bob), ann.user.id)],
      ["Pro", () => grantPro(ctxOf(), { user: ann.user.id, months: 1 })],
      ["a minute", async () => (now += MINUTE)],
      ["a day", async () => (now += 24 * 60 * MINUTE)],
      ["the end of Pro", async () => (now += 40 * 24 * 60 * MINUTE)],
      ["a deleted meme", () => deleteMeme(ctxOf(bob), one.id)],
      ["a suspended author", () => suspendUser(ctxOf(), { user: bob.user.id })],
    ];
    let before = await served();
    for (const [name, change] of changes) {
      expect(await served(), `before ${name}`).toEqual(before);
      await change();
      const after = await served();
      expect(after, name).toEqual(await read((path, headers) => askApp(plain.app, { origin, path, headers })));
      expect(after, name).not.toEqual(before);
      before = after;
    }
  });
});
