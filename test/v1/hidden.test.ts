import { describe, expect, test } from "bun:test";

import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { ROOTS } from "../../src/http/api/roots.ts";
import { CROWD, DIALECTS, openWorld } from "../world.ts";
import { requestTo } from "./requests.ts";

const withId = ROOTS.flatMap((root) => root.routes.map((route) => ({ root, route }))).filter(({ route }) =>
  route.path.includes("{id}"),
);

// Headers that may differ between two answers to the same request.
const NEUTRAL = ["date", "x-request-id"];

async function wholeAnswer(response: Response) {
  const headers = [...response.headers].filter(([name]) => !NEUTRAL.includes(name)).sort();
  return { status: response.status, headers, body: await response.text() };
}

describe.each(DIALECTS)("a hidden meme on %s", (dialect) => {
  test("looks to everyone else, byte for byte, like a meme that does not exist", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const other = await world.member({ perks: ["pro", "staff"], permissions: ["Ratings"] });
    const meme = await world.meme({ by: author, disabled: true });
    const byStaff = await world.meme({ by: author });
    await hideMeme(world.ctx(other), { memeId: byStaff.id, reason: "x" });
    expect(withId.length).toBeGreaterThanOrEqual(15);
    for (const { root, route } of withId) {
      const ask = async (id: string, method: string) => {
        const { path, init } = await requestTo(world, { root, route }, { author, memeId: id });
        return wholeAnswer(await world.as(other).send(method)(path, init));
      };
      for (const method of route.method === "GET" ? ["GET", "HEAD"] : [route.method]) {
        const hidden = await ask(meme.id, method);
        // People may clear out what they saved, whatever has become of it.
        expect(hidden.status, route.name).toBe(route.name === "unsaveMeme" ? 200 : 404);
        for (const id of [byStaff.id, "140000000000000000", "nonsense", "%00", "9".repeat(400)])
          expect(await ask(id, method), `${route.name} ${id}`).toEqual(hidden);
      }
    }
  });

  test("is in nobody else's lists, however often it is shown and hidden meanwhile", async () => {
    await using world = await openWorld(dialect, CROWD);
    const author = await world.member();
    const memes = await Promise.all(Array.from({ length: 4 }, () => world.meme({ by: author, caption: "walrus" })));
    const stranger = world.as(await world.member());
    let done = 0;
    const comeAndGo = async (id: string) => {
      for (let i = 0; i < 40; i++)
        for (const verb of ["disable", "enable"])
          expect((await world.as(author).put(`/v1/meme/${id}/${verb}`)).status).toBe(200);
      done++;
    };
    const read = async (path: string) => {
      while (done < memes.length)
        expect(await (await stranger.get(path)).text(), path).not.toContain('"disabled":true');
    };
    const lists = ["/v1/meme/recents", "/v1/meme/top", "/v1/meme/search?search=walrus"];
    const ofAuthor = `/v1/profile/${author.user.id}/memes`;
    await Promise.all([...memes.map(({ id }) => comeAndGo(id)), ...[...lists, ofAuthor, ofAuthor].map(read)]);
  });

  test("disappears from images, random and counts at once, and comes back complete", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const meme = await world.meme({ by: author });
    const reader = world.as(await world.member());
    const read = async <T>(path: string) => (await (await reader.get(path)).json()) as T;
    const { url } = await read<{ url: string }>(`/v1/meme/${meme.id}`);
    const image = new URL(url).pathname;
    const etag = (await world.as().get(image)).headers.get("etag")!;
    const counts = async () => [
      (await read<{ memes: number }>("/api/v1/stats")).memes,
      (await read<{ stats: { memes: number } }>(`/v1/profile/${author.user.id}`)).stats.memes,
      (await reader.get("/v1/meme/random")).status,
      (await world.as().get(image)).status,
      (await world.as().get(image, { headers: { "If-None-Match": etag } })).status,
    ];
    expect(await counts()).toEqual([1, 1, 200, 200, 304]);
    expect((await world.as(author).put(`/v1/meme/${meme.id}/disable`)).status).toBe(200);
    expect(await counts()).toEqual([0, 0, 404, 404, 404]);
    expect((await world.as(author).get(image)).status).toBe(200);
    expect((await world.as(author).get(image)).headers.get("cache-control")).toBe("private, no-store");
    expect((await world.as(author).put(`/v1/meme/${meme.id}/enable`)).status).toBe(200);
    expect(await counts()).toEqual([1, 1, 200, 200, 304]);
  });
});
