import { describe, expect, test } from "bun:test";
import sharp from "sharp";

import { drawOwnSvg } from "../../src/images/own-svg.ts";
import { solid } from "../pictures.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";

interface Avatar {
  kind: string;
  url: string;
  small_url: string;
  type: string;
  drawing: { face: string; color: string; hat: string };
}

const json = (value: object): RequestInit => ({
  body: JSON.stringify(value),
  headers: { "Content-Type": "application/json" },
});
const read = async (world: World, who: TestMember, user = "me") =>
  (await (await world.as(who).get(`/v1/profile/${user}/avatar`)).json()) as Avatar;
const open = (world: World, url: string, init?: RequestInit) =>
  world.as().get(url.slice(world.addresses.url.length), init);

describe.each(DIALECTS)("an avatar on %s", (dialect) => {
  test("is there from the first day, and can be drawn and removed", async () => {
    await using world = await openWorld(dialect);
    const [mia, tom] = [await world.member({ name: "mia" }), await world.member()];
    const born = await read(world, mia);
    expect(born).toMatchObject({ kind: "default", type: "image/svg+xml" });
    expect(await read(world, tom, "mia")).toEqual(born);
    const drawn = await world.as(mia).put("/v1/profile/me/avatar", json({ face: "cool", color: "teal", hat: "crown" }));
    expect(await drawn.json()).toMatchObject({ success: true, kind: "drawing" });
    const { url, drawing } = await read(world, tom, mia.user.id);
    expect(drawing).toEqual({ face: "cool", color: "teal", hat: "crown" });
    expect(url).toBe(`${world.addresses.url}/a/${mia.user.id}/cool-teal-crown.svg`);
    // Only what is sent changes, from a form or the query too.
    await world.as(mia).put("/v1/profile/me/avatar?hat=none");
    expect((await read(world, mia)).drawing).toEqual({ face: "cool", color: "teal", hat: "none" });
    const removed = await world.as(mia).delete("/v1/profile/me/avatar");
    expect(await removed.json()).toEqual({ success: true, ...born });
  });

  test("can be a picture, as a file or as text, which replaces the last one", async () => {
    await using world = await openWorld(dialect);
    const mia = await world.member();
    const form = new FormData();
    form.set("image", new Blob([new Uint8Array(await solid(300, 200, "#123456").png().toBuffer())]), "me.png");
    const sent = (await (await world.as(mia).put("/v1/profile/me/avatar", { body: form })).json()) as Avatar;
    expect(sent).toMatchObject({ kind: "picture", type: "image/webp" });
    for (const [url, side] of [
      [sent.url, 256],
      [sent.small_url, 64],
    ] as const) {
      const answer = await open(world, url);
      expect(answer.headers.get("content-type")).toBe("image/webp");
      expect(answer.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
      expect(answer.headers.get("content-security-policy")).toContain("sandbox");
      expect(await sharp(await answer.bytes()).metadata()).toMatchObject({ width: side, height: side });
      const headers = { "If-None-Match": answer.headers.get("etag")! };
      expect((await open(world, url, { headers })).status).toBe(304);
    }
    const image = (await solid(50, 90, "#abcdef").png().toBuffer()).toString("base64");
    const next = (await (await world.as(mia).put("/v1/profile/me/avatar", json({ image }))).json()) as Avatar;
    expect(next.url).not.toBe(sent.url);
    expect((await open(world, sent.url)).status).toBe(404);
    expect((await open(world, next.url)).status).toBe(200);
  });

  test("is removed by staff, who say why", async () => {
    await using world = await openWorld(dialect);
    const [mia, staff] = [await world.member({ name: "mia" }), await world.member({ perks: ["staff"] })];
    const remove = (by: TestMember, user: string, body: object) =>
      world.as(by).delete(`/v1/profile/${user}/avatar`, json(body));
    const image = (await solid(300, 200, "#336699").png().toBuffer()).toString("base64");
    await world.as(mia).put("/v1/profile/me/avatar", json({ image }));
    expect((await remove(mia, "mia", { reason: "mine" })).status).toBe(403);
    expect((await remove(staff, "mia", {})).status).toBe(400);
    expect((await remove(staff, "nobody", { reason: "who?" })).status).toBe(404);
    expect((await read(world, staff, "mia")).kind).toBe("picture");
    const answer = await remove(staff, "MIA", { reason: "Too square" });
    expect(await answer.json()).toMatchObject({ success: true, kind: "default" });
    expect((await remove(staff, "mia", { reason: "Too square" })).status).toBe(400);
    const told = (await (await world.as(mia).get("/v1/notifications")).json()) as { message: string }[];
    expect(told.map(({ message }) => message)).toEqual(["Staff have removed your profile picture. Reason: Too square"]);
  });

  test("is refused if it is nothing of what we know", async () => {
    await using world = await openWorld(dialect);
    const mia = await world.member();
    const put = async (body: object) => {
      const answer = await world.as(mia).put("/v1/profile/me/avatar", json(body));
      return [answer.status, ((await answer.json()) as { error: string }).error];
    };
    expect(await put({})).toEqual([400, expect.stringContaining("at least one of face, color and hat")]);
    expect(await put({ hat: "colander" })).toEqual([400, expect.stringContaining("The hat must be one of none, cap,")]);
    expect(await put({ image: btoa("not a picture") })).toEqual([400, expect.any(String)]);
    expect((await world.as(mia).get("/v1/profile/nobody/avatar")).status).toBe(404);
    expect((await read(world, mia)).kind).toBe("default");
  });
});

test("the address of a drawing shows that drawing, safely, and nothing else", async () => {
  await using world = await openWorld("SQLite");
  const { user } = await world.member();
  const answer = await world.as().get(`/a/${user.id}/joy-rose-party.svg`);
  expect(answer.headers.get("content-type")).toBe("image/svg+xml");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'; sandbox");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect((await drawOwnSvg(await answer.text())).info.width).toBe(256);
  const head = await world.as().head(`/a/${user.id}/joy-rose-party.svg`);
  expect([head.status, await head.text()]).toEqual([200, ""]);
  for (const file of ["joy-rose.svg", "joy-rose-colander.svg", "%3Cscript%3E.svg", "joy-rose-party", "x.256.webp"])
    expect((await world.as().get(`/a/${user.id}/${file}`)).status, file).toBe(404);
  expect((await world.as().get("/a/nobody/joy-rose-party.svg")).status).toBe(404);
});
