import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";

import type { Browser } from "playwright-core";

import { launchChromium } from "../chromium.ts";
import { openWorld, ROOT } from "../world.ts";
import { buildClient, CLIENT } from "./built.ts";

let browser: Browser;
/** Another origin than the site's: a page of somebody else. */
let pages: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  await buildClient();
  pages = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/")
        return new Response("<!doctype html><title>A page</title>", { headers: { "Content-Type": "text/html" } });
      const file = Bun.file(join(CLIENT, pathname));
      return (await file.exists()) ? new Response(file) : new Response(null, { status: 404 });
    },
  });
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await pages?.stop(true);
});

const address = (path: string) => `http://127.0.0.1:${pages.port}${path}`;

test("the client works on a page of another origin, uploads with progress included", async () => {
  await using world = await openWorld("SQLite");
  const ann = await world.member({ name: "ann" });
  const tab = await browser.newPage();
  await tab.goto(address("/"));
  const picture = await Bun.file(join(ROOT, "assets/starter/printer.png")).bytes();
  const said = await tab.evaluate(
    async ({ module, url, key, bytes }) => {
      const { Guffaw, NotFound, InvalidInput } = (await import(module)) as typeof import("../../client/src/index.ts");
      const guffaw = new Guffaw({ url, key });
      const steps: { sent: number; total: number }[] = [];
      const file = new File([new Uint8Array(bytes)], "printer.png", { type: "image/png" });
      const meme = await guffaw.submit(file, { caption: "from a page", onProgress: (step) => steps.push(step) });
      await guffaw.rate(meme.memeid, 4);
      const missing = await guffaw.meme("1").catch((error: unknown) => error);
      const path = await guffaw.submit("/etc/hostname").catch((error: unknown) => error);
      const recent = (await guffaw.recentMemes().all()).map(({ caption }) => caption);
      const stop = new AbortController();
      const aborted = guffaw
        .submit(file, { signal: stop.signal, onProgress: () => stop.abort(new Error("enough")) })
        .catch((error: Error) => error.message);
      return {
        id: (await guffaw.me()).id,
        recent,
        progress: steps.at(-1)!.sent === steps.at(-1)!.total && steps.at(-1)!.total > file.size,
        missing: missing instanceof NotFound && typeof missing.requestId,
        path: path instanceof InvalidInput,
        aborted: await aborted,
      };
    },
    { module: address("/dist/index.js"), url: world.origin, key: ann.key, bytes: [...picture] },
  );
  expect(said).toEqual({
    id: ann.user.id,
    recent: ["from a page"],
    progress: true,
    missing: "string",
    path: true,
    aborted: "enough",
  });
  await tab.close();
});
