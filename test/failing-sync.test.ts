import { expect, spyOn, test } from "bun:test";
import { open } from "node:fs/promises";

import { buildFailingSync, failCheckpoint, failOneSync } from "./faults/failing-sync.ts";
import { openWorld, smallImage } from "./world.ts";

test("after one failed sync of a picture, the database acknowledges nothing either", async () => {
  await using world = await openWorld("SQLite");
  const me = await world.member();
  const meme = await world.meme({ by: me });
  const handle = await open(world.env.GUFFAW_DATA!);
  await handle.close();
  const sync = spyOn(Object.getPrototypeOf(handle) as { sync(): Promise<void> }, "sync");
  sync.mockRejectedValueOnce(Object.assign(new Error("EIO"), { code: "EIO" }));
  const body = new FormData();
  body.set("image", new Blob([(await smallImage()) as BlobPart]));
  expect((await world.as(me).post("/v1/submit", { body })).status).toBe(503);
  sync.mockRestore();
  expect(await world.services.guard.failed).toContain("images");
  const refused = await world.as(me).put(`/v1/meme/${meme.id}/caption?caption=new`);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
  expect((await world.as(me).post("/v1/submit", { body })).status).toBe(503);
  const ready = await world.as().get("/readyz");
  expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('"disk":"failed')]);
  expect((await world.as(me).get(`/v1/meme/${meme.id}`)).status).toBe(200);
});

const library = buildFailingSync();

test.concurrent.skipIf(library === undefined).each(["caption", "submit"] as const)(
  "a server whose disk fails to keep a %s takes nothing more and ends",
  async (what) => {
    const found = await failOneSync(library!, what);
    expect(found.statuses[0]).toBe(503);
    expect(found.acknowledged).toBe(0);
    expect(found.exitCode).toBe(1);
    expect(found.log).toContain('"level":"error","message":"stopping: the disk failed to keep what was written"');
    expect(found.log).toContain("guffaw: The disk failed to keep what was written to it");
    expect(found.lost).toEqual([]);
  },
);

test.concurrent.skipIf(library === undefined)("a failed sync that SQLite would hide ends the server too", async () => {
  const { acknowledged, exitCode, lost } = await failCheckpoint(library!);
  expect(acknowledged).toBeGreaterThan(0);
  expect([exitCode, lost]).toEqual([1, []]);
});
