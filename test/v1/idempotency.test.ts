import { describe, expect, test } from "bun:test";

import { keepAnswer, reserveAnswer } from "../../src/core/idempotency/keep-answer.ts";
import { renewAnswer } from "../../src/data/idempotency.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { hasEnded, PROCESS_NAME } from "../../src/process-name.ts";
import { startProxy } from "../tcp-proxy.ts";
import { until } from "../until.ts";
import { postgresTest } from "../postgres-test.ts";
import { CROWD, DIALECTS, freshDatabase, openWorld, smallImage, type TestMember, type World } from "../world.ts";
import { bodyOf, json, read } from "./http.ts";

const HOUR = 3_600_000;
const NEVER_ENDS = { key: "k", fingerprint: "of a request that never ends" };
const comment = (world: World, who: TestMember, memeId: string, key: string, content = "once") =>
  world.as(who).post(`/v1/meme/${memeId}/comments`, json({ content }, { "Idempotency-Key": key }));
const commentsOn = async (world: World, who: TestMember, memeId: string) =>
  (await read<unknown[]>(world, who, `/v1/meme/${memeId}/comments`)).length;

describe.each(DIALECTS)("Idempotency-Key on %s", (dialect) => {
  test("the second request gets the first answer, to the byte, and does nothing", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const meme = await world.meme({ by: me });
    const first = await comment(world, me, meme.id, "one");
    const again = await comment(world, me, meme.id, "one");
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await again.text()).toBe(await first.text());
    expect(await commentsOn(world, me, meme.id)).toBe(1);
    expect((await comment(world, me, meme.id, "two")).status).toBe(200);
    expect(await commentsOn(world, me, meme.id)).toBe(2);
  });

  test("a repeated submission makes no second meme, even if its form is encoded differently", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    // As a file it is read at once; as text it is long enough for a worker.
    const image = Buffer.concat([await smallImage(), Buffer.alloc(200_000)]);
    const send = (caption: string) => {
      const body = new FormData(); // with a new boundary each time
      body.set("image", new Blob([image as BlobPart], { type: "image/png" }), "a.png");
      body.set("caption", caption);
      return world.as(me).post("/v1/submit", { body, headers: { "Idempotency-Key": "s" } });
    };
    const [first, again] = [await send("a"), await send("a")];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.text()).toBe(await first.text());
    const text = { image: Buffer.from(image).toString("base64"), caption: "a" };
    expect((await world.as(me).post("/v1/submit", json(text, { "Idempotency-Key": "s" }))).status).toBe(201);
    expect((await send("b")).status).toBe(422);
    expect((await read<unknown[]>(world, me, "/v1/mymemes")).length).toBe(1);
  });

  test("the same key with another body or route is 422; accounts do not share keys", async () => {
    await using world = await openWorld(dialect);
    const [me, her] = [await world.member(), await world.member()];
    const meme = await world.meme({ by: me });
    await comment(world, me, meme.id, "k");
    const other = await comment(world, me, meme.id, "k", "something else");
    expect(other.status).toBe(422);
    expect(Object.keys((await other.json()) as object)).toEqual(["error"]);
    const rate = json({ rating: 5 }, { "Idempotency-Key": "k" });
    expect((await world.as(me).put(`/v1/meme/${meme.id}/rate`, rate)).status).toBe(422);
    expect((await world.as(her).put(`/v1/meme/${meme.id}/rate`, rate)).status).toBe(200);
    expect(await commentsOn(world, me, meme.id)).toBe(1);
  });

  test("of many at once, one acts; the others get 409 or its answer", async () => {
    await using world = await openWorld(dialect, CROWD);
    const me = await world.member();
    const meme = await world.meme({ by: me });
    const answers = await Promise.all(Array.from({ length: 12 }, () => comment(world, me, meme.id, "k")));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(statuses).toContain(200);
    for (const answer of answers) if (answer.status === 409) expect(answer.headers.get("retry-after")).toBe("1");
    const bodies = await Promise.all(answers.filter((answer) => answer.ok).map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(await commentsOn(world, me, meme.id)).toBe(1);
  });

  test("while the first is running it is 409; if it died, the next one takes over", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now });
    const me = await world.member();
    const meme = await world.meme({ by: me });
    await reserveAnswer(world.ctx(me), NEVER_ENDS, { name: PROCESS_NAME, hasEnded });
    expect((await comment(world, me, meme.id, "k")).status).toBe(422); // recognized as a different request
    now += 3 * 60_000;
    expect((await comment(world, me, meme.id, "k")).status).toBe(200);
    expect((await comment(world, me, meme.id, "k")).status).toBe(200);
    expect(await commentsOn(world, me, meme.id)).toBe(1);
  });

  test("a reservation of a process elsewhere is taken over without a sign of life", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now });
    const me = await world.member();
    const meme = await world.meme({ by: me });
    const elsewhere = { name: PROCESS_NAME.replace(/^\w+/, "elsewhere"), hasEnded };
    const { reservation } = await reserveAnswer(world.ctx(me), NEVER_ENDS, elsewhere);
    now += 15_000;
    await renewAnswer(world.db, reservation!, now);
    now += 15_000;
    expect((await comment(world, me, meme.id, "k")).status).toBe(422); // recognized as a different request
    now += 10_000;
    expect((await comment(world, me, meme.id, "k")).status).toBe(200);
    // A process wrongly presumed dead does nothing.
    const late = keepAnswer(world.ctx(me), reservation!, { body: "{}", memeId: meme.id });
    await expect(late).rejects.toMatchObject({ code: "idempotency_in_progress" });
    expect(await commentsOn(world, me, meme.id)).toBe(1);
  });

  test("a refusal is not stored: once fixed, the request may use the same key", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const meme = await world.meme({ by: me });
    expect((await comment(world, me, "140000000000000000", "k")).status).toBe(404);
    expect((await comment(world, me, meme.id, "k", "")).status).toBe(400);
    expect((await comment(world, me, meme.id, "k")).status).toBe(200);
  });

  test("an answer is stored for 24 hours and then deleted", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now });
    const me = await world.member();
    const meme = await world.meme({ by: me });
    const first = await bodyOf<{ id: number }>(comment(world, me, meme.id, "k"));
    now += 23 * HOUR;
    expect((await bodyOf<{ id: number }>(comment(world, me, meme.id, "k"))).id).toBe(first.id);
    now += 2 * HOUR;
    expect((await bodyOf<{ id: number }>(comment(world, me, meme.id, "k", "new"))).id).not.toBe(first.id);
    now += 25 * HOUR;
    await world.db
      .insertInto("jobs")
      .values({ kind: "forget-answers", subject: "", run_at: now, attempts: 0, error: null })
      .execute();
    await runDueJobs(world.services);
    expect(await world.db.selectFrom("kept_answers").selectAll().execute()).toEqual([]);
  });

  test("an invalid key is refused; on routes that create nothing, a key is ignored", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const meme = await world.meme({ by: me });
    for (const key of ["", "a b", "x".repeat(256), "é"])
      expect((await comment(world, me, meme.id, key)).status, key).toBe(400);
    const caption = (text: string) =>
      world.as(me).put(`/v1/meme/${meme.id}/caption`, json({ caption: text }, { "Idempotency-Key": "k" }));
    expect([(await caption("a")).status, (await caption("b")).status]).toEqual([200, 200]);
  });
});

describe.each(DIALECTS)("a stored answer on %s", (dialect) => {
  test("reveals nothing about a meme that was hidden or deleted since, and repeats nothing", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member(), await world.member()];
    const meme = await world.meme({ by: author, caption: "private joke" });
    const send = (content = "hi") => comment(world, fan, meme.id, "k", content);
    expect((await send()).status).toBe(200);
    await world.as(author).put(`/v1/meme/${meme.id}/disable`);
    const [missing, hidden, other] = [
      await comment(world, fan, "140000000000000000", "k"),
      await send(),
      await send("other"),
    ];
    const body = await missing.text();
    expect([missing.status, hidden.status, other.status]).toEqual([404, 404, 404]);
    expect([await hidden.text(), await other.text()]).toEqual([body, body]);
    await world.as(author).put(`/v1/meme/${meme.id}/enable`);
    expect((await send()).headers.get("idempotent-replayed")).toBe("true");

    const image = Buffer.from(await smallImage()).toString("base64");
    const submit = () => world.as(author).post("/v1/submit", json({ image }, { "Idempotency-Key": "s" }));
    const { memeid } = await bodyOf<{ memeid: string }>(submit());
    await world.as(author).delete(`/v1/meme/${memeid}`);
    expect((await submit()).status).toBe(404); // and no second meme
    await world.as(author).delete(`/v1/meme/${meme.id}`);
    expect(await read<unknown[]>(world, author, "/v1/mymemes")).toEqual([]);
    const kept = await world.db.selectFrom("kept_answers").select("body").execute();
    expect(kept).toEqual([{ body: "" }, { body: "" }]);
  });
});

/** Makes a comment whose commit reaches PostgreSQL, but whose answer is lost. */
async function commentUnheard(how: "cut" | "silence") {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await freshDatabase());
  const proxy = opened.use(await startProxy(new URL(database.url)));
  const url = Object.assign(new URL(database.url), { port: String(proxy.port) }).href;
  const world = opened.use(await openWorld("SQLite", { env: { GUFFAW_DATABASE_URL: url } }));
  const me = await world.member();
  const meme = await world.meme({ by: me });
  proxy.loseAnswerTo(['insert into "comments"', "commit"], how);
  const unheard = await comment(world, me, meme.id, "k");
  proxy.thaw();
  await until(async () => (await world.as(me).get(`/v1/meme/${meme.id}`)).ok);
  const site = opened.move();
  return { world, me, meme, unheard, [Symbol.asyncDispose]: () => site.disposeAsync() };
}

postgresTest.each(["cut", "silence"] as const)(
  "a commit whose answer was lost (%s) is told as unknown, and sent again does nothing twice",
  async (how) => {
    await using site = await commentUnheard(how);
    const { world, me, meme, unheard } = site;
    expect(unheard.status).toBe(503);
    expect(unheard.headers.get("retry-after")).toBe("2");
    expect(((await unheard.json()) as { error: string }).error).toContain("whether");
    await until(async () => (await commentsOn(world, me, meme.id)) === 1);
    const again = await comment(world, me, meme.id, "k");
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(await commentsOn(world, me, meme.id)).toBe(1);
  },
);
