import { describe, expect, test } from "bun:test";

import * as fc from "fast-check";

import { ROOTS } from "../src/http/api/roots.ts";
import { fuzz, troubles } from "./faults/fuzz.ts";
import { sessionCookie } from "./web/signed-in.ts";
import { CROWD, DIALECTS, openWorld } from "./world.ts";

const RUNS = 400;
const METHODS = ["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS"];
const STATUSES = [200, 201, 304, 400, 401, 403, 404, 405, 409, 413, 415, 422];

// Valid and invalid percent-escapes, and anything else a URL may contain.
const rough = fc.oneof(
  fc.string({ unit: "binary-ascii" }),
  fc.string({ unit: "grapheme" }),
  fc
    .array(
      fc.constantFrom("%", "%zz", "%ff", "%00", "%ed%a0%80", "%2F", "/", "//", "..", "a", "1", "é", "+", "&", "=", "?"),
    )
    .map((p) => p.join("")),
);
const clean = (text: string) => text.replace(/[^!$-;=?-[\]_a-z~\u0080-\u{10ffff}]/gu, "");

describe.each(DIALECTS)("whatever anyone sends on %s", (dialect) => {
  test("is never answered with a 5xx, and every refusal has the same shape", async () => {
    await using world = await openWorld(dialect, CROWD);
    const me = await world.member({ perks: ["pro"], permissions: ["Ratings", "View Integrations"] });
    const meme = await world.meme({ by: me });
    const known = ROOTS.flatMap((root) =>
      // An answer that never ends would be waited for.
      root.routes
        .filter(({ answer }) => !answer.stream)
        .map((r) => new URL(root.address(world.addresses)).pathname + r.path),
    );
    const path = fc.oneof(
      fc
        .tuple(fc.constantFrom("/v1", "/api/v1", "/v1//", "/api/v1/"), rough)
        .map(([root, rest]) => `${root}/${clean(rest)}`),
      fc
        .tuple(fc.constantFrom(...known), fc.oneof(fc.constant(meme.id), rough.map(clean)))
        .map(([pattern, value]) => pattern.replace(/\{\w+\}/g, value.replaceAll("?", ""))),
    );
    const query = fc.oneof(
      fc.constant(""),
      rough.map((text) => `?${clean(text)}`),
      rough.map((text) => `?caption=${clean(text)}&age=${clean(text)}&cursor=${clean(text)}`),
      rough.map((text) => `?search=${clean(text)}&amount=3`),
      rough.map((text) => `?amount=${clean(text)}&offset=${clean(text)}&period=${clean(text)}`),
      fc.json().map((text) => `?cursor=${Buffer.from(text).toString("base64url")}&search=a`),
    );
    const headers = fc.record(
      {
        Authorization: fc.oneof(
          fc.constant(me.key),
          fc.constant(`Bearer ${me.key}`),
          fc.constant("Bearer "),
          fc.string({ unit: "grapheme-ascii" }),
        ),
        "X-API-Key": fc.oneof(fc.constant(me.key), fc.string({ unit: "grapheme-ascii" })),
        "Content-Type": fc.constantFrom(
          "application/json",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x",
          "multipart/form-data",
          "text/plain",
          "",
        ),
        "If-None-Match": fc.oneof(fc.constant("*"), fc.string({ unit: "grapheme-ascii" })),
        "Idempotency-Key": fc.oneof(fc.constantFrom("a", "b"), fc.string({ unit: "grapheme-ascii" })),
        "X-Request-Id": fc.string({ unit: "grapheme-ascii" }),
      },
      { requiredKeys: [] },
    );
    const body = fc.oneof(
      fc.constant(undefined),
      fc.json(),
      fc.uint8Array({ maxLength: 3000 }),
      rough.map((t) => `caption=${t}`),
      rough.map((caption) => JSON.stringify({ caption })),
      fc
        .record({ rating: fc.jsonValue(), content: fc.jsonValue(), parent: fc.jsonValue(), reason: fc.jsonValue() })
        .map((value) => JSON.stringify(value)),
      fc
        .record({ image: fc.oneof(fc.base64String(), fc.jsonValue()), username: fc.jsonValue(), bio: fc.jsonValue() })
        .map((value) => JSON.stringify(value)),
      fc.constant("x".repeat(70_000)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...METHODS),
        path,
        query,
        headers,
        body,
        async (method, where, asked, sent, payload) => {
          // Clients resolve dots themselves, and may leave the API that way.
          fc.pre(/^\/+(api\/+)?v1(\/|$)/.test(new URL(world.origin + where).pathname));
          const bare = method === "GET" || method === "HEAD";
          const init: RequestInit = { method, headers: sent as Record<string, string> };
          if (!bare) init.body = payload as BodyInit | undefined;
          const response = await fetch(world.origin + where + asked, init);
          const text = await response.text();
          expect(STATUSES).toContain(response.status);
          expect(response.headers.get("x-request-id")).toBeTruthy();
          if (method === "HEAD" || response.status === 304) return;
          expect(response.headers.get("content-type")).toStartWith("application/json");
          const answer = JSON.parse(text) as { error?: string };
          if (response.status >= 400) expect(Object.keys(answer)).toEqual(["error"]);
          if (response.status >= 400) expect(answer.error).toMatch(/\S.*\.$/s);
        },
      ),
      { numRuns: RUNS },
    );
    // None of that was our fault, and nothing changed that should not have.
    await world.services.log.flush();
    expect(world.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    expect(world.logLines.filter((line) => line.includes(me.key))).toEqual([]);
  });

  test("is answered on raw connections too, pages and forms included", async () => {
    await using world = await openWorld(dialect, CROWD);
    const me = await world.member({ perks: ["founder", "staff"] });
    const report = await fuzz({
      port: Number(new URL(world.origin).port),
      addresses: world.addresses,
      key: me.key,
      meme: (await world.meme({ by: me })).id,
      cookie: await sessionCookie(world, me),
      connections: 8,
      requests: RUNS,
      seconds: 600,
      seed: Date.now(),
      patience: 110_000, // for slow machines
    });
    expect(report.sent).toBeGreaterThanOrEqual(RUNS);
    expect(troubles(report)).toEqual([]);
    await world.services.log.flush();
    expect(world.logLines.filter((line) => line.includes('"level":"error"') || line.includes(me.key))).toEqual([]);
  });
});
