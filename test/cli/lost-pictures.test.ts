import { expect, test } from "bun:test";
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";

import { freshFolder, openWorld } from "../world.ts";
import { guffaw, startServer } from "./guffaw.ts";

test("a site whose pictures are not mounted says so, is not ready, and claims no other folder", async () => {
  const [folder, backup] = [freshFolder("unmounted"), freshFolder("backup")];
  const env = { GUFFAW_DATA: folder, GUFFAW_STARTER: "off" };
  {
    await using world = await openWorld("SQLite", { env });
    await world.meme({ by: await world.member({ perks: ["founder"] }) });
  }
  const images = join(folder, "images");
  expect((await guffaw(["backup", backup], { env })).code).toBe(0);
  renameSync(images, `${images}-away`);
  const server = await startServer(env);
  const ready = await fetch(`${server.origin()}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    expect.objectContaining({ storage: "the pictures are not there: is the folder mounted?" }),
  ]);
  const metricsOf = async (origin: string) => (await fetch(`${origin}/metrics`)).text();
  expect(await metricsOf(server.origin())).toContain("\nguffaw_ready 0\n");
  expect(await server.stop()).toBe(0);
  expect(server.stderr()).toContain('"level":"error","message":"the pictures are not there"');
  expect(existsSync(join(images, "site.id"))).toBe(false);
  const { code, stdout } = await guffaw(["backup", backup], { env });
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining("The site has lost 3 image files that an earlier backup has"),
  ]);
  expect((await guffaw(["restore", backup, "--images-only"], { env })).code).toBe(0);
  const again = await startServer(env);
  expect((await fetch(`${again.origin()}/readyz`)).status).toBe(200);
  expect(await metricsOf(again.origin())).toContain("\nguffaw_ready 1\n");
  await again.stop();
  expect(existsSync(join(images, "site.id"))).toBe(true);
});
