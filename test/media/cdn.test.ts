// Pictures on a CDN: a cache of the test's own in front of a real server, with the pictures on a real S3 server.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { envOf, startS3, type S3Server } from "../s3.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";

const CDN = "https://cdn.example";
const SECONDS = 600;
const START = Date.UTC(2026, 0, 1);

interface MemeJson {
  url: string;
  renditions: Record<string, { url: string }>;
}

/** Keeps what it may, for as long as it may, and asks the site otherwise. It knows nothing about seals. */
class Cdn {
  #kept = new Map<string, { until: number; response: Response }>();
  /** Requests that reached the site. */
  fetches = 0;

  constructor(
    private world: World,
    private clock: () => number,
  ) {}

  async get(address: string): Promise<Response> {
    expect(address.startsWith(`${CDN}/`)).toBe(true);
    const path = address.slice(CDN.length);
    const kept = this.#kept.get(path);
    if (kept && kept.until > this.clock()) return kept.response.clone();
    this.fetches++;
    const response = await this.world.as().get(path, { headers: { Host: new URL(CDN).host } });
    const [, seconds] = /^public, max-age=(\d+)/.exec(response.headers.get("cache-control") ?? "") ?? [];
    if (seconds) this.#kept.set(path, { until: this.clock() + Number(seconds) * 1000, response: response.clone() });
    return response;
  }
}

describe.each(DIALECTS)("pictures on a CDN, on %s", (dialect) => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.stop());

  async function openSite() {
    let now = START;
    const clock = () => now;
    const env = { ...envOf(s3), GUFFAW_MEDIA_URL: CDN, GUFFAW_MEDIA_SECONDS: String(SECONDS) };
    const world = await openWorld(dialect, { env, clock });
    const ann = await world.member({ name: "ann" });
    const meme = await world.meme({ by: ann });
    return { world, ann, meme, cdn: new Cdn(world, clock), pass: (seconds: number) => (now += seconds * 1000) };
  }

  const readJson = async (world: World, who: TestMember, id: string) =>
    (await (await world.as(who).get(`/v1/meme/${id}`)).json()) as MemeJson;

  test("have signed addresses in the API and on pages, which caches share", async () => {
    const site = await openSite();
    await using world = site.world;
    const { ann, meme, cdn } = site;
    const shown = await readJson(world, ann, meme.id);
    const addresses = [shown.url, ...Object.values(shown.renditions).map(({ url }) => url)];
    for (const address of addresses) {
      const response = await cdn.get(address);
      expect(response.status).toBe(200);
      const own = await world.as().get(`/i/${address.split("/").slice(-2).join("/")}`);
      expect(await response.bytes()).toEqual(await own.bytes());
      expect(own.headers.get("cache-control")).toStartWith("private");
      const [, seconds] = /^public, max-age=(\d+), must-revalidate$/.exec(response.headers.get("cache-control")!)!;
      expect(Number(seconds)).toBeLessThanOrEqual(SECONDS);
    }
    const { fetches } = cdn;
    for (const address of addresses) await cdn.get(address);
    expect(cdn.fetches).toBe(fetches);
    expect((await readJson(world, ann, meme.id)).url).toBe(shown.url);
    const [old] = (await (await world.as(ann).get("/api/v1/mymemes")).json()) as MemeJson[];
    expect(old!.url).toBe(shown.url);
    const page = await world.as().get(`/meme/${meme.id}`);
    expect(page.headers.get("content-security-policy")).toContain(`img-src 'self' blob: ${CDN}`);
    expect(await page.text()).toContain(`href="${shown.url}"`);
  });

  test("of a hidden meme are gone within the lifetime of an address, and at once on the site", async () => {
    const site = await openSite();
    await using world = site.world;
    const { ann, meme, cdn, pass } = site;
    const { url } = await readJson(world, ann, meme.id);
    expect((await cdn.get(url)).status).toBe(200);
    expect((await world.as(ann).put(`/v1/meme/${meme.id}/disable`)).status).toBe(200);
    // A cache that has not seen it gets nothing, from now on.
    expect((await new Cdn(world, () => START).get(url)).status).toBe(404);
    pass(SECONDS);
    const gone = await cdn.get(url);
    expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "no-store"]);
    // Its author sees it on the site itself, and no address for it is signed.
    const { url: own } = await readJson(world, ann, meme.id);
    expect(own).toStartWith(`${world.addresses.url}/i/`);
    expect((await world.as(ann).get(new URL(own).pathname)).status).toBe(200);
    expect((await world.as().get(new URL(own).pathname)).status).toBe(404);
  });

  test("are never shown without our signature", async () => {
    const site = await openSite();
    await using world = site.world;
    const { ann, meme, cdn } = site;
    const other = await world.meme({ by: ann });
    const { url } = await readJson(world, ann, meme.id);
    const { url: otherUrl } = await readJson(world, ann, other.id);
    const [seal, id, file] = url.slice(`${CDN}/m/`.length).split("/") as [string, string, string];
    const [until, signature] = [seal.slice(0, seal.indexOf("-")), seal.slice(seal.indexOf("-") + 1)];
    const otherSeal = otherUrl.slice(`${CDN}/m/`.length).split("/")[0];
    const later = (Number.parseInt(until, 36) + SECONDS).toString(36);
    for (const path of [
      `/i/${id}/${file}`,
      `/m/${id}/${file}`,
      `/m/-/${id}/${file}`,
      `/m/${until}-/${id}/${file}`,
      `/m/${later}-${signature}/${id}/${file}`,
      `/m/${until}-${"A".repeat(43)}/${id}/${file}`,
      `/m/${otherSeal}/${id}/${file}`,
      `/meme/${id}`,
      "/",
    ])
      expect([path, (await cdn.get(CDN + path)).status]).toEqual([path, 404]);
    // The test's S3 server answers anybody, unlike a private bucket. But nothing ever leads there.
    for (const path of [`/meme/${id}`, `/i/${id}/${file}`, new URL(url).pathname]) {
      const response = await world.as().get(path);
      expect(response.status).toBe(200);
      expect(JSON.stringify([...response.headers]) + (await response.text())).not.toContain(s3.endpoint);
    }
  });

  test("are still found through addresses and answers that somebody has kept", async () => {
    const site = await openSite();
    await using world = site.world;
    const { ann, meme, cdn, pass } = site;
    const before = await world.as(ann).get(`/v1/meme/${meme.id}`);
    const { url } = (await before.json()) as MemeJson;
    const page = await (await world.as().get(`/meme/${meme.id}`)).text();
    await world.as().get(`/meme/${meme.id}`);
    pass(2 * 86_400);
    await world.as().get(`/meme/${meme.id}`);
    const etag = (await world.as(ann).get(`/v1/meme/${meme.id}`)).headers.get("etag")!;
    pass(2 * SECONDS);
    const kept = await world.as(ann).get(`/v1/meme/${meme.id}`, { headers: { "If-None-Match": etag } });
    expect(kept.status).toBe(304);
    const moved = await cdn.get(url);
    expect([moved.status, moved.headers.get("cache-control")]).toEqual([302, "no-store"]);
    const { url: fresh } = await readJson(world, ann, meme.id);
    expect(moved.headers.get("location")).toBe(fresh);
    expect(fresh).not.toBe(url);
    expect((await cdn.get(fresh)).status).toBe(200);
    // Pages that are kept for guests have new addresses too.
    expect(page).toContain(url);
    for (let i = 0; i < 3; i++) {
      const now = await (await world.as().get(`/meme/${meme.id}`)).text();
      expect(now).toContain(fresh);
      expect(now).not.toContain(url);
    }
  });
});
