import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { OPERATORS_POLICY } from "../../src/core/ctx.ts";
import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { listRecentMemes } from "../../src/core/memes/list-recent-memes.ts";
import { imagePath, keyOf } from "../../src/core/memes/renditions.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { memesWithAuthors } from "../../src/core/memes/read-listed.ts";
import { approveMeme } from "../../src/core/moderation/approve-meme.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { listWaiting } from "../../src/core/moderation/list-waiting.ts";
import { refuseMeme } from "../../src/core/moderation/refuse-meme.ts";
import { listNotifications } from "../../src/core/notifications/list-notifications.ts";
import { searchMemes } from "../../src/core/search/search-memes.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { listActs } from "../../src/data/acts.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { findMeme } from "../../src/data/memes.ts";
import { findUser } from "../../src/data/users.ts";
import { ROOTS } from "../../src/http/api/roots.ts";
import { loadMessage } from "../../src/words/stored-message.ts";
import { wordsIn } from "../../src/words/words.ts";
import { requestTo } from "../v1/requests.ts";
import { DIALECTS, openWorld, smallImage, type TestMember, type World } from "../world.ts";

const WORD = "zwiebelfisch";
const PAGE = { amount: 50, skip: 0 };

describe.each(DIALECTS)("memes that wait for approval on %s", (dialect) => {
  let world: World;
  let staff: TestMember;
  const time = { now: Date.now() };

  beforeAll(async () => {
    world = await openWorld(dialect, { env: { GUFFAW_APPROVE_FIRST: "2" }, clock: () => time.now++ });
    staff = await world.member({ perks: ["staff"] });
  });
  afterAll(async () => {
    expect(await checkDatabase(world.db, time.now)).toEqual([]);
    await world[Symbol.asyncDispose]();
  });

  const countsOf = async ({ user }: TestMember) => {
    const { memeCount, submittedCount, approvedCount } = (await findUser(world.db, user.id))!;
    return [memeCount, submittedCount, approvedCount];
  };
  const slotOf = async (id: string) =>
    (await world.db.selectFrom("memes").select("slot").where("id", "=", id).executeTakeFirstOrThrow()).slot;
  const waiting = async () => (await listWaiting(world.ctx(staff), PAGE)).items.map(({ meme }) => meme.id);
  const told = async (member: TestMember, language = "en") => {
    const { items } = await listNotifications(world.ctx(member), PAGE);
    return items.map(({ notification }) => wordsIn(language).translate(loadMessage(notification.text)));
  };

  test("are visible only to their author, with the author's own rating", async () => {
    const author = await world.member();
    const image = Buffer.from(await smallImage()).toString("base64");
    const body = JSON.stringify({ image, caption: `${WORD} caption`, alt: WORD, rating: 5, age: 1 });
    const headers = { "Content-Type": "application/json" };
    const response = await world.as(author).post("/v1/submit", { body, headers });
    expect(response.status).toBe(201);
    const { memeid, meme } = (await response.json()) as { memeid: string; meme: object };
    expect(meme).toMatchObject({ disabled: true, rating: { average: 5, total: 1 } });
    const waits = (await findMeme(world.db, memeid))!;
    expect(waits).toMatchObject({ held: "waiting", shownWhenFree: true, disabled: true });
    expect(await slotOf(memeid)).toBeNull();
    expect(await countsOf(author)).toEqual([0, 1, 0]);
    expect(await waiting()).toEqual([memeid]);
    expect(await checkDatabase(world.db, time.now)).toEqual([]);

    // The author can see it and comment on it; to anyone else it does not exist.
    expect((await world.as(author).get(`/v1/meme/${memeid}`)).status).toBe(200);
    expect((await world.as(author).get(imagePath(waits))).status).toBe(200);
    await commentOnMeme(world.ctx(author), { memeId: memeid, content: "Still there?" });
    await expect(enableMeme(world.ctx(author), memeid)).rejects.toThrow();
    const other = await world.member({ perks: ["pro", "staff"], permissions: ["Ratings"] });
    for (const who of [undefined, other]) expect((await world.as(who).get(imagePath(waits))).status).toBe(404);
    for (const root of ROOTS)
      for (const route of root.routes.filter(({ path }) => path.includes("{id}"))) {
        const { path, init } = await requestTo(world, { root, route }, { author, memeId: memeid });
        const { status } = await world.as(other).send(route.method)(path, init);
        // People may clear out what they saved, hidden or not: the answer is the same if there never was such a meme.
        const never = path.replace(memeid, "140000000000000000");
        const same = route.name === "unsaveMeme" ? (await world.as(other).delete(never)).status : 404;
        expect(status, route.name).toBe(same);
      }
    for (const path of ["/v1/meme/random?age=1", "/v1/meme/random"])
      expect((await world.as(other).get(path)).status).toBe(404);
    for (const path of [
      "/",
      "/feed.atom",
      `/search?search=${WORD}`,
      `/@${author.user.username}`,
      "/sitemap/memes/1-0.xml",
    ])
      expect(await (await world.as().get(path)).text(), path).not.toContain(memeid);
    const memes = await listRecentMemes(world.ctx(other), { ...PAGE, age: 4 }, memesWithAuthors);
    expect(memes.items).toEqual([]);
    const found = await searchMemes(world.ctx(other), { ...PAGE, search: WORD, age: 4 });
    expect(found.items).toEqual([]);

    const before = (await findMeme(world.db, memeid))!.createdAt;
    time.now += 1000;
    await approveMeme(world.ctx(staff), memeid);
    const shown = (await findMeme(world.db, memeid))!;
    expect(shown).toMatchObject({ held: undefined, shownWhenFree: false, disabled: false });
    expect(await slotOf(memeid)).toBe(0);
    // As new as any to people who can see it only now.
    expect(shown.createdAt).toBeGreaterThan(before);
    expect(await countsOf(author)).toEqual([1, 1, 1]);
    expect((await world.as(other).get(`/v1/meme/${memeid}`)).status).toBe(200);
    expect((await searchMemes(world.ctx(other), { ...PAGE, search: WORD, age: 4 })).items).toHaveLength(1);
    expect(await told(author)).toEqual([`Your meme “${WORD} caption” has been approved. Everyone can see it now.`]);
    expect(await checkDatabase(world.db, time.now)).toEqual([]);
    await deleteMeme(world.ctx(author), memeid);
  });

  test("wait until enough are approved, and deleted ones count", async () => {
    const author = await world.member();
    const memes = [
      await world.meme({ by: author }),
      await world.meme({ by: author }),
      await world.meme({ by: author }),
    ];
    expect(memes.map(({ held }) => held)).toEqual(["waiting", "waiting", "waiting"]);
    expect(await waiting()).toEqual(memes.map(({ id }) => id));
    await approveMeme(world.ctx(staff), memes[1]!.id);
    expect((await world.meme({ by: author })).held).toBe("waiting");
    await approveMeme(world.ctx(staff), memes[0]!.id);
    const free = await world.meme({ by: author });
    expect([free.held, free.disabled, await countsOf(author)]).toEqual([undefined, false, [3, 5, 3]]);
    await deleteMeme(world.ctx(author), free.id);
    await deleteMeme(world.ctx(author), memes[0]!.id);
    expect((await world.meme({ by: author })).held).toBeUndefined();
    // Memes that were waiting still do, and staff have to decide about them.
    expect(await waiting()).toHaveLength(2);
    await deleteUser(world.ctx(), author.user.id);
    expect(await waiting()).toEqual([]);
  });

  test("are deleted when refused, and the author reads the reason in any language", async () => {
    const author = await world.member();
    const meme = await world.meme({ by: author, caption: "Ein Witz" });
    await refuseMeme(world.ctx(staff), { memeId: meme.id, reason: " Nicht lustig " });
    expect(await findMeme(world.db, meme.id)).toBeUndefined();
    expect(await world.services.storage.open(keyOf(meme.image, "original"))).toBeNull();
    expect(await countsOf(author)).toEqual([0, 0, 0]);
    expect(await told(author, "de")).toEqual([
      "Dein Meme „Ein Witz“ wurde abgelehnt und gelöscht. Grund: Nicht lustig",
    ]);
    const acts = await listActs(world.db, { memeId: meme.id }, { amount: 9 });
    expect(acts.map(({ kind, note, staffId, userId }) => [kind, note, staffId, userId])).toEqual([
      ["refuse", "Nicht lustig", staff.user.id, author.user.id],
    ]);
  });

  test("never include those of trusted accounts and the operator", async () => {
    for (const perk of ["staff", "founder", "verified", "service"] as const) {
      const by = await world.member({ perks: [perk] });
      expect((await world.meme({ by })).held, perk).toBeUndefined();
    }
    expect((await world.meme({ by: await world.member({ perks: ["pro", "translator"] }) })).held).toBe("waiting");
    const by = await world.member();
    const operator = { ...world.ctx(by), policy: OPERATORS_POLICY };
    expect((await submitMeme(operator, { image: await smallImage(), caption: "", age: 2 })).meme.held).toBeUndefined();
  });

  test("can be approved or refused only by staff, and once", async () => {
    const [author, other] = [await world.member(), await world.member({ perks: ["verified"] })];
    const meme = await world.meme({ by: author });
    const free = await world.meme({ by: other });
    for (const by of [author, other]) {
      await expect(approveMeme(world.ctx(by), meme.id)).rejects.toThrow("staff");
      await expect(refuseMeme(world.ctx(by), { memeId: meme.id, reason: "No" })).rejects.toThrow("staff");
      await expect(listWaiting(world.ctx(by), PAGE)).rejects.toThrow("staff");
    }
    for (const reason of ["", "  ", "x".repeat(501)])
      await expect(refuseMeme(world.ctx(staff), { memeId: meme.id, reason })).rejects.toThrow("reason");
    await expect(approveMeme(world.ctx(staff), free.id)).rejects.toThrow("no longer waiting");
    await expect(refuseMeme(world.ctx(staff), { memeId: free.id, reason: "No" })).rejects.toThrow("no longer waiting");
    await expect(approveMeme(world.ctx(staff), "140000000000000000")).rejects.toThrow("no such meme");
    await expect(hideMeme(world.ctx(staff), { memeId: meme.id, reason: "No" })).rejects.toThrow();
    const decided = await Promise.allSettled([
      approveMeme(world.ctx(staff), meme.id),
      refuseMeme(world.ctx(staff), { memeId: meme.id, reason: "No" }),
      approveMeme(world.ctx(staff), meme.id),
    ]);
    expect(decided.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await checkDatabase(world.db, time.now)).toEqual([]);
  });
});
