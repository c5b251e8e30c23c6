import { describe, expect, test } from "bun:test";

import { imagePath } from "../../src/core/memes/renditions.ts";
import { countFailures } from "../../src/data/failures.ts";
import { raw } from "../raw.ts";
import { DIALECTS, openWorld } from "../world.ts";

const BAD = "a:1.b [::1 a%b xn-- 1.2.3.999 a:99999 a:b ::1 [v1.x] a/v1 a?b u@a a\\b <a> \u00e9"
  .split(" ")
  .concat("", "a b", "a, b")
  .map((host) => `Host: ${host}\r\n`);
const HEADS = [...BAD, "Host: a\r\nHost: b\r\n", "Host: a\r\nHost: a\r\n", ""];
const GOOD = ["a", "a:80", "a:", "[::1]:8420", "127.0.0.1", "a_b.example"];

describe.each(DIALECTS)("the Host header on %s", (dialect) => {
  test("is refused with 400 on every route if it is invalid, and never causes a server error", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const image = imagePath(await world.meme({ by: me }), "thumbnail");
    const paths = ["/", "/docs", "/sign-in", "/nowhere", "/v1/meme/recents", "/api/v1/stats", "/v1/openapi.json"];
    for (const path of [...paths, image, "/assets/x.css", "/healthz", "/readyz", "/metrics", "/feed.atom"])
      for (const head of HEADS) {
        const answer = await raw(world.origin, `GET ${path} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
        expect(answer, `${path} ${head}`).toStartWith("HTTP/1.1 400");
      }
    for (const head of HEADS) {
      const form = `POST /sign-in HTTP/1.1\r\n${head}Content-Length: 0\r\nConnection: close\r\n\r\n`;
      expect(await raw(world.origin, form), head).toStartWith("HTTP/1.1 400");
    }
    await world.services.log.flush();
    expect(world.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    await world.services.failures.flush();
    expect(await countFailures(world.db, 0, 10)).toBe(0);
  });

  test("may be anything that is valid in a URL", async () => {
    await using world = await openWorld(dialect);
    for (const host of GOOD) {
      const answer = await raw(world.origin, `GET /about HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(answer, host).toStartWith("HTTP/1.1 200");
    }
  });
});
