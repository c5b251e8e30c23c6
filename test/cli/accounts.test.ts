import { describe, expect, test } from "bun:test";
import { join } from "node:path";

import { listKeys } from "../../src/data/keys.ts";
import { DIALECTS, openWorld, ROOT } from "../world.ts";
import { guffaw } from "./guffaw.ts";

describe.each(DIALECTS)("links of the command line on %s", (dialect) => {
  test("a reset link sets a new password once, unless the account is suspended", async () => {
    await using world = await openWorld(dialect);
    await world.member({ name: "ann" });
    const env = { ...world.env, GUFFAW_URL: world.origin };
    const done = await guffaw(["user", "reset", "ANN", "--json"], { env });
    expect(done).toMatchObject({ code: 0, json: { username: "ann", expires: expect.stringMatching(/Z$/) } });
    const link = done.json.link as string;
    expect(link).toMatch(new RegExp(`^${world.origin}/reset/[\\w-]{32}$`));
    expect(await (await fetch(link)).text()).toContain("A new password");
    const body = new URLSearchParams({ password: "four blue otters" });
    const headers = { Origin: world.origin, "Sec-Fetch-Site": "same-origin" };
    const answer = await fetch(link, { method: "POST", body, headers, redirect: "manual" });
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split("=")[0]);
    expect([answer.status, cookies]).toEqual([200, ["guffaw", "guffaw-person", "guffaw-device"]]);
    expect((await fetch(link)).status).toBe(404);

    await guffaw(["user", "suspend", "ann"], { env });
    expect(await guffaw(["user", "reset", "ann"], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("ann is suspended"),
    });
    expect(await guffaw(["user", "reset", "nobody"], { env })).toMatchObject({ code: 1 });
  });

  test("a suspension has an end and a reason, and can be lifted", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_APPROVE_FIRST: "3" } });
    const ann = await world.member({ name: "ann" });
    const run = (...words: string[]) => guffaw(["user", ...words, "--json"], { env: world.env });
    const done = await run("suspend", "ann", "--until", "7d", "--reason", "Spam");
    expect(done).toMatchObject({ code: 0, json: { suspended: true, suspension: { reason: "Spam" } } });
    const { until } = done.json.suspension as { until: string };
    expect((Date.parse(until) - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
    expect((await guffaw(["user", "show", "ann"], { env: world.env })).stdout).toContain(` until ${until}: Spam`);
    expect(await (await world.as(ann).get("/v1/profile/me")).text()).toContain("Reason: Spam");
    expect(await run("suspend", "ann")).toMatchObject({ code: 1, json: { error: "ann is already suspended." } });
    expect(await run("suspend", "ann", "--lift", "--until", "7d")).toMatchObject({ code: 2 });
    expect(await run("suspend", "ann", "--until", "soon")).toMatchObject({ code: 2 });
    expect(await run("suspend", "ann", "--lift")).toMatchObject({ json: { suspended: false, suspension: null } });
    expect((await world.as(ann).get("/v1/profile/me")).status).toBe(200);
    // Memes the operator adds need no approval.
    const file = join(ROOT, "assets/starter/printer.png");
    const added = await guffaw(["meme", "add", file, "--author", "ann", "--json"], { env: world.env });
    expect((await world.as().get(`/meme/${added.json.memeid as string}`)).status).toBe(200);
  });

  test("an invitation lets one person join an invite-only site", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_SIGNUP: "invite" } });
    const env = { ...world.env, GUFFAW_URL: world.origin };
    const { json, stdout } = await guffaw(["invite", "--days", "2", "--json"], { env });
    expect(stdout.trim().split("\n")).toHaveLength(1);
    const days = (Date.parse(json.expires as string) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(2, 1);
    const invite = new URL(json.link as string).searchParams.get("invite")!;
    const page = await (await fetch(json.link as string)).text();
    expect(page).toContain(`value="${invite}"`);
    const join = (username: string) =>
      fetch(`${world.origin}/sign-up`, {
        method: "POST",
        // People paste the whole link.
        body: new URLSearchParams({ username, password: "four blue otters", email: "", invite: json.link as string }),
        headers: { "Sec-Fetch-Site": "same-origin" },
        redirect: "manual",
      });
    expect((await join("ann")).status).toBe(303);
    expect((await join("bob")).status).toBe(403);
  });
});

test("the operator's acts on accounts are logged", async () => {
  await using world = await openWorld("SQLite", { env: { GUFFAW_URL: "https://memes.example.org" } });
  const { env } = world;
  const ann = await world.member({ name: "ann" });
  const [key] = await listKeys(world.db, ann.user.id);
  for (const command of [
    ["invite"],
    ["user", "reset", "ann"],
    ["key", "revoke", key!.id],
    ["user", "perk", "ann", "--add", "pro", "--until", "2035-01-02"],
    ["user", "delete", "ann", "--yes"],
  ])
    expect(await guffaw(command, { env }), command.join(" ")).toMatchObject({ code: 0 });
  const acts = await world.db.selectFrom("acts").select(["kind", "staff_name", "user_name", "note"]).execute();
  expect(acts.map((act) => Object.values(act).join("|"))).toEqual([
    "invite|operator||7",
    "reset|operator|ann|",
    `revoke-key|operator|ann|${key!.name}`,
    "pro|operator|ann|+pro 2035-01-02",
    "delete-user|operator|ann|",
  ]);
  const { stdout } = await guffaw(["log"], { env });
  expect(stdout).toContain("  operator  invite  valid for 7 days\n");
  expect(stdout).toContain("  operator  pro  ann  Pro until 2035-01-02\n");
});

test("key list says when a key expires", async () => {
  await using world = await openWorld("SQLite");
  const { env } = world;
  await guffaw(["user", "create", "ann"], { env });
  await guffaw(["key", "create", "ann", "--name", "bot", "--expires", "2099-01-31"], { env });
  const list = async () => (await guffaw(["key", "list", "ann"], { env })).stdout;
  expect(await list()).toMatch(/ {2}valid {6}last used never {2}expires 2099-01-31T00:00:00\.000Z {2}bot \(/);
  await guffaw(["user", "suspend", "ann"], { env });
  expect(await list()).toMatch(/ {2}suspended {2}last used/);
});

test("links need an address, and days a number", async () => {
  await using world = await openWorld("SQLite");
  expect(await guffaw(["invite"], { env: world.env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("set GUFFAW_URL"),
  });
  const env = { ...world.env, GUFFAW_URL: "https://memes.example.org" };
  for (const days of ["0", "366", "soon"])
    expect(await guffaw(["invite", "--days", days], { env })).toMatchObject({ code: 2 });
  const said = await guffaw(["invite"], { env });
  expect(said.stdout).toStartWith("https://memes.example.org/sign-up?invite=");
  expect(said.stdout).toContain("for 7 days");
});
