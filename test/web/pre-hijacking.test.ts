// Known attacks on accounts linked to other services: what an attacker can prepare for somebody who is yet to come, or
// try on somebody who is there. The attacker must always end up with nothing.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { signUp } from "../../src/core/sessions/sign-up.ts";
import { allowReset } from "../../src/core/users/reset-password.ts";
import { openWorld, type World } from "../world.ts";
import { startProvider, Surfer, type TestProvider } from "./oidc.ts";

const ATTACKERS = "the attacker's password";
const VICTIMS = "the victim's own words";

let op: TestProvider;
let world: World;
let number = 0;

beforeAll(async () => {
  op = await startProvider();
  world = await openWorld("SQLite", { env: op.env("HOME") });
  await op.admit(`${world.addresses.url}/sign-in/home/callback`);
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  await op?.[Symbol.asyncDispose]();
});

/** An attacker and a victim with one browser each, and the victim's name everywhere. */
function cast() {
  const victim = `victim_${++number}`;
  const email = `${victim}@example.org`;
  op.people.set(victim, { preferred_username: victim, email, email_verified: true });
  return { victim, email, his: new Surfer(world), hers: new Surfer(world) };
}

/** The attacker was faster, with the victim's address. */
async function squat(surfer: Surfer, email: string) {
  const username = `squat_${number}`;
  const { user } = await signUp(world.ctx(), "open", { username, password: ATTACKERS, email, agent: "" });
  await enter(surfer, email, ATTACKERS);
  return user;
}

const enter = (surfer: Surfer, name: string, password: string) => surfer.post("/sign-in", { name, password });
const whoIs = async (surfer: Surfer) =>
  /aria-label="Your account, (\w+)"/.exec(await (await surfer.get("/about")).text())?.[1];
const linkedTo = (login: string) =>
  world.db.selectFrom("integrations").selectAll().where("subject", "=", `${op.issuer} ${login}`).executeTakeFirst();
const linkedBy = async (userId: string) =>
  (await world.db.selectFrom("integrations").selectAll().where("user_id", "=", userId).execute()).length;
const leaveToLink = async (surfer: Surfer, password: string) =>
  Surfer.wayOut(await surfer.post("/settings/integrations/home/link", { password }));

/** With the link in her mail. The form is sent as shown, or without the tick. */
async function recover(surfer: Surfer, user: { id: string }, { keeps = false } = {}) {
  const path = `/reset/${await allowReset(world.ctx(), user)}`;
  const form = await (await surfer.get(path)).text();
  expect(form).toContain('name="revoke" value="on"');
  const answer = await surfer.post(path, { password: VICTIMS, ...(keeps ? {} : { revoke: "on" }) });
  return answer.text();
}

describe("an attacker gains nothing by", () => {
  test("registering with the victim's address before she arrives with her provider (classic-federated merge)", async () => {
    const { victim, email, his, hers } = cast();
    const squatted = await squat(his, email);
    const back = await hers.travel("/sign-in/home", victim);
    expect(back.headers.get("location")).toBe("/sign-in/home/new");
    expect(await whoIs(hers)).toBeUndefined();
    await hers.post("/sign-in/home/new", { username: victim });
    expect(await whoIs(hers)).toBe(victim);
    expect((await linkedTo(victim))!.user_id).not.toBe(squatted.id);
    expect(await linkedBy(squatted.id)).toBe(0);
    // He is where he was, and she is not there.
    expect(await whoIs(his)).toBe(squatted.username);
    await enter(his, victim, ATTACKERS);
    expect(await whoIs(his)).toBe(squatted.username);
  });

  test("staying signed in while she takes the account back (unexpired session)", async () => {
    const { email, his, hers } = cast();
    const squatted = await squat(his, email);
    // He is about to link an account as well.
    const login = `attacker_${number}`;
    const address = await his.visitProvider(await leaveToLink(his, ATTACKERS), login);
    await recover(hers, squatted);
    expect(await whoIs(his)).toBeUndefined();
    expect((await his.get(address)).status).toBe(400);
    expect(await linkedTo(login)).toBeUndefined();
    expect(await whoIs(hers)).toBe(squatted.username);
  });

  test("linking an account of his before she takes it back (trojan identifier)", async () => {
    const { email, his, hers } = cast();
    const squatted = await squat(his, email);
    const login = `trojan_${number}`;
    await his.travel("/settings/integrations/home/link", login, { password: ATTACKERS });
    expect((await linkedTo(login))!.user_id).toBe(squatted.id);
    expect(await recover(hers, squatted)).toContain("1 linked account was unlinked.");
    await his.travel("/sign-in/home", login);
    expect(await whoIs(his)).toBeUndefined();
    expect(await whoIs(hers)).toBe(squatted.username);
  });

  test("linking an account of his that she lets stay at first: she sees it, and unlinks it", async () => {
    const { email, his, hers } = cast();
    const squatted = await squat(his, email);
    const login = `trojan_${number}`;
    await his.travel("/settings/integrations/home/link", login, { password: ATTACKERS });
    const done = await recover(hers, squatted, { keeps: true });
    expect(done).toContain("linked accounts still work");
    expect(done).toContain('href="/settings/integrations"');
    // He is quick, and it helps him for as long as she looks at the page.
    await his.travel("/sign-in/home", login);
    expect(await whoIs(his)).toBe(squatted.username);
    await hers.post("/settings/integrations/home/unlink", { account: login, password: VICTIMS });
    expect(await whoIs(his)).toBeUndefined();
    await his.travel("/sign-in/home", login);
    expect(await whoIs(his)).toBeUndefined();
    expect(await whoIs(hers)).toBe(squatted.username);
  });

  test("keeping an API key", async () => {
    const { email, his, hers } = cast();
    const squatted = await squat(his, email);
    const key = await world.key(squatted);
    expect(await recover(hers, squatted)).toContain("1 API key was revoked.");
    expect((await world.as({ user: squatted, key }).get("/v1/profile/me")).status).toBe(401);
  });

  test("keeping a link that was sent to his address before it became hers (unexpired e-mail change)", async () => {
    const { email, his, hers } = cast();
    const squatted = await squat(his, `attacker_${number}@example.org`);
    const early = await allowReset(world.ctx(), squatted);
    const change = await his.post("/settings/email", { email, password: ATTACKERS });
    expect(change.status).toBe(303);
    expect((await his.get(`/reset/${early}`)).status).toBe(404);
    const late = await allowReset(world.ctx(), squatted);
    await recover(hers, squatted);
    for (const secret of [early, late])
      expect((await his.post(`/reset/${secret}`, { password: ATTACKERS })).status).toBe(404);
    expect(await whoIs(hers)).toBe(squatted.username);
    await enter(his, email, ATTACKERS);
    expect(await whoIs(his)).toBeUndefined();
  });

  test("having a provider say that her address or her name is his (non-verifying provider)", async () => {
    const { victim, email, his, hers } = cast();
    await signUp(world.ctx(), "open", { username: victim, password: VICTIMS, email, agent: "" });
    await enter(hers, victim, VICTIMS);
    await hers.travel("/settings/integrations/home/link", victim, { password: VICTIMS });
    const login = `liar_${number}`;
    op.people.set(login, { preferred_username: victim, email, email_verified: true });
    const back = await his.travel("/sign-in/home", login);
    expect(back.headers.get("location")).toBe("/sign-in/home/new");
    expect(await whoIs(his)).toBeUndefined();
    // Her name is taken, and his account is another one.
    expect((await his.post("/sign-in/home/new", { username: victim })).status).toBe(400);
    await his.post("/sign-in/home/new", { username: `${victim}_not` });
    expect(await whoIs(his)).toBe(`${victim}_not`);
    expect((await linkedTo(victim))!.user_id).not.toBe((await linkedTo(login))!.user_id);
  });

  test("making her browser open his callback, to sign her in as him (login CSRF)", async () => {
    const { victim, his, hers } = cast();
    const login = `lure_${number}`;
    await his.travel("/sign-in/home", login);
    await his.post("/sign-in/home/new", { username: login });
    const lure = async () => his.visitProvider(Surfer.wayOut(await his.post("/sign-in/home")), login);
    expect((await hers.get(await lure())).status).toBe(400);
    expect(await whoIs(hers)).toBeUndefined();
    // Also during a round trip of hers.
    const address = await hers.visitProvider(Surfer.wayOut(await hers.post("/sign-in/home")), victim);
    expect((await hers.get(await lure())).status).toBe(400);
    expect((await hers.get(address)).headers.get("location")).toBe("/sign-in/home/new");
    await hers.post("/sign-in/home/new", { username: victim });
    expect((await hers.get(await lure())).status).toBe(400);
    expect(await whoIs(hers)).toBe(victim);
  });

  test("making her browser open his callback, to link his account to hers (link CSRF)", async () => {
    const { victim, email, his, hers } = cast();
    await signUp(world.ctx(), "open", { username: victim, password: VICTIMS, email, agent: "" });
    await enter(hers, victim, VICTIMS);
    const squatted = await squat(his, `csrf_${number}@example.org`);
    const login = `csrf_${number}`;
    const lures = [
      await his.visitProvider(Surfer.wayOut(await his.post("/sign-in/home")), login),
      await his.visitProvider(await leaveToLink(his, ATTACKERS), login),
    ];
    for (const address of lures) expect((await hers.get(address)).status).toBe(400);
    // While she links her own account: his code with her state is no better.
    const own = new URL(await hers.visitProvider(await leaveToLink(hers, VICTIMS), victim));
    const foreign = new URL(await his.visitProvider(await leaveToLink(his, ATTACKERS), login));
    own.searchParams.set("code", foreign.searchParams.get("code")!);
    expect((await hers.get(own.href)).status).toBe(400);
    expect(await linkedTo(login)).toBeUndefined();
    expect(await linkedBy(squatted.id)).toBe(0);
    expect(await whoIs(hers)).toBe(victim);
  });

  test("sitting down at her browser in between: nobody else can finish what she began", async () => {
    const { victim, hers } = cast();
    await signUp(world.ctx(), "open", { username: victim, password: VICTIMS, agent: "" });
    await enter(hers, victim, VICTIMS);
    const address = await hers.visitProvider(await leaveToLink(hers, VICTIMS), victim);
    const trip = hers.cookie("guffaw-trip")!;
    await hers.post("/sign-out");
    expect(hers.cookie("guffaw-trip")).toBeUndefined();
    await squat(hers, `sits_${number}@example.org`);
    hers.setCookie("guffaw-trip", trip);
    expect((await hers.get(address)).status).toBe(400);
    expect(await linkedTo(victim)).toBeUndefined();
    // Nor can it begin without her password.
    expect((await hers.post("/settings/integrations/home/link", { password: "guess" })).status).toBe(400);
  });

  test("signing in at her browser in between: her next round trip has a new secret", async () => {
    const { victim, hers } = cast();
    await signUp(world.ctx(), "open", { username: victim, password: VICTIMS, agent: "" });
    await enter(hers, victim, VICTIMS);
    await leaveToLink(hers, VICTIMS);
    const trip = hers.cookie("guffaw-trip");
    // Signing in again does not make another person.
    await enter(hers, victim, VICTIMS);
    expect(hers.cookie("guffaw-trip")).toBe(trip!);
    await squat(hers, `between_${number}@example.org`);
    expect(hers.cookie("guffaw-trip")).toBeUndefined();
    await leaveToLink(hers, ATTACKERS);
    expect(hers.cookie("guffaw-trip")).not.toBe(trip!);
  });

  test("planting the secret of a browser: it gives him no callback and nobody's account (fixation)", async () => {
    const { victim, his, hers } = cast();
    await his.post("/sign-in/home");
    const planted = his.cookie("guffaw-trip")!;
    hers.setCookie("guffaw-trip", planted);
    const away = Surfer.wayOut(await hers.post("/sign-in/home"));
    expect(hers.cookie("guffaw-trip")).toBe(planted);
    // He guesses what only her address contains.
    expect((await his.get("/sign-in/home/callback?code=x&state=x")).status).toBe(400);
    const back = await hers.get(await hers.visitProvider(away, victim));
    expect(back.headers.get("location")).toBe("/sign-in/home/new");
    // What vouches for her is new, and only in her browser.
    expect(hers.cookie("guffaw-newcomer-home")).not.toBe(planted);
    for (const name of ["guffaw-trip", "guffaw-newcomer-home"]) his.setCookie(name, planted);
    expect((await his.get("/sign-in/home/new")).status).toBe(404);
    expect((await his.post("/sign-in/home/new", { username: `${victim}_his` })).status).toBe(404);
    await hers.post("/sign-in/home/new", { username: victim });
    expect(await whoIs(hers)).toBe(victim);
    expect(hers.cookie("guffaw-newcomer-home")).toBeUndefined();
  });

  test("signing in where she was about to create an account: her pending sign-up is gone", async () => {
    const { victim, hers } = cast();
    await hers.travel("/sign-in/home", victim);
    expect((await hers.get("/sign-in/home/new")).status).toBe(200);
    await squat(hers, `after_${number}@example.org`);
    expect((await hers.get("/sign-in/home/new")).status).toBe(404);
    expect((await hers.post("/sign-in/home/new", { username: victim })).status).toBe(404);
    expect(await linkedTo(victim)).toBeUndefined();
  });
});
