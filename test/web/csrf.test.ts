import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { isFromHere } from "../../src/http/web/same-site.ts";
import { siteRoutes } from "../../src/http/web/site-routes.tsx";
import { requestHeaders } from "../ask-app.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { sessionCookie } from "./signed-in.ts";

const ELSEWHERE = "https://evil.example";
/** All but those that mail programs send too, with a secret in the address. */
const forms = siteRoutes
  .filter(({ method, fromAnywhere }) => method === "POST" && !fromAnywhere)
  .map(({ path }) => path);

let world: World;
let member: TestMember;
let cookie: string;

beforeAll(async () => {
  world = await openWorld("SQLite");
  member = await world.member({ name: "ann" });
  cookie = await sessionCookie(world, member);
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const send = (path: string, headers: Record<string, string>) =>
  fetch(world.origin + path.replace(/\{\w+\}/g, "123456789012345678"), {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded", ...headers },
    body: "username=mallory&theme=dark&caption=x",
  });

test("only the end of the weekly mail may come from anywhere", () => {
  expect(siteRoutes.filter(({ fromAnywhere }) => fromAnywhere).map(({ path }) => path)).toEqual([
    "/unsubscribe/{link}",
  ]);
});

describe("a form sent from elsewhere", () => {
  test("is recognized by the browser's headers", () => {
    const origin = "https://memes.example.org";
    const from = (headers: Record<string, string>) => isFromHere(requestHeaders(headers), origin);
    expect(from({ "Sec-Fetch-Site": "same-origin" })).toBe(true);
    // Browsers that do not send it, or not over plain http, send the origin.
    expect(from({ Origin: origin })).toBe(true);
    expect(from({ Origin: "null" })).toBe(false);
    expect(from({ Origin: "http://memes.example.org" })).toBe(false);
    expect(from({ Origin: "https://memes.example.org.evil.example" })).toBe(false);
    expect(from({ "Sec-Fetch-Site": "cross-site", Origin: origin })).toBe(false);
  });

  test("is refused by every form", async () => {
    expect(forms.length).toBeGreaterThan(10);
    for (const path of forms)
      for (const headers of [
        { "Sec-Fetch-Site": "cross-site" },
        { "Sec-Fetch-Site": "same-site" },
        { "Sec-Fetch-Site": "none", Origin: ELSEWHERE },
        { Origin: ELSEWHERE },
        { Origin: "null" },
        {},
      ] as Record<string, string>[]) {
        const answer = await send(path, headers);
        expect([answer.status, answer.headers.getSetCookie()], `${path} ${JSON.stringify(headers)}`).toEqual([403, []]);
        expect(await answer.text()).toContain("That didn&#x27;t come from here");
      }
    const [row] = await world.db.selectFrom("users").select("username").where("id", "=", member.user.id).execute();
    expect(row!.username).toBe("ann");
    expect(await world.db.selectFrom("sessions").select("id").execute()).toHaveLength(1);
  });

  test("is refused to scripts as JSON", async () => {
    const answer = await send("/sign-out", { "Sec-Fetch-Site": "cross-site", Accept: "application/json" });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({ error: expect.any(String) });
  });

  test("is accepted from our own pages, and only its body counts", async () => {
    const answer = await send("/settings?username=lured", { "Sec-Fetch-Site": "same-origin" });
    expect(answer.status).toBe(303);
    const [row] = await world.db.selectFrom("users").select("username").where("id", "=", member.user.id).execute();
    expect(row!.username).toBe("mallory");
    const theme = await send("/theme", { Origin: new URL(world.addresses.url).origin });
    expect(theme.status).toBe(303);
  });
});

test("the API ignores sessions, and pages ignore keys", async () => {
  const profile = await fetch(`${world.origin}/v1/profile/me`, { headers: { Cookie: cookie } });
  expect(profile.status).toBe(401);
  const settings = await fetch(`${world.origin}/settings`, {
    headers: { Authorization: member.key },
    redirect: "manual",
  });
  expect([settings.status, settings.headers.get("location")]).toEqual([303, "/sign-in?next=%2Fsettings"]);
});
