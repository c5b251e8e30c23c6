import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { listActs } from "../../src/data/acts.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { useSession } from "../../src/core/sessions/use-session.ts";
import { signIn } from "../../src/core/sessions/sign-in.ts";
import { changePassword } from "../../src/core/users/change-password.ts";
import { deleteOwnAccount } from "../../src/core/users/delete-own-account.ts";
import { createUser } from "../../src/core/users/create-user.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { exportData } from "../../src/core/users/export-data.ts";
import { liftSuspension } from "../../src/core/users/lift-suspension.ts";
import { suspendUser } from "../../src/core/users/suspend-user.ts";
import { findUser, updateUser } from "../../src/data/users.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { wordsIn } from "../../src/words/words.ts";
import { DomainError } from "../../src/errors.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";

const DAY = 86_400_000;
const PASSWORD = "four blue otters";
const NO_LIMITS = { try: () => false };

describe.each(DIALECTS)("suspensions on %s", (dialect) => {
  let world: World;
  let staff: TestMember;
  const time = { now: Date.UTC(2027, 0, 31, 12) };
  let people = 0;

  beforeAll(async () => {
    world = await openWorld(dialect, { clock: () => time.now });
    staff = await world.member({ perks: ["staff"] });
  });
  afterAll(async () => {
    expect(await checkDatabase(world.db, time.now)).toEqual([]);
    await world[Symbol.asyncDispose]();
  });

  async function person(): Promise<TestMember & { enter: () => ReturnType<typeof signIn> }> {
    const user = await createUser(world.ctx(), { username: `person_${++people}`, password: PASSWORD });
    const enter = () => signIn(world.ctx(), { name: user.username, password: PASSWORD, agent: "a test" }, NO_LIMITS);
    return { user, key: await world.key(user), enter };
  }

  const refusalOf = async (act: Promise<unknown>): Promise<DomainError> => {
    const error = await act.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(DomainError);
    return error as DomainError;
  };

  test("end automatically, and until then the account is locked out everywhere and told why", async () => {
    const ann = await person();
    const { token } = await ann.enter();
    await suspendUser(world.ctx(staff), { user: ann.user.id, reason: " Spam, again. ", until: time.now + DAY });
    expect(await useSession(world.ctx(), token)).toBeUndefined();
    const told = "This account is suspended until 1 Feb 2027, 12:00 (UTC). Reason: Spam, again.";
    const error = await refusalOf(ann.enter());
    expect([error.code, error.message.replaceAll("\u202f", " ")]).toEqual(["suspended", told]);
    expect(wordsIn("de").translate(error.userMessage!)).toBe(
      "Dieses Konto ist bis 01.02.2027, 12:00 (UTC) gesperrt. Grund: Spam, again.",
    );
    const answer = await world.as(ann).get("/v1/profile/me");
    expect(answer.status).toBe(403);
    expect(JSON.stringify(await answer.json())).toContain("Reason: Spam, again.");
    const wrong = { name: ann.user.username, password: "something else", agent: "a test" };
    expect((await refusalOf(signIn(world.ctx(), wrong, NO_LIMITS))).message).toContain("Wrong username or password");

    time.now += DAY - 1;
    expect((await world.as(ann).get("/v1/profile/me")).status).toBe(403);
    time.now += 1;
    expect((await world.as(ann).get("/v1/profile/me")).status).toBe(200);
    const { user } = await ann.enter();
    const [profile] = await Array.fromAsync(exportData(world.ctx({ ...ann, user })));
    expect(new TextDecoder().decode(profile!.bytes)).toContain("Spam, again.");
    // Old sessions do not come back.
    expect(await useSession(world.ctx(), token)).toBeUndefined();
    // Over is over: the account can be suspended again, but there is nothing to lift.
    await expect(liftSuspension(world.ctx(staff), { user: ann.user.id })).rejects.toThrow("isn't suspended");
    await suspendUser(world.ctx(staff), { user: ann.user.id, reason: "Once more" });
    time.now += 1000 * DAY;
    expect((await refusalOf(ann.enter())).message).toBe("This account is suspended. Reason: Once more");
  });

  test("can be lifted, and both acts are logged", async () => {
    const ann = await person();
    const until = time.now + 7 * DAY;
    await suspendUser(world.ctx(staff), { user: ann.user.username, reason: "Rude", until });
    await expect(suspendUser(world.ctx(staff), { user: ann.user.id, reason: "Rude" })).rejects.toThrow(
      `${ann.user.username} is already suspended.`,
    );
    await liftSuspension(world.ctx(staff), { user: ann.user.username });
    await ann.enter();
    const acts = await listActs(world.db, { userId: ann.user.id }, { amount: 10 });
    expect(acts.map(({ kind, staffName, note }) => [kind, staffName, note])).toEqual([
      ["lift", staff.user.username, ""],
      ["suspend", staff.user.username, `→ ${new Date(until).toISOString().slice(0, 16)}Z · Rude`],
    ]);
  });

  test("by the operator need no reason, and then none is shown", async () => {
    const ann = await person();
    await suspendUser(world.ctx(), { user: ann.user.id });
    const plain = "This account is suspended. Contact the people who run this site.";
    expect((await refusalOf(ann.enter())).message).toBe(plain);
    await liftSuspension(world.ctx(), { user: ann.user.id });
    await suspendUser(world.ctx(), { user: ann.user.id, until: time.now + DAY });
    expect((await refusalOf(ann.enter())).message).toStartWith("This account is suspended until ");
  });

  test("are refused without permission, against superiors, and without a reason or a future end", async () => {
    const [ann, bob] = [await person(), await person()];
    const founder = await world.member({ perks: ["staff", "founder"] });
    const other = await world.member({ perks: ["staff"] });
    const guest = { ...world.ctx(), actor: { kind: "guest" } as const };
    const suspend = (ctx: typeof guest | ReturnType<World["ctx"]>, user: string, more = {}) =>
      suspendUser(ctx, { user, reason: "Because", ...more });
    await expect(suspend(world.ctx(ann), bob.user.id)).rejects.toThrow("Only staff");
    await expect(suspend(guest, bob.user.id)).rejects.toThrow("Only staff");
    await expect(liftSuspension(world.ctx(ann), { user: bob.user.id })).rejects.toThrow("Only staff");
    await expect(suspend(world.ctx(staff), staff.user.id)).rejects.toThrow("yourself");
    await expect(suspend(world.ctx(staff), "me")).rejects.toThrow("yourself");
    await expect(suspend(world.ctx(staff), other.user.id)).rejects.toThrow("Only a founder");
    await expect(suspend(world.ctx(staff), founder.user.id)).rejects.toThrow("Only a founder");
    await expect(suspend(world.ctx(staff), bob.user.id, { reason: " " })).rejects.toThrow("can't be empty");
    await expect(suspend(world.ctx(staff), bob.user.id, { reason: "x".repeat(501) })).rejects.toThrow(
      "the limit is 500",
    );
    await expect(suspend(world.ctx(staff), bob.user.id, { until: time.now })).rejects.toThrow("end immediately");
    await expect(suspend(world.ctx(staff), "nobody_here")).rejects.toThrow("doesn't exist");
    expect((await findUser(world.db, bob.user.id))!.suspendedAt).toBeUndefined();

    await suspend(world.ctx(founder), other.user.id);
    await expect(liftSuspension(world.ctx(staff), { user: other.user.id })).rejects.toThrow("Only a founder");
    await liftSuspension(world.ctx(founder), { user: other.user.id });
    await world.member({ perks: ["founder"] });
    await suspend(world.ctx(), founder.user.id);
    await liftSuspension(world.ctx(), { user: founder.user.id });
  });

  test("never reopen an account that is being deleted", async () => {
    const ann = await person();
    // A suspension that ended long ago does not open it either.
    const old = { suspendedAt: 1, suspendedUntil: 2, suspendedReason: "Long ago" };
    await updateUser(world.db, ann.user.id, old);
    const { user, token } = await ann.enter();
    const { member } = (await useSession(world.ctx(), token))!;
    await deleteOwnAccount({ ...world.ctx(), actor: member }, { password: PASSWORD, since: 0 });
    time.now += 1000 * DAY;
    expect((await refusalOf(ann.enter())).message).toContain("is suspended. Contact");
    await expect(liftSuspension(world.ctx(), { user: user.id })).rejects.toThrow("being deleted");
    await runDueJobs(world.services);
    expect(await findUser(world.db, user.id)).toBeUndefined();

    const bob = await person();
    await suspendUser(world.ctx(staff), { user: bob.user.id, reason: "For a day", until: time.now + DAY });
    await deleteUser(world.ctx(), bob.user.id);
    const acts = await listActs(world.db, { userId: bob.user.id }, { amount: 10 });
    expect(acts.map(({ kind, userName }) => [kind, userName])).toEqual([
      ["delete-user", bob.user.username],
      ["suspend", bob.user.username],
    ]);
  });

  test("cover every way in", async () => {
    const ann = await person();
    const { token } = await ann.enter();
    const { member } = (await useSession(world.ctx(), token))!;
    await suspendUser(world.ctx(staff), { user: ann.user.id, reason: "No" });
    const suspended = { ...member, user: (await findUser(world.db, ann.user.id))! };
    const change = { password: PASSWORD, since: 0, newPassword: "five green otters", agent: "a test" };
    await expect(changePassword({ ...world.ctx(), actor: suspended }, change)).rejects.toThrow("suspended");
    // Nor does the API key work.
    expect((await world.as(ann).get("/v1/profile/me")).status).toBe(403);
  });
});
