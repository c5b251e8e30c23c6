import { describe, expect, test } from "bun:test";

import { changeSite } from "../../src/core/site/change-site.ts";
import { PASSWORD_COST } from "../../src/core/users/password-cost.ts";
import { countFailures } from "../../src/data/failures.ts";
import { until } from "../until.ts";
import { Wire } from "../wire.ts";
import { CROWD, DIALECTS, openWorld, type World } from "../world.ts";

const AT_ONCE = 60;

const waitingIn = async (world: World) =>
  Number(/queue="requests"} (\d+)/.exec(await (await world.as().get("/metrics")).text())?.[1]);

describe.each(DIALECTS)("overload on %s", (dialect) => {
  test("the newest pages and reads get 503 at once, older ones are served, and /healthz always answers", async () => {
    const narrow = { maxWaiting: 4, maxWaitMs: Infinity };
    await using world = await openWorld(dialect, { ...CROWD, gate: { sliceMs: 0, pages: narrow, reads: narrow } });
    const me = await world.member();
    await world.meme({ by: me });
    const wires = await Promise.all(Array.from({ length: AT_ONCE }, () => Wire.open(world.origin)));
    await changeSite(world.ctx(), { name: "Daily Lol" });
    await world.as().get("/about");
    const german = { "Accept-Language": "de" };
    for (const [path, headers] of [
      ["/about", german],
      ["/v1/meme/recents", { Authorization: me.key }],
    ] as const) {
      // All have arrived when the server looks again.
      const answers = wires.map((wire, i) => (i % 10 === 9 ? wire.get("/healthz") : wire.get(path, headers)));
      const statuses = (await Promise.all(answers)).map((answer, i) => {
        const status = Number(answer.slice(9, 12));
        if (i % 10 === 9) expect(answer).toStartWith("HTTP/1.1 200");
        if (status === 503) expect(answer).toMatch(/\r\nretry-after: [123]\r\n/i);
        if (status === 503) expect(answer).toMatch(/\r\nx-request-id: \S+\r\n/i);
        if (status === 503 && path === "/about")
          expect(answer).toContain('<p class="site" dir="auto">Daily Lol</p><h1>Volles Haus</h1>');
        if (status === 503 && path !== "/about") expect(answer).toMatch(/\r\n\r\n\{"error":"[^"]+\."\}$/);
        return status;
      });
      expect(new Set(statuses), path).toEqual(new Set([200, 503]));
      expect(statuses[0], path).toBe(200);
      expect(await waitingIn(world)).toBe(0);
      expect(await wires[0]!.get(path, headers), path).toStartWith("HTTP/1.1 200");
    }
    for (const wire of wires) wire.close();
    expect(await (await world.as().get("/metrics")).text()).toMatch(
      /requests_total\{method="GET",route="busy",status="503"\} \d+/,
    );
  });

  test("writes wait for the database, the newest are refused, and all accepted ones are done", async () => {
    const writes = { running: 1, maxWaiting: 2, maxWaitMs: Infinity };
    await using world = await openWorld(dialect, { ...CROWD, gate: { writes } });
    const me = await world.member();
    const memes = await Promise.all(Array.from({ length: 3 }, () => world.meme({ by: me })));
    const caption = (i: number) =>
      world.as(me).put(`/v1/meme/${memes[i]!.id}/caption`, {
        body: JSON.stringify({ caption: `new ${i}` }),
        headers: { "Content-Type": "application/json" },
      });
    const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = world.db.transaction().execute(async (db) => {
      await db.updateTable("memes").set({ caption: "held" }).execute();
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const sent = [caption(0)];
    // The first is under way; the others wait for it.
    for (const i of [1, 2]) {
      sent.push(caption(i));
      await until(async () => (await waitingIn(world)) === i);
    }
    for (const who of [world.as(me).put(`/v1/meme/${memes[0]!.id}/caption?caption=late`), caption(1)]) {
      const refused = await who;
      expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([503, true]);
      expect(Object.keys((await refused.json()) as object)).toEqual(["error"]);
    }
    const form = await world.as().post("/theme", { body: new URLSearchParams({ theme: "dark" }) });
    expect([form.status, form.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
    const script = await world.as().post("/theme", { headers: { Accept: "application/json" } });
    expect([script.status, Object.keys((await script.json()) as object)]).toEqual([503, ["error"]]);
    expect((await world.as().get("/healthz")).status).toBe(200);
    expect((await world.as(me).get(`/v1/meme/${memes[0]!.id}`)).status).toBe(200);
    held.resolve();
    await holding;
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const [i, { id }] of memes.entries())
      expect(await (await world.as(me).get(`/v1/meme/${id}`)).json()).toMatchObject({ caption: `new ${i}` });
    expect((await caption(0)).status).toBe(200);
  });
});

test("passwords are checked a few at a time; the rest are refused, without alarming the operator", async () => {
  // At the real cost, because otherwise nobody would wait.
  await using world = await openWorld("SQLite", { passwordCost: PASSWORD_COST });
  const wires = await Promise.all(Array.from({ length: 14 }, () => Wire.open(world.origin)));
  const answers = await Promise.all(
    wires.map((wire, i) => {
      const body = `name=nobody_${i}&password=not+the+password`;
      wire.write(
        `POST /sign-in HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nContent-Length: ${body.length}\r\n`,
      );
      wire.write(`Content-Type: application/x-www-form-urlencoded\r\n\r\n${body}`);
      return wire.answer();
    }),
  );
  for (const wire of wires) wire.close();
  const refused = answers.filter((answer) => answer.startsWith("HTTP/1.1 503"));
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.filter((answer) => answer.startsWith("HTTP/1.1 400")).length).toBe(14 - refused.length);
  for (const answer of refused) expect(answer).toMatch(/\r\nretry-after: \d+\r\n/i);
  await world.services.failures.flush();
  expect(await countFailures(world.db, 0, 10)).toBe(0);
});
