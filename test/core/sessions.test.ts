import { describe, expect, test } from "bun:test";

import { inTransaction, type Ctx } from "../../src/core/ctx.ts";
import { endOtherSessions, endSession, listSessions } from "../../src/core/sessions/end-sessions.ts";
import { leaveSession } from "../../src/core/sessions/leave-session.ts";
import { SESSION_MS } from "../../src/core/sessions/session-time.ts";
import { useSession } from "../../src/core/sessions/use-session.ts";
import { signIn, type SignIn } from "../../src/core/sessions/sign-in.ts";
import { signUp, type SignUp } from "../../src/core/sessions/sign-up.ts";
import type { BrowserSignIn } from "../../src/core/sessions/browser.ts";
import { changeEmail } from "../../src/core/users/change-email.ts";
import { changePassword } from "../../src/core/users/change-password.ts";
import { deleteOwnAccount } from "../../src/core/users/delete-own-account.ts";
import { makeInvite } from "../../src/core/users/invite.ts";
import { cleanPassword, hashPassword } from "../../src/core/users/password.ts";
import { requireProof, requireStillProven } from "../../src/core/users/proof.ts";
import { removePassword } from "../../src/core/users/remove-password.ts";
import { allowReset, findReset, resetPassword } from "../../src/core/users/reset-password.ts";
import { suspendUser } from "../../src/core/users/suspend-user.ts";
import { findUser, updateUser } from "../../src/data/users.ts";
import { PasswordLimits } from "../../src/http/web/sign-in/password-limits.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";

const HOUR = 3_600_000;
const PASSWORD = "four blue otters";
const NO_LIMITS = { try: () => false };
const agent = "a test";

/** Starts on the full hour, because sessions are recorded by the hour. */
async function openSite(dialect: (typeof DIALECTS)[number]) {
  const time = { now: Math.floor(Date.now() / HOUR) * HOUR };
  const world = await openWorld(dialect, { clock: () => time.now });
  const enter = (input: Partial<SignIn> = {}, limits = NO_LIMITS as Parameters<typeof signIn>[2]) =>
    signIn(world.ctx(), { name: "ann", password: PASSWORD, agent, ...input }, limits);
  const join = (input: Partial<SignUp> = {}, mode: Parameters<typeof signUp>[1] = "open") =>
    signUp(world.ctx(), mode, { username: "ann", password: PASSWORD, agent, ...input });
  return { world, time, enter, join, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

const who = async (world: World, { token }: Pick<BrowserSignIn, "token">) =>
  (await useSession(world.ctx(), token))?.member.user.username;

/** The context of the person at the keyboard. */
async function at(world: World, { token }: BrowserSignIn): Promise<Ctx> {
  return { ...world.ctx(), actor: (await useSession(world.ctx(), token))!.member };
}

describe.each(DIALECTS)("accounts and sessions on %s", (dialect) => {
  test("signing up signs people in, if the site is open to new people", async () => {
    await using site = await openSite(dialect);
    const { world, join } = site;
    const ann = await join({ email: " Ann@Example.org " });
    expect(ann.user).toMatchObject({ username: "ann", email: undefined, newEmail: "Ann@Example.org" });
    expect(await who(world, ann)).toBe("ann");
    await expect(join({ username: "ANN" })).rejects.toThrow("taken");
    await expect(join({ username: "bob" }, "closed")).rejects.toThrow("isn't accepting new accounts");
    await expect(join({ username: "bob", email: "a@b.c, d@e.f" })).rejects.toThrow("e-mail address");
    expect((await join({ username: "bob", email: "" })).user).toMatchObject({ email: undefined, newEmail: undefined });
    // Any number of accounts may claim an unconfirmed address.
    expect((await join({ username: "carl", email: "ANN@example.ORG" })).user.newEmail).toBe("ANN@example.ORG");
  });

  test("an invitation works for one person until it expires", async () => {
    await using site = await openSite(dialect);
    const { world, time, join } = site;
    await expect(join({}, "invite")).rejects.toThrow("isn't valid");
    await expect(join({ invite: "x".repeat(32) }, "invite")).rejects.toThrow("isn't valid");
    const invite = await makeInvite(world.ctx(), HOUR);
    // Other errors do not use it up.
    await expect(join({ invite, password: "short" }, "invite")).rejects.toThrow("10 characters");
    const both = await Promise.allSettled([
      join({ invite, username: "one" }, "invite"),
      join({ invite, username: "two" }, "invite"),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const late = await makeInvite(world.ctx(), HOUR);
    time.now += HOUR;
    await expect(join({ invite: late, username: "three" }, "invite")).rejects.toThrow("isn't valid");
  });

  test("people sign in with name or address, ignoring case, and all refusals look the same", async () => {
    await using site = await openSite(dialect);
    const { world, join, enter } = site;
    await join({ email: "ann@example.org" });
    await join({ username: "later", email: "ann@example.org" });
    for (const name of ["ann", "ANN", " ann ", "ann@example.org", "Ann@EXAMPLE.org"])
      expect(await who(world, await enter({ name }))).toBe("ann");
    const refusals = new Set<string>();
    for (const wrong of [
      { password: "four blue otter" },
      { password: "" },
      { name: "nobody" },
      { name: "nobody@example.org" },
      { name: "" },
      { name: "a\0@b" },
      { name: "x".repeat(5000) },
    ])
      await enter(wrong).catch((error: Error) => refusals.add(error.message));
    expect([...refusals]).toEqual(["Wrong username or password."]);
    const { user } = await world.member({ name: "keyonly" });
    await expect(enter({ name: user.username, password: "" })).rejects.toThrow("Wrong username or password");
  });

  test("suspended people are told so only with the right password, and their sessions end", async () => {
    await using site = await openSite(dialect);
    const { world, join, enter } = site;
    const ann = await join();
    await suspendUser(world.ctx(), { user: "ann" });
    expect(await who(world, ann)).toBeUndefined();
    await expect(enter({ password: "something else" })).rejects.toThrow("Wrong username or password");
    await expect(enter()).rejects.toThrow("suspended");
    const secret = await allowReset(world.ctx(), ann.user);
    await expect(findReset(world.ctx(), secret)).rejects.toThrow("no longer works");
  });

  test("a session ends thirty days after its last use, and the sweep deletes it", async () => {
    await using site = await openSite(dialect);
    const { world, time, join, enter } = site;
    const [used, unused] = [await join(), await enter()];
    time.now += SESSION_MS - HOUR;
    expect(await useSession(world.ctx(), used.token)).toMatchObject({ renewed: true });
    expect(await useSession(world.ctx(), used.token)).toMatchObject({ renewed: false });
    const secret = await allowReset(world.ctx(), used.user);
    time.now += 2 * HOUR;
    expect(await who(world, used)).toBe("ann");
    expect(await who(world, unused)).toBeUndefined();
    expect(await listSessions(await at(world, used))).toHaveLength(1);
    await expect(findReset(world.ctx(), secret)).rejects.toThrow("no longer works");
    await world.db.insertInto("jobs").values(SWEEP).execute();
    await runDueJobs(world.services);
    expect(await world.db.selectFrom("sessions").select("id").execute()).toHaveLength(1);
    expect(await world.db.selectFrom("resets").select("hash").execute()).toEqual([]);
  });

  test("signing in again ends the browser's old session", async () => {
    await using site = await openSite(dialect);
    const { world, join, enter } = site;
    const first = await join();
    const second = await enter({ token: first.token, device: first.device });
    expect(second.device).toBe(first.device);
    expect(second.token).not.toBe(first.token);
    expect([await who(world, first), await who(world, second)]).toEqual([undefined, "ann"]);
    await leaveSession(world.ctx(), second.token);
    expect(await who(world, second)).toBeUndefined();
    for (const token of ["", "x", "guffaw", second.token.toLowerCase()])
      expect(await useSession(world.ctx(), token)).toBeUndefined();
    const kept = await world.db.selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(second.token);
  });

  test("only their owner can list and end sessions", async () => {
    await using site = await openSite(dialect);
    const { world, join, enter } = site;
    const [here, there, third] = [await join(), await enter({ agent: "there" }), await enter()];
    const bob = await join({ username: "bob" });
    const list = await listSessions(await at(world, here));
    expect(list).toHaveLength(3);
    const other = list.find((one) => one.agent === "there")!;
    await expect(endSession(await at(world, bob), other.id)).rejects.toThrow("no such session");
    await expect(endSession(await at(world, bob), "x")).rejects.toThrow("no such session");
    await endSession(await at(world, here), other.id);
    expect(await who(world, there)).toBeUndefined();
    const own = (await useSession(world.ctx(), here.token))!.session;
    expect(await endOtherSessions(await at(world, here), own.id)).toBe(1);
    expect([await who(world, here), await who(world, third), await who(world, bob)]).toEqual(["ann", undefined, "bob"]);
  });

  test("a reset works once, within the hour, and ends all sessions", async () => {
    await using site = await openSite(dialect);
    const { world, time, join, enter } = site;
    const before = await join();
    const [early, secret] = [await allowReset(world.ctx(), before.user), await allowReset(world.ctx(), before.user)];
    expect((await findReset(world.ctx(), early)).username).toBe("ann");
    await expect(resetPassword(world.ctx(), { secret, password: "short", agent })).rejects.toThrow("10 characters");
    const input = { secret, password: "nine green herons", agent };
    const both = await Promise.allSettled([resetPassword(world.ctx(), input), resetPassword(world.ctx(), input)]);
    const done = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(done).toHaveLength(1);
    expect([await who(world, before), await who(world, done[0]!)]).toEqual([undefined, "ann"]);
    await expect(enter()).rejects.toThrow("Wrong username or password");
    await enter({ password: input.password });
    // The account's other reset links end with it.
    await expect(findReset(world.ctx(), early)).rejects.toThrow("no longer works");
    const late = await allowReset(world.ctx(), before.user);
    time.now += HOUR;
    await expect(resetPassword(world.ctx(), { ...input, secret: late })).rejects.toThrow("no longer works");
  });

  test("sensitive changes require the password again", async () => {
    await using site = await openSite(dialect);
    const { world, join, enter } = site;
    const [first, other] = [await join({ email: "ann@example.org" }), await enter()];
    const me = await at(world, first);
    const wrong = { password: "not mine at all", since: 0, newPassword: "nine green herons", email: "", agent };
    await expect(changePassword(me, wrong)).rejects.toThrow("current password");
    await expect(changeEmail(me, wrong)).rejects.toThrow("current password");
    await expect(deleteOwnAccount(me, wrong)).rejects.toThrow("current password");
    await expect(changePassword(world.ctx(), wrong)).rejects.toThrow("need an account");

    const secret = await allowReset(world.ctx(), first.user);
    await changeEmail(me, { password: PASSWORD, since: 0, email: "new@example.org" });
    await expect(findReset(world.ctx(), secret)).rejects.toThrow("no longer works");
    await enter({ name: "new@example.org" });
    await changeEmail(me, { password: PASSWORD, since: 0, email: "" });
    expect(await findUser(world.db, first.user.id)).toMatchObject({ email: undefined, newEmail: undefined });

    const after = await changePassword(me, { ...wrong, password: PASSWORD });
    expect([await who(world, first), await who(world, other), await who(world, after)]).toEqual([
      undefined,
      undefined,
      "ann",
    ]);
    await enter({ password: "nine green herons" });
  });

  test("an old password typed while it is being changed does not sign in", async () => {
    await using site = await openSite(dialect);
    const { world, time, enter, join } = site;
    const ann = await join({ email: "ann@example.org" });
    const before = await at(world, ann);
    const proof = { password: PASSWORD, since: time.now };
    const passwordHash = await hashPassword("six blue otters", world.services.passwordCost);
    const proven = await requireProof(before, proof);
    const [held, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The new password cannot be seen until the old one has been read, and nobody signs in before it is there.
    const changed = world.db.transaction().execute(async (db) => {
      await updateUser(db, ann.user.id, { passwordHash });
      held.resolve();
      await read.promise;
    });
    await held.promise;
    const late = enter(
      {},
      {
        try() {
          read.resolve();
          return false;
        },
      },
    );
    await expect(late).rejects.toThrow("Wrong username or password");
    await changed;
    await expect(inTransaction(before, (tx) => requireStillProven(tx, proven))).rejects.toThrow("current");
    await expect(changePassword(before, { ...proof, newPassword: "five blue otters", agent })).rejects.toThrow(
      "current",
    );
    await expect(changeEmail(before, { ...proof, email: "thief@example.org" })).rejects.toThrow("current");
    await world.db
      .insertInto("integrations")
      .values({ user_id: ann.user.id, service: "github", account: "ann", subject: "1", created_at: 1 })
      .execute();
    await expect(removePassword(before, { ...proof, services: ["github"] })).rejects.toThrow("current");
    expect(await findUser(world.db, ann.user.id)).toMatchObject({
      newEmail: "ann@example.org",
      hasPassword: true,
    });
  });

  test("a deleted account is closed at once, and gone soon after", async () => {
    await using site = await openSite(dialect);
    const { world, join, enter } = site;
    const ann = await join();
    await world.meme({ by: { user: ann.user, key: "" } });
    await deleteOwnAccount(await at(world, ann), { password: PASSWORD, since: 0 });
    expect(await who(world, ann)).toBeUndefined();
    await expect(enter()).rejects.toThrow("suspended");
    await runDueJobs(world.services);
    expect(await findUser(world.db, ann.user.id)).toBeUndefined();
    await join({ username: "ann" });
  });

  test("attempts by strangers are limited, and do not lock the owner out", async () => {
    await using site = await openSite(dialect);
    const { world, time, join, enter } = site;
    const limits = new PasswordLimits(() => time.now);
    const { device } = await join();
    const tryFrom = (network: string, input: Partial<SignIn> = {}) =>
      enter({ password: "a wrong guess", ...input }, limits.forSignIn(network, input.device)).catch(
        (error: Error) => error.message,
      );
    /** Spends attempts without the time it takes to check a password. */
    const spend = (times: number, from: (i: number) => [network: string, account: string]) => {
      for (let i = 0; i < times; i++) limits.forSignIn(from(i)[0], undefined).try(from(i)[1], false);
    };
    expect(await tryFrom("10.0.0.99", { name: " ANN " })).toContain("Wrong username or password");
    spend(19, (i) => [`10.0.0.${i}`, "ann"]);
    // After that, each network gets three more, so that the owner gets in from a new browser.
    spend(3, () => ["10.0.1.1", "ann"]);
    expect(await tryFrom("10.0.1.1")).toContain("Too many attempts");
    expect(await who(world, (await tryFrom("10.0.1.9", { password: PASSWORD })) as BrowserSignIn)).toBe("ann");
    // A stranger's own browser does not count as known.
    const stranger = await join({ username: "mallory" });
    spend(3, () => ["10.0.1.2", "ann"]);
    expect(await tryFrom("10.0.1.2", { device: stranger.device })).toContain("Too many attempts");
    expect(await who(world, (await tryFrom("10.0.1.3", { password: PASSWORD, device })) as BrowserSignIn)).toBe("ann");
    time.now += HOUR / 20;
    expect(await tryFrom("10.0.1.4")).toContain("Wrong username or password");

    // Names that do not exist are counted the same way.
    expect(await tryFrom("10.0.2.99", { name: "ghost" })).toContain("Wrong username or password");
    spend(19, (i) => [`10.0.2.${i}`, "ghost"]);
    spend(3, () => ["10.0.2.99", "ghost"]);
    expect(await tryFrom("10.0.2.99", { name: "GHOST" })).toContain("Too many attempts");
    // Each network has a limit too, which does not affect the owner's browser there.
    spend(60, (i) => ["10.0.3.1", `ghost_${i}`]);
    expect(await tryFrom("10.0.3.1", { name: "yet_another" })).toContain("Too many attempts");
    expect(await who(world, (await tryFrom("10.0.3.1", { password: PASSWORD, device })) as BrowserSignIn)).toBe("ann");
  });
});

const SWEEP = { kind: "end-sessions", subject: "", run_at: 0, attempts: 0, error: null };

describe("passwords", () => {
  test.each([
    ["short one", "10 characters"],
    ["x".repeat(1001), "at most 1000"],
    ["Password123", "first that anyone"],
    ["1234567890", "first that anyone"],
    ["ababababababab", "first that anyone"],
    ["Annabelle1", "first that anyone"],
    ["annabelle2024", "first that anyone"],
    ["ＰＡＳＳＷＯＲＤ１２３", "first that anyone"],
  ])("%p is refused", (password, why) => {
    expect(() => cleanPassword(password, "annabelle")).toThrow(why);
  });

  test.each([["four blue otters"], ["annabelle likes otters"], ["пароль для смеха"], ["🦦".repeat(4) + "abcdef"]])(
    "%p is taken",
    (password) => expect(cleanPassword(password, "annabelle")).toBe(password),
  );

  test("of any letters and any length are recognized, however they are typed", async () => {
    await using world = await openWorld("SQLite");
    for (const [i, password] of ["🦦🦦🦦🦦🦦🦦 é ab", "🦦éo".repeat(330)].entries()) {
      const username = `user_${i}`;
      await signUp(world.ctx(), "open", { username, password, agent });
      const typed = password.normalize("NFD");
      expect((await signIn(world.ctx(), { name: username, password: typed, agent }, NO_LIMITS)).user.username).toBe(
        username,
      );
    }
  });
});
