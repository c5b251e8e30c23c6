import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import type { Ctx } from "../../src/core/ctx.ts";
import { addIntegration } from "../../src/core/integrations/add-integration.ts";
import type { Identity } from "../../src/core/integrations/identity.ts";
import { linkAccount } from "../../src/core/integrations/link-account.ts";
import { listIntegrations } from "../../src/core/integrations/list-integrations.ts";
import { listLinkedAccounts } from "../../src/core/integrations/list-linked-accounts.ts";
import { findPendingSignUp, savePendingSignUp } from "../../src/core/integrations/pending-sign-up.ts";
import { signInLinked } from "../../src/core/integrations/sign-in-linked.ts";
import { signUpLinked } from "../../src/core/integrations/sign-up-linked.ts";
import { beginOAuth, endOAuth, type OAuthState } from "../../src/core/integrations/oauth-state.ts";
import { unlinkAccount } from "../../src/core/integrations/unlink-account.ts";
import { hashOf } from "../../src/core/secrets.ts";
import { startSession } from "../../src/core/sessions/start-session.ts";
import { useSession } from "../../src/core/sessions/use-session.ts";
import { signUp } from "../../src/core/sessions/sign-up.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { exportData } from "../../src/core/users/export-data.ts";
import { makeInvite } from "../../src/core/users/invite.ts";
import { allowReset, resetPassword } from "../../src/core/users/reset-password.ts";
import { suspendUser } from "../../src/core/users/suspend-user.ts";
import { endSessions } from "../../src/jobs/end-sessions.ts";
import { useKey } from "../../src/core/keys/use-key.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";

const MINUTE = 60_000;
const PASSWORD = "four blue otters";
const BROWSER = { agent: "a test" };
const SERVICES = ["home", "github"];

let number = 0;
const identityOf = (account = `someone_${++number}`, more: Partial<Identity> = {}): Identity => ({
  service: "home",
  subject: `https://id.example ${++number}`,
  account,
  name: undefined,
  ...more,
});

describe.each(DIALECTS)("accounts at other services on %s", (dialect) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(dialect);
  });
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
  });

  /** With a password. */
  async function person(): Promise<TestMember> {
    const { user } = await signUp(world.ctx(), "open", { username: `p_${++number}`, password: PASSWORD, ...BROWSER });
    return { user, key: "" };
  }
  const later = (ctx: Ctx, ms: number): Ctx => ({ ...ctx, now: ctx.now + ms });
  const proof = { password: PASSWORD, since: 0 };
  const session = "no such session";
  const unlink = (ctx: Ctx, { service, account }: Identity, more: object = {}) =>
    unlinkAccount(ctx, { service, account, proof, session, ...more }, SERVICES);

  test("are linked, listed, used and unlinked", async () => {
    const member = await person();
    const ctx = world.ctx(member);
    const identity = identityOf("octocat", { service: "github", name: "The Octocat" });
    await linkAccount(ctx, identity);
    await linkAccount(ctx, identity);
    expect(await listLinkedAccounts(ctx)).toEqual([
      { ...identity, userId: member.user.id, createdAt: ctx.now, usedAt: undefined },
    ]);
    expect([...(await listIntegrations(ctx))]).toEqual([["github", ["octocat"]]]);
    const moment = later(world.ctx(), MINUTE);
    const started = await signInLinked(moment, identity, BROWSER);
    expect(started?.user.id).toBe(member.user.id);
    expect((await listLinkedAccounts(ctx)).map(({ usedAt }) => usedAt)).toEqual([moment.now]);
    await unlink(ctx, identity);
    expect(await listLinkedAccounts(ctx)).toEqual([]);
    expect(await signInLinked(moment, identity, BROWSER)).toBeUndefined();
    await expect(unlink(ctx, identity)).rejects.toThrow("This account isn't linked.");
  });

  test("belong to one person at most, even when two link them at once", async () => {
    const [one, two] = [await person(), await person()];
    const identity = identityOf();
    const tries = await Promise.allSettled([
      linkAccount(world.ctx(one), identity),
      linkAccount(world.ctx(two), identity),
    ]);
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = tries.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("another account here"),
    });
    // The same id elsewhere is somebody else.
    await linkAccount(world.ctx(one), { ...identity, service: "github" });
    await linkAccount(world.ctx(two), { ...identity, subject: `https://other.example ${number}` }).catch(() => {});
    const linked = await world.db
      .selectFrom("integrations")
      .selectAll()
      .where("subject", "=", identity.subject)
      .execute();
    expect(linked.map(({ service }) => service).sort()).toEqual(["github", "home"]);
  });

  test("are refused to keys, guests and people who have too many", async () => {
    const member = await person();
    for (let i = 0; i < 20; i++) await linkAccount(world.ctx(member), identityOf());
    await expect(linkAccount(world.ctx(member), identityOf())).rejects.toThrow("up to 20 accounts");
    await expect(linkAccount(world.ctx(), identityOf())).rejects.toMatchObject({ code: "not_signed_in" });
    const actor = await useKey(world.ctx(), await world.key(member.user), Date.now());
    await expect(linkAccount({ ...world.ctx(), actor }, identityOf())).rejects.toMatchObject({ code: "not_allowed" });
  });

  test("get a new name at the next sign-in, even if another account had it", async () => {
    const member = await person();
    const ctx = world.ctx(member);
    const [first, second] = [identityOf("anna"), identityOf("berta")];
    await linkAccount(ctx, first);
    await linkAccount(ctx, second);
    await signInLinked(world.ctx(), { ...first, account: "clara" }, BROWSER);
    expect([...(await listIntegrations(ctx)).values()]).toEqual([["berta", "clara"]]);
    // The second takes the first's old name, and then its current one.
    await signInLinked(world.ctx(), { ...second, account: "clara" }, BROWSER);
    expect([...(await listIntegrations(ctx)).values()]).toEqual([["clara", first.subject]]);
    // An account that was only listed makes room for a proven one.
    await addIntegration(ctx, { service: "home", account: "dora" });
    const third = identityOf("dora");
    await linkAccount(ctx, third);
    expect(await listLinkedAccounts(ctx)).toContainEqual(expect.objectContaining({ subject: third.subject }));
    expect(await listLinkedAccounts(ctx)).toHaveLength(3);
  });

  test("cannot be unlinked if they are the only way in, not even two at once", async () => {
    const { user } = await world.member();
    const ctx = world.ctx({ user, key: "" });
    const fresh = { proof: { password: "", since: ctx.now } };
    const [one, two] = [identityOf(), identityOf()];
    await linkAccount(ctx, one);
    await expect(unlink(ctx, one, fresh)).rejects.toThrow("This is your only way to sign in");
    // An account at a service that is not configured cannot sign in.
    await linkAccount(ctx, identityOf("gone", { service: "elsewhere" }));
    await expect(unlink(ctx, one, fresh)).rejects.toThrow("This is your only way to sign in");
    await unlink(ctx, identityOf("gone", { service: "elsewhere" }), fresh);
    await linkAccount(ctx, two);
    const tries = await Promise.allSettled([unlink(ctx, one, fresh), unlink(ctx, two, fresh)]);
    expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await listLinkedAccounts(ctx)).toHaveLength(1);
  });

  test("can be unlinked only by the owner, which ends every other session", async () => {
    const [member, other] = [await person(), await person()];
    const ctx = world.ctx(member);
    const identity = identityOf();
    await linkAccount(ctx, identity);
    await expect(unlink(ctx, identity, { proof: { password: "wrong", since: ctx.now } })).rejects.toThrow(
      "current password",
    );
    await expect(unlink(world.ctx(other), identity)).rejects.toThrow("isn't linked");
    for (const odd of [{ account: "\0" }, { service: "\0" }])
      await expect(unlink(ctx, identity, odd)).rejects.toThrow("isn't linked");
    const guest: Ctx = { ...ctx, actor: { kind: "guest" } };
    const [here, there] = [await startSession(ctx, member.user.id, ""), await startSession(ctx, member.user.id, "")];
    const own = (await useSession(guest, here))!.session.id;
    await unlink(ctx, identity, { session: own });
    expect(await useSession(guest, here)).toBeDefined();
    expect(await useSession(guest, there)).toBeUndefined();
  });

  test("do not let suspended people in, and tell them so", async () => {
    const member = await person();
    const identity = identityOf();
    await linkAccount(world.ctx(member), identity);
    await suspendUser(world.ctx(), { user: member.user.id });
    await expect(signInLinked(world.ctx(), identity, BROWSER)).rejects.toMatchObject({
      code: "suspended",
      message: "This account is suspended. Contact the people who run this site.",
    });
  });

  test("are deleted with the account, and are in its export", async () => {
    const member = await person();
    const identity = identityOf("exported");
    const ctx = world.ctx(member);
    await linkAccount(ctx, identity);
    await beginOAuth(ctx, "home", { ...TRIP, session });
    for await (const { path, bytes } of exportData(ctx))
      if (path === "integrations.json")
        expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual([
          { ...identity, name: null, since: new Date(ctx.now).toISOString(), last_used: null },
        ]);
    await deleteUser(world.ctx(), member.user.id);
    expect(await signInLinked(world.ctx(), identity, BROWSER)).toBeUndefined();
    expect(await handOffsOf(member)).toBe(0);
  });

  const TRIP: OAuthState & { state: string } = { state: "", nonce: "n", verifier: "v", next: "/submit", session: null };
  const state = () => `state-${++number}`;
  const back = (given: string, browser: string | undefined) => ({ service: "home", state: given, browser, session });
  const handOffsOf = async ({ user }: TestMember) =>
    (await world.db.selectFrom("hand_offs").selectAll().where("user_id", "=", user.id).execute()).length;

  describe("the OAuth round trip", () => {
    test("is stored by the hash of its state, and works once", async () => {
      const ctx = world.ctx();
      const trip = { ...TRIP, state: state() };
      const browser = await beginOAuth(ctx, "home", trip);
      const [row] = await world.db.selectFrom("hand_offs").selectAll().where("hash", "=", hashOf(trip.state)).execute();
      expect(row!.kept).not.toContain(browser);
      const tries = await Promise.allSettled([1, 2].map(() => endOAuth(ctx, back(trip.state, browser))));
      expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      await expect(endOAuth(ctx, back(trip.state, browser))).rejects.toThrow("Start again");
    });

    test("is refused in another browser, at another service, and after ten minutes", async () => {
      const ctx = world.ctx();
      const [one, two, three, four] = [state(), state(), state(), state()];
      await beginOAuth(ctx, "home", { ...TRIP, state: one });
      const other = await beginOAuth(ctx, "home", { ...TRIP, state: two });
      await expect(endOAuth(ctx, back(one, other))).rejects.toThrow("Start again");
      await expect(endOAuth(ctx, back(two, undefined))).rejects.toThrow("Start again");
      const there = await beginOAuth(ctx, "github", { ...TRIP, state: three });
      await expect(endOAuth(ctx, back(three, there))).rejects.toThrow("Start again");
      const slow = await beginOAuth(ctx, "home", { ...TRIP, state: four });
      await expect(endOAuth(later(ctx, 10 * MINUTE), back(four, slow))).rejects.toThrow("Start again");
      await endSessions.run({ ctx: later(ctx, 10 * MINUTE) } as never);
      const left = await world.db.selectFrom("hand_offs").selectAll().where("hash", "=", hashOf(four)).execute();
      expect(left).toEqual([]);
    });

    test("to link an account must end in the session it began in", async () => {
      const [member, other] = [await person(), await person()];
      const begin = async () => {
        const trip = { ...TRIP, state: state(), session };
        return back(trip.state, await beginOAuth(world.ctx(member), "home", trip));
      };
      expect(await endOAuth(world.ctx(member), await begin())).toMatchObject({ session, next: "/submit" });
      const refused = "no longer signed in";
      await expect(endOAuth(world.ctx(other), await begin())).rejects.toThrow(refused);
      await expect(endOAuth({ ...world.ctx(), actor: { kind: "guest" } }, await begin())).rejects.toThrow(refused);
      await expect(endOAuth(world.ctx(member), { ...(await begin()), session: "another" })).rejects.toThrow(refused);
      // A new password ends it, too.
      const late = await begin();
      const secret = await allowReset(world.ctx(), member.user);
      await resetPassword(world.ctx(), { secret, password: "five blue otters", ...BROWSER });
      await expect(endOAuth(world.ctx(member), late)).rejects.toThrow("Start again");
    });
  });

  describe("a pending sign-up", () => {
    const keep = (identity = identityOf()) => savePendingSignUp(world.ctx(), { identity, next: "/submit" });
    const join = (secret: string | undefined, username: string, more: object = {}) =>
      signUpLinked(world.ctx(), "open", { service: "home", secret, username, ...BROWSER, ...more });

    test("creates one account, without a password", async () => {
      const identity = identityOf();
      const secret = await keep(identity);
      expect(await findPendingSignUp(world.ctx(), "home", secret)).toEqual({ identity, next: "/submit" });
      // A taken or missing name does not use it up.
      const { user: taken } = await person();
      await expect(join(secret, taken.username)).rejects.toThrow("is taken");
      await expect(join(secret, "")).rejects.toThrow("Use 2–32 letters");
      const username = `new_${++number}`;
      const tries = await Promise.allSettled([join(secret, username), join(secret, `${username}_too`)]);
      expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const { user, next } = (tries.find(({ status }) => status === "fulfilled") as PromiseFulfilledResult<never>)
        .value;
      expect([user, next]).toMatchObject([{ hasPassword: false, email: undefined }, "/submit"]);
      expect((await signInLinked(world.ctx(), identity, BROWSER))?.user.id).toBe((user as { id: string }).id);
    });

    test("is refused without what the service vouched for", async () => {
      const secret = await keep();
      const name = `no_${++number}`;
      await expect(join(undefined, name)).rejects.toThrow("Start again");
      await expect(join("x".repeat(32), name)).rejects.toThrow("Start again");
      await expect(join(secret, name, { service: "github" })).rejects.toThrow("Start again");
      await expect(findPendingSignUp(later(world.ctx(), 31 * MINUTE), "home", secret)).rejects.toThrow("Start again");
      // Before the round trip nobody has been vouched for, whatever the state is.
      const given = "s".repeat(32);
      await beginOAuth(world.ctx(), "home", { ...TRIP, state: given });
      await expect(join(given, name)).rejects.toThrow("Start again");
    });

    test("creates no second account if the identity was linked meanwhile", async () => {
      const identity = identityOf();
      const secret = await keep(identity);
      await linkAccount(world.ctx(await person()), identity);
      await expect(join(secret, `late_${++number}`)).rejects.toMatchObject({ code: "conflict" });
    });

    test("needs an invitation if the site is invite-only, and is refused if it is closed", async () => {
      const input = { service: "home", secret: await keep(), username: `guest_${++number}`, ...BROWSER };
      await expect(signUpLinked(world.ctx(), "closed", input)).rejects.toThrow("isn't accepting new accounts");
      await expect(signUpLinked(world.ctx(), "invite", input)).rejects.toThrow("This invitation isn't valid");
      const invite = await makeInvite(world.ctx(), MINUTE);
      await signUpLinked(world.ctx(), "invite", { ...input, invite });
      const again = { ...input, secret: await keep(), username: `guest_${++number}`, invite };
      await expect(signUpLinked(world.ctx(), "invite", again)).rejects.toThrow("This invitation isn't valid");
    });
  });
});
