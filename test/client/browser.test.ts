import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";

import { sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, ROOT } from "../world.ts";
import { buildClient, CLIENT } from "./built.ts";

const PICTURE = join(ROOT, "assets/starter/printer.png");

let browser: SharedBrowser;
/** Another origin than the site's: somebody else's page. */
let pages: ReturnType<typeof Bun.serve>;

/** A service worker that uploads what it is given, and reports the outcome. */
const WORKER = `import { Guffaw } from "/dist/index.js";
addEventListener("install", () => skipWaiting());
addEventListener("message", async ({ data: { url, key, bytes }, ports: [port] }) => {
  const steps = [];
  const work = new Guffaw({ url, key, retries: 0 }).submit(bytes, { onProgress: (step) => steps.push(step) });
  const failure = await work.then(() => undefined, (error) => error.message);
  port.postMessage({ failure, steps });
});`;

beforeAll(async () => {
  await buildClient();
  pages = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/")
        return new Response("<!doctype html><title>A page</title>", { headers: { "Content-Type": "text/html" } });
      if (pathname === "/worker.js") return new Response(WORKER, { headers: { "Content-Type": "text/javascript" } });
      const file = Bun.file(join(CLIENT, pathname));
      return (await file.exists()) ? new Response(file) : new Response(null, { status: 404 });
    },
  });
  browser = await sharedChromium();
});

afterAll(async () => {
  await pages?.stop(true);
});

const address = (path: string) => `http://127.0.0.1:${pages.port}${path}`;

test("the client works on a page of another origin, uploads with progress included", async () => {
  await using world = await openWorld("SQLite");
  const ann = await world.member({ name: "ann" });
  await using tab = await browser.newPage();
  await tab.goto(address("/"));
  const picture = await Bun.file(PICTURE).bytes();
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

test("a service worker is notified of the start and the end of an upload", async () => {
  await using world = await openWorld("SQLite");
  const ann = await world.member({ name: "ann" });
  await using tab = await browser.newPage();
  await tab.goto(address("/"));
  const bytes = [...(await Bun.file(PICTURE).bytes())];
  const { failure, steps } = await tab.evaluate(
    async (given) => {
      const registered = await navigator.serviceWorker.register("/worker.js", { type: "module" });
      await navigator.serviceWorker.ready;
      const { port1, port2 } = new MessageChannel();
      const told = new Promise((resolve) => port1.addEventListener("message", ({ data }) => resolve(data)));
      port1.start();
      registered.active!.postMessage({ ...given, bytes: new Uint8Array(given.bytes) }, [port2]);
      return told as Promise<{ failure?: string; steps: { sent: number; total: number }[] }>;
    },
    { url: world.origin, key: ann.key, bytes },
  );
  expect(failure).toBeUndefined();
  const { total } = steps[0]!;
  expect([total > bytes.length, steps]).toEqual([
    true,
    [
      { sent: 0, total },
      { sent: total, total },
    ],
  ]);
  await tab.close();
});

test("an upload with progress goes by the author's own fetch", async () => {
  await using tab = await browser.newPage();
  await tab.goto(address("/"));
  const said = await tab.evaluate(async (module) => {
    const { Guffaw } = (await import(module)) as typeof import("../../client/src/index.ts");
    const sent: (string | null)[] = [];
    const own = async (to: string, init?: RequestInit) => {
      const form = await new Request(to, init).formData();
      sent.push(to, String((form.get("image") as File).size), form.get("caption") as string);
      return Response.json({ meme: { memeid: "1" } });
    };
    const steps: boolean[] = [];
    const guffaw = new Guffaw({ url: "https://memes.example.org", fetch: own });
    const onProgress = ({ sent, total }: { sent: number; total: number }) => steps.push(sent === total);
    await guffaw.submit(new Uint8Array(1000), { caption: "mine", onProgress });
    const thrown = await guffaw
      .submit(new Uint8Array(1000), {
        onProgress: ({ sent }) => {
          if (sent > 0) throw new Error("at the end");
        },
      })
      .catch((error: Error) => error.message);
    return { sent: sent.slice(0, 3), steps, thrown };
  }, address("/dist/index.js"));
  expect(said).toEqual({
    sent: ["https://memes.example.org/v1/submit", "1000", "mine"],
    steps: [false, true],
    thrown: "at the end",
  });
  await tab.close();
});

test("an upload that is redirected elsewhere fails, with and without progress", async () => {
  const headers = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Authorization, Idempotency-Key",
  };
  const strangers: string[] = [];
  using stranger = Bun.serve({
    port: 0,
    fetch: (request) => {
      strangers.push(request.method);
      return Response.json({ meme: { memeid: "1" } }, { headers });
    },
  });
  const elsewhere = `http://127.0.0.1:${stranger.port}/v1/submit`;
  using site = Bun.serve({
    port: 0,
    fetch: (request) =>
      request.method === "OPTIONS"
        ? new Response(null, { status: 204, headers })
        : new Response(null, { status: 307, headers: { ...headers, Location: elsewhere } }),
  });
  await using tab = await browser.newPage();
  await tab.goto(address("/"));
  const said = await tab.evaluate(
    async ({ module, url }) => {
      const { Guffaw, GuffawError } = (await import(module)) as typeof import("../../client/src/index.ts");
      const guffaw = new Guffaw({ url, key: "gfw_x", retries: 0 });
      const failed = (work: Promise<unknown>) =>
        work.catch((error: unknown) => error instanceof GuffawError && [error.name, error.status, error.message]);
      const without = await failed(guffaw.submit(new Uint8Array(1000)));
      return [without, await failed(guffaw.submit(new Uint8Array(1000), { onProgress: () => {} }))];
    },
    { module: address("/dist/index.js"), url: `http://127.0.0.1:${site.port}` },
  );
  expect(said).toEqual([
    ["GuffawError", 0, "The site has moved: use its new address as url."],
    ["GuffawError", 0, `The site has moved to ${elsewhere}: use its new address as url.`],
  ]);
  // The older interface cannot prevent the file from going there.
  expect(strangers).toContain("POST");
  await tab.close();
});
