import { describe, expect, test } from "bun:test";

import { DomainError } from "../../src/errors.ts";
import { makeKey } from "../../src/core/keys/key-format.ts";
import { revokeKey } from "../../src/core/keys/revoke-key.ts";
import { banPicture } from "../../src/core/moderation/ban-picture.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { suspendUser } from "../../src/core/users/suspend-user.ts";
import { listKeys } from "../../src/data/keys.ts";
import { ERROR_CODES, WIRE_CODES, type WireCode } from "../../src/http/error-codes.ts";
import { DIALECTS, openWorld, smallImage, type World } from "../world.ts";
import { json } from "../v1/http.ts";
import { MAX_BYTES } from "../../src/http/route.ts";

const picture = async () => json({ image: Buffer.from(await smallImage()).toString("base64") });

/** Fails unless the response is the refusal that the code promises. */
async function expectCode(code: WireCode, asked: Promise<Response>) {
  const response = await asked;
  const text = await response.text();
  const said = [response.headers.get("x-error-code"), response.status];
  expect(said, text).toEqual([code, ERROR_CODES[code].status]);
  expect(Object.keys(JSON.parse(text) as object)).toEqual(["error"]);
}

describe.each(DIALECTS)("X-Error-Code on %s", (dialect) => {
  test("names each cause of a refusal", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now, env: { GUFFAW_RATE_LIMIT: "50/1m" } });
    const met = new Set<WireCode>();
    const refused = (code: WireCode, asked: Promise<Response>) => (met.add(code), expectCode(code, asked));
    const [author, other] = [await world.member(), await world.member({ name: "other" })];
    const [mine, theirs] = [world.as(author), world.as(other)];
    const { id } = await world.meme({ by: author });

    await refused("no_key", world.as().get("/v1/stats"));
    await refused("no_key", world.as().get("/api/v1/stats"));
    await refused("bad_key", world.as("gfw_nonsense").get("/v1/stats"));
    const readOnly = world.as(await world.key(author.user, { readOnly: true }));
    await refused("read_only_key", readOnly.put(`/v1/meme/${id}/disable`));
    await refused("needs_permission", mine.get("/v1/integrations"));
    await refused("needs_permission", mine.get(`/v1/meme/${id}/ratings`));
    const permitted = world.as(await world.key(author.user, { permissions: ["Ratings"] }));
    await refused("needs_pro", permitted.get(`/v1/meme/${id}/ratings`));
    await refused("not_author", theirs.put(`/v1/meme/${id}/caption?caption=x`));
    await refused("not_author", theirs.delete(`/v1/meme/${id}`));
    await refused("not_found", mine.get("/v1/meme/140000000000000000"));
    await refused("not_found", mine.get("/api/v1/meme/nonsense"));
    await refused("not_found", mine.get("/v1/profile/nobody"));
    await refused("bad_input", mine.get("/v1/meme/random?age=3"));
    await refused("bad_input", mine.get("/v1/meme/recents?cursor=%zz"));
    await refused("name_taken", mine.post("/v1/profile/me", json({ username: "other" })));
    await refused("already_enabled", mine.put(`/v1/meme/${id}/enable`));
    await mine.put(`/v1/meme/${id}/disable`);
    await refused("already_disabled", mine.put(`/v1/meme/${id}/disable`));
    await refused("not_found", theirs.put(`/v1/meme/${id}/disable`));
    await refused("unknown_route", mine.get("/v1/nothing"));
    await refused("unknown_route", world.as().get("/api/v1/nothing"));
    await refused("method_not_allowed", mine.delete("/v1/stats"));
    const comments = `/v1/meme/${(await world.meme({ by: author })).id}/comments`;
    await refused("too_large", mine.post(comments, json({ content: "x".repeat(MAX_BYTES) })));
    await refused("unsupported_type", mine.post(comments, { body: "x", headers: { "Content-Type": "text/x" } }));
    const once = (content: string) => mine.post(comments, json({ content }, { "Idempotency-Key": "one" }));
    await once("a");
    await refused("idempotency_mismatch", once("b"));
    await world.db.updateTable("kept_answers").set({ body: null }).execute();
    await refused("idempotency_in_progress", once("a"));

    const most = world.services.config.storagePerAccount!;
    await world.db.updateTable("users").set({ stored_bytes: most }).where("id", "=", author.user.id).execute();
    await refused("quota_full", mine.post("/v1/submit", await picture()));
    await world.db.updateTable("users").set({ stored_bytes: 0 }).where("id", "=", author.user.id).execute();

    const staff = await world.member({ perks: ["staff"] });
    const held = await world.meme({ by: author });
    await hideMeme(world.ctx(staff), { memeId: held.id, reason: "x" });
    await refused("held_by_staff", mine.put(`/v1/meme/${held.id}/enable`));
    await suspendUser(world.ctx(), { user: other.user.id });
    await refused("suspended", theirs.get("/v1/stats"));
    const spent = await world.member();
    for (let i = 0; i < 50; i++) await world.as(spent).get("/v1/notifications/count");
    await refused("too_many", world.as(spent).get("/v1/stats"));
    now += 60_000;
    const { storage } = world.services;
    world.services.storage = {
      ...storage,
      put: () => Promise.reject(new DomainError("unavailable", "The storage is unavailable.")),
    };
    await refused("unavailable", mine.post("/v1/submit", await picture()));
    world.services.storage = storage;
    await refused("posted_before", mine.post("/v1/submit?unless_posted=true", await picture()));
    await banPicture(world.ctx(staff), { memeId: held.id, reason: "x", alike: false });
    await refused("banned_picture", mine.post("/v1/submit", await picture()));
    await world.db.schema.dropTable("counters").execute();
    await refused("internal", mine.get("/v1/stats"));

    // Not reachable through the API: only web pages use them, or only a broken or very slow request.
    const unmet = WIRE_CODES.filter((code) => !met.has(code)).sort();
    expect(unmet).toEqual(["bad_host", "conflict", "not_allowed", "too_slow"]);
  });

  test("is the same for every invalid key, after the same work", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now });
    const { user } = await world.member();
    const revoked = await world.key(user);
    await revokeKey(world.ctx(), (await listKeys(world.db, user.id)).at(-1)!.id);
    const expired = await world.key(user, { expiresAt: now + 1000 });
    now += 2000;
    const unknown = makeKey();
    const answers = [];
    for (const key of [unknown, revoked, expired]) answers.push(await workOf(world, key));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    // PostgreSQL is asked for changes first.
    const queries = dialect === "PostgreSQL" ? 2 : 1;
    expect(answers[0]).toMatchObject({ status: 401, code: "bad_key", queries });
    const { queries: _, ...mistyped } = await workOf(world, `${unknown.slice(0, -1)}-`);
    expect(answers[0]).toMatchObject(mistyped);
  });
});

/** The answer to a key, and how many queries it took. */
async function workOf(world: World, key: string) {
  const { meter } = world.services.database;
  const before = meter.queries;
  const response = await world.as(key).get("/v1/stats");
  const queries = meter.queries - before;
  return { status: response.status, code: response.headers.get("x-error-code"), body: await response.text(), queries };
}

test("a request without a valid Host has a code too", async () => {
  await using world = await openWorld("SQLite");
  await expectCode("bad_host", world.as().get("/v1/stats", { headers: { Host: "a, b" } }));
});

test("docs/api.md lists every code", async () => {
  const page = await Bun.file("docs/api.md").text();
  for (const code of WIRE_CODES) expect(page, code).toContain(`\`${code}\``);
});
