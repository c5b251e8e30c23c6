import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { findUserByName } from "../../src/data/users.ts";
import { openWorld, type World } from "../world.ts";
import { Surfer } from "./oidc.ts";

/** Response of the user endpoint, as GitHub and Discord document it. */
type Told = Record<string, unknown>;

/** Stands in for both: their authorize, token and user endpoints, strict about everything we must send. */
function startPresets() {
  const codes = new Map<string, { challenge: string; callback: string }>();
  const site = {
    told: {} as Told,
    /** Overrides the token response. */
    token: undefined as Told | undefined,
    scopes: [] as (string | null)[],
    origin: "",
    stop: () => server.stop(true),
  };
  const authorize = (url: URL) => {
    const { searchParams: given } = url;
    if (given.get("code_challenge_method") !== "S256" || given.get("client_id") !== "id")
      return new Response("no", { status: 400 });
    site.scopes.push(given.get("scope"));
    const code = crypto.randomUUID();
    const callback = given.get("redirect_uri")!;
    codes.set(code, { challenge: given.get("code_challenge")!, callback });
    const back = new URL(callback);
    back.search = new URLSearchParams({ code, state: given.get("state")! }).toString();
    return Response.redirect(back.href, 302);
  };
  const token = async (request: Request) => {
    const given = new URLSearchParams(await request.text());
    const known = codes.get(given.get("code")!);
    codes.delete(given.get("code")!);
    const challenge = new Bun.CryptoHasher("sha256").update(given.get("code_verifier") ?? "").digest("base64url");
    const isRight =
      known?.challenge === challenge &&
      known.callback === given.get("redirect_uri") &&
      given.get("client_secret") === "hush" &&
      request.headers.get("accept") === "application/json";
    // GitHub says so with status 200.
    if (!isRight) return Response.json({ error: "bad_verification_code" });
    return Response.json(site.token ?? { access_token: "token", token_type: "bearer", scope: "" });
  };
  const user = (request: Request) =>
    request.headers.get("authorization") === "Bearer token"
      ? Response.json(site.told)
      : new Response("no", { status: 401 });
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const url = new URL(request.url);
      if (["/login/oauth/authorize", "/oauth2/authorize"].includes(url.pathname)) return authorize(url);
      if (["/login/oauth/access_token", "/api/oauth2/token"].includes(url.pathname)) return token(request);
      if (["/api/v3/user", "/api/users/@me"].includes(url.pathname)) return user(request);
      return new Response("no", { status: 404 });
    },
  });
  site.origin = server.url.origin;
  return site;
}

let presets: ReturnType<typeof startPresets>;
let world: World;

beforeAll(async () => {
  presets = startPresets();
  const env = Object.fromEntries(
    ["GITHUB", "DISCORD"].flatMap((name) => [
      [`GUFFAW_OIDC_${name}_ISSUER`, presets.origin],
      [`GUFFAW_OIDC_${name}_CLIENT_ID`, "id"],
      [`GUFFAW_OIDC_${name}_CLIENT_SECRET`, "hush"],
    ]),
  ) as Record<string, string>;
  world = await openWorld("SQLite", { env });
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  await presets?.stop();
});

/** There and straight back. */
async function travel(surfer: Surfer, service: string, told: Told): Promise<Response> {
  presets.told = told;
  const there = await surfer.get(Surfer.wayOut(await surfer.post(`/sign-in/${service}`)));
  return surfer.get(there.headers.get("location")!);
}

async function join(service: string, username: string, told: Told) {
  const surfer = new Surfer(world);
  const back = await travel(surfer, service, told);
  expect(back.headers.get("location")).toBe(`/sign-in/${service}/new`);
  const page = await (await surfer.get(`/sign-in/${service}/new`)).text();
  expect((await surfer.post(`/sign-in/${service}/new`, { username })).status).toBe(303);
  const user = (await findUserByName(world.db, username))!;
  const key = await world.key(user, { permissions: ["View Integrations"] });
  const listed = async () => (await world.as(key).get("/v1/integrations")).json();
  return { surfer, page, listed };
}

describe("presets", () => {
  test("GitHub: the id identifies people, and the login names them until it changes", async () => {
    const { surfer, page, listed } = await join("github", "hubber", { id: 583231, login: "octocat", email: "x@y.z" });
    expect(page).toContain("<bdi>octocat</bdi> at GitHub");
    expect(await listed()).toEqual({ github: ["octocat"] });
    expect(presets.scopes.pop()).toBeNull();
    await surfer.post("/sign-out");
    const back = await travel(surfer, "github", { id: 583231, login: "octocat-two" });
    expect(back.headers.get("location")).toBe("/");
    expect(await listed()).toEqual({ github: ["octocat-two"] });
    // Somebody who takes a freed name is another person.
    const other = await travel(new Surfer(world), "github", { id: 583232, login: "octocat-two" });
    expect(other.headers.get("location")).toBe("/sign-in/github/new");
  });

  test("Discord: the API lists the id, and people see the name", async () => {
    const told = { id: "475675000000000001", username: "nelly", email: "n@example.org", verified: true };
    const { surfer, page, listed } = await join("discord", "discordian", told);
    expect(page).toContain("<bdi>nelly</bdi> at Discord");
    expect(await listed()).toEqual({ discord: ["475675000000000001"] });
    expect(presets.scopes.pop()).toBe("identify");
    expect(await (await surfer.get("/settings/integrations")).text()).toContain("<bdi>nelly</bdi>");
  });

  test.each([
    ["github", { id: "583231", login: "octocat" }],
    ["github", { login: "octocat" }],
    ["github", { id: 1e300, login: "octocat" }],
    ["discord", { id: 475675, username: "nelly" }],
    ["discord", { id: "", username: "nelly" }],
    ["discord", { message: "401: Unauthorized" }],
    ["discord", []],
  ] as [string, Told][])("%s lets nobody in who is %j", async (service, told) => {
    const surfer = new Surfer(world);
    const back = await travel(surfer, service, told);
    expect([back.status, surfer.cookie("guffaw")]).toEqual([400, undefined]);
    expect(await back.text()).toContain("sent an unexpected answer");
  });

  test("no name can look like the stored key of another account", async () => {
    const { listed } = await join("github", "mimic", { id: 583500, login: `${presets.origin} 583501` });
    expect(await listed()).toEqual({ github: ["583500"] });
  });

  test("an endless answer is cut off", async () => {
    const surfer = new Surfer(world);
    const back = await travel(surfer, "github", { id: 583999, login: "chatty", bio: "x".repeat(2_000_000) });
    expect([back.status, surfer.cookie("guffaw")]).toEqual([400, undefined]);
    expect(await back.text()).toContain("sent an unexpected answer");
  });

  test("an answer without a token lets nobody in", async () => {
    for (const token of [{ error: "bad_verification_code" }, { access_token: "wrong", token_type: "bearer" }, {}]) {
      presets.token = token;
      const surfer = new Surfer(world);
      const back = await travel(surfer, "github", { id: 583231, login: "octocat-two" });
      expect([back.status, surfer.cookie("guffaw")]).toEqual([400, undefined]);
    }
    presets.token = undefined;
  });
});
