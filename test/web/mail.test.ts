import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";

import { changeSite } from "../../src/core/site/change-site.ts";
import { signIn } from "../../src/core/sessions/sign-in.ts";
import { hashPassword } from "../../src/core/users/password.ts";
import { askForReset } from "../../src/core/users/reset-password.ts";
import { sendMail } from "../../src/jobs/send-mail.ts";
import { runDueJobs, startRunner } from "../../src/jobs/runner.ts";
import { findUser, updateUser } from "../../src/data/users.ts";
import { PasswordLimits } from "../../src/http/web/sign-in/password-limits.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { until } from "../until.ts";
import { openMailWorld, type MailWorld } from "./mail-world.ts";
import { sessionCookie } from "./signed-in.ts";
import type { TestMailbox } from "./smtp.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PASSWORD = "four blue otters";

describe.each(DIALECTS)("mail on %s", (dialect) => {
  let opened: MailWorld;
  let world: World;
  let mailbox: TestMailbox;
  let people = 0;
  const time = { now: Date.now() };

  beforeAll(async () => {
    opened = await openMailWorld(dialect, { clock: () => time.now });
    ({ world, mailbox } = opened);
  });
  beforeEach(() => opened.clear("mails", "jobs"));
  afterAll(() => opened?.[Symbol.asyncDispose]());

  const deliver = () => runDueJobs(world.services, { where: world.addresses, kinds: [sendMail] });
  const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    fetch(world.origin + path, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(fields),
      headers: { "Sec-Fetch-Site": "same-origin", ...headers },
    });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(world.origin + path, { redirect: "manual", headers });
  const rowOf = async ({ user }: TestMember) => (await findUser(world.db, user.id))!;
  const metric = async (result: string) => {
    const text = await (await get("/metrics")).text();
    return Number(new RegExp(`guffaw_mails_total\\{result="${result}"\\} (\\d+)`).exec(text)?.[1]);
  };

  /** Somebody with an address, confirmed or not. */
  async function person({ confirmed = true, password = false } = {}) {
    const member = await world.member({ name: `person_${++people}` });
    const email = `Person_${people}@example.org`;
    const address = confirmed ? { email, emailConfirmedAt: time.now } : { newEmail: email };
    await updateUser(world.db, member.user.id, {
      ...address,
      ...(password ? { passwordHash: await hashPassword(PASSWORD, world.services.passwordCost) } : {}),
    });
    return { ...member, email, name: member.user.username };
  }
  const signedIn = async (member: TestMember) => ({ Cookie: await sessionCookie(world, member) });
  const linkIn = (mail: string) => new RegExp(`${world.addresses.url}(/\\w+/[\\w-]{32})`).exec(mail)![1]!;

  test("a reset is sent by a job to a confirmed address only, and its secret is not stored", async () => {
    const [known, unconfirmed] = [await person(), await person({ confirmed: false })];
    const answers = [];
    for (const name of [
      known.name,
      known.email.toUpperCase(),
      unconfirmed.name,
      unconfirmed.email,
      "nobody",
      "no@b.org",
    ])
      answers.push(await post("/reset", { name }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const pages = await Promise.all(answers.map(async (one) => withoutNonce(await one.text())));
    expect(new Set(pages).size).toBe(1);
    // The same is recorded for each: the recipient is determined later.
    expect(await world.db.selectFrom("mails").select("kind").where("sent_at", "is", null).execute()).toHaveLength(6);
    await deliver();
    expect(mailbox.mails).toHaveLength(2);
    const mail = await mailbox.next();
    expect(mail).toContain(`To: ${known.email}`);
    const link = linkIn(mail);
    expect((await get(link)).status).toBe(200);
    const kept = JSON.stringify([
      await world.db.selectFrom("mails").selectAll().execute(),
      await world.db.selectFrom("jobs").selectAll().execute(),
      await world.db.selectFrom("resets").selectAll().execute(),
    ]);
    expect(kept).not.toContain(link.split("/").at(-1)!);
    expect(world.logLines.join()).not.toContain(link.split("/").at(-1)!);
  });

  test("a failing mail is retried with a new link, reported to the operator, and given up", async () => {
    const [owner, founder] = [await person(), await world.member({ perks: ["founder"], name: `founder_${++people}` })];
    const operator = await signedIn(founder);
    const [sent, retried, failed] = [await metric("sent"), await metric("retried"), await metric("failed")];
    mailbox.refusals.set(".", "451 4.7.1 Greylisted, smtp-Pass-word");
    await post("/reset", { name: owner.name }, { "X-Request-Id": `asked-${people}` });
    await deliver();
    const early = linkIn(await mailbox.next());
    const failing = await (await get("/admin/jobs", operator)).text();
    expect(failing).toContain("send-mail");
    expect(failing).toContain(owner.name);
    expect(failing).toContain("Greylisted");
    expect(failing).not.toContain("smtp-Pass-word");
    await world.services.log.flush();
    const line = world.logLines
      .map((one) => JSON.parse(one) as Record<string, unknown>)
      .find(({ message, request }) => message === "mail not sent yet" && request === `asked-${people}`);
    expect(line).toMatchObject({ kind: "reset", user: owner.user.id, tries: 1 });
    // Not early, and then with another link.
    await deliver();
    expect(await metric("retried")).toBe(retried + 1);
    mailbox.refusals.clear();
    time.now += MINUTE;
    await deliver();
    const late = linkIn(await mailbox.next());
    expect([(await get(early)).status, (await get(late)).status]).toEqual([404, 200]);
    expect(await metric("sent")).toBe(sent + 1);

    // A rejected address is not tried again; an absent server is, for hours.
    for (const [command, refusal] of [
      ["RCPT", "550 5.1.1 No such user"],
      ["AUTH", "535 5.7.8 Wrong login"],
    ] as const) {
      mailbox.refusals.clear();
      mailbox.refusals.set(command, refusal);
      await post("/reset", { name: owner.name });
      for (let tries = 0; tries < 60 && (await metric("failed")) === failed + (command === "AUTH" ? 1 : 0); tries++) {
        await deliver();
        time.now += 10 * MINUTE;
      }
    }
    expect(await metric("failed")).toBe(failed + 2);
    const page = await (await get("/admin/jobs", operator)).text();
    expect(page).toContain("Unsent e-mails");
    expect(page).toContain("550 5.1.1 No such user");
    expect(page).toContain("refused our login (535 5.7.8 Wrong login)");
    const rows = await world.db.selectFrom("mails").selectAll().where("failed_at", "is not", null).execute();
    expect(rows.map(({ tries }) => tries).sort((a, b) => a - b)[0]).toBe(1);
    expect(Math.max(...rows.map(({ tries }) => tries))).toBeGreaterThan(30);
    expect(await (await get("/admin", operator)).text()).toContain("2 e-mails couldn&#x27;t be sent");
    expect(await world.db.selectFrom("jobs").selectAll().where("kind", "=", "send-mail").execute()).toEqual([]);
  });

  test("a mail names the site and its address", async () => {
    await changeSite(world.ctx(), { name: "Daily Löl" });
    const ann = await person({ confirmed: false, password: true });
    await post("/settings/email/confirm", {}, await signedIn(ann));
    await deliver();
    await changeSite(world.ctx(), { name: "" });
    const mail = await mailbox.next();
    expect(mail).toMatch(/^Subject: =\?utf-8\?/im);
    expect(mail).toContain(`(${new URL(world.addresses.url).host})`);
    expect(mail).not.toContain("Guffaw (");
  });

  test("an address is confirmed by its link and a button, once", async () => {
    const ann = await person({ confirmed: false, password: true });
    const mine = await signedIn(ann);
    expect((await post("/settings/email/confirm", {}, mine)).headers.get("location")).toBe("/settings/account");
    await deliver();
    const mail = await mailbox.next();
    expect(mail).toContain("Subject: Confirm your e-mail address for Guffaw");
    const link = linkIn(mail);
    for (let look = 0; look < 2; look++) expect(await (await get(link)).text()).toContain("Yes, confirm it");
    expect(await rowOf(ann)).toMatchObject({ email: undefined });
    expect(await (await get("/", mine)).text()).toContain("Confirm it");
    // Other sites cannot confirm anything either.
    expect((await post(link, {}, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    expect(await (await post(link)).text()).toContain("Your address is confirmed");
    expect(await rowOf(ann)).toMatchObject({ email: ann.email, newEmail: undefined, emailConfirmedAt: time.now });
    expect((await post(link)).status).toBe(404);
    expect(await (await get("/", mine)).text()).not.toContain("Confirm it");

    // A new address waits while the old one stays, and is notified.
    const change = await post("/settings/email", { email: "other@example.org", password: PASSWORD }, mine);
    expect(change.status).toBe(303);
    await deliver();
    const both = [await mailbox.next(), await mailbox.next()];
    expect(both.map((one) => /^To: (.+)\r$/m.exec(one)![1]).sort()).toEqual([ann.email, "other@example.org"]);
    expect(await rowOf(ann)).toMatchObject({ email: ann.email, newEmail: "other@example.org" });
    const second = linkIn(both.find((one) => one.includes("/confirm/"))!);
    time.now += 3 * 24 * HOUR;
    expect((await get(second)).status).toBe(404);
    const again = await signedIn(ann);
    await post("/settings/email/confirm", {}, again);
    await deliver();
    const third = linkIn(await mailbox.next());
    expect((await post(third, {}, again)).headers.get("location")).toBe("/settings/account");
    await deliver();
    const told = await mailbox.next();
    expect(told).toContain(`To: ${ann.email}`);
    expect(told).toContain("has a new, confirmed e-mail address");
    expect(await rowOf(ann)).toMatchObject({ email: "other@example.org", newEmail: undefined });
  });

  test("the link reveals nothing once the address has changed, and the first to confirm gets it", async () => {
    const [ann, bob] = [await person({ confirmed: false }), await person({ confirmed: false })];
    await updateUser(world.db, bob.user.id, { newEmail: ann.email });
    const links = [];
    for (const who of [ann, bob]) {
      await post("/settings/email/confirm", {}, await signedIn(who));
      await deliver();
      links.push(linkIn(await mailbox.next()));
    }
    expect((await post(links[0]!)).status).toBe(200);
    const refused = await post(links[1]!);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("Another account has confirmed this address");
    await updateUser(world.db, bob.user.id, { newEmail: "else@example.org" });
    expect((await post(links[1]!)).status).toBe(404);
  });

  test("sign-up and a change of address do not reveal whether an address has an account", async () => {
    const owner = await person();
    const seen = [];
    for (const email of [owner.email, "free@example.org"]) {
      const fields = { username: `new_${++people}`, password: PASSWORD, email };
      const answer = await post("/sign-up", fields);
      const cookies = answer.headers.getSetCookie();
      const mine = { Cookie: cookies.map((one) => one.split(";")[0]).join("; ") };
      const settings = await (await get("/settings/account", mine)).text();
      const change = await post("/settings/email", { email: `X${email}`, password: PASSWORD }, mine);
      const back = await post("/settings/email", { email, password: PASSWORD }, mine);
      const again = await post("/settings/email/confirm", {}, mine);
      const jobs = await world.db.selectFrom("mails").select(["kind", "about"]).where("sent_at", "is", null).execute();
      seen.push({
        answers: [answer, change, back, again].map(({ status, headers }) => [
          status,
          headers.get("location"),
          headers.getSetCookie().map((one) => one.replace(/=[\w-]{32};/, "=…;").replace(/(?<=person=)\w+/, "…")),
        ]),
        settings: withoutNonce(
          settings
            .replaceAll(fields.username, "NAME")
            .replaceAll(email, "ADDRESS")
            .replace(/\d{18}/g, "ID")
            .replace(/(?<=data-person=")\w+/, "…")
            .replace(/<svg class="avatar".*?<\/svg>/g, "FACE")
            .replace(/<symbol id="avatar-.*?<\/symbol>/g, ""),
        ),
        jobs,
      });
      await world.db.deleteFrom("mails").where("address_key", "like", "x%").execute();
      await deliver();
    }
    expect(seen[0]).toEqual(seen[1]!);
    const mails = [];
    for (let i = 0; i < 6; i++) mails.push(await mailbox.next());
    expect(mails.filter((one) => one.includes(`To: ${owner.email}`)).length).toBe(3);
    const taken = mails.find((one) => one.includes(`To: ${owner.email}`))!;
    expect(taken).toContain("Subject: Somebody used your e-mail address on Guffaw");
    expect(taken).toContain(`${world.addresses.url}/reset`);
    expect(taken).not.toContain("/confirm/");
    expect(mails.filter((one) => one.includes("To: free@example.org")).every((one) => one.includes("/confirm/"))).toBe(
      true,
    );
  });

  test("nobody is flooded with links", async () => {
    const ann = await person({ confirmed: false });
    const mine = await signedIn(ann);
    const statuses = [];
    for (let i = 0; i < 6; i++) {
      statuses.push((await post("/settings/email/confirm", {}, mine)).status);
      time.now += 20 * MINUTE;
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  });

  test("the owner of an address is told a few times a day that others type it in", async () => {
    const owner = await person();
    for (let i = 0; i < 6; i++) {
      await post("/sign-up", { username: `new_${++people}`, password: PASSWORD, email: owner.email });
      time.now += MINUTE;
    }
    await deliver();
    expect(mailbox.mails.filter((one) => one.includes(`To: ${owner.email}`))).toHaveLength(3);
  });

  test("a reset revokes all other ways in, unless told not to", async () => {
    for (const revoke of [true, false]) {
      const ann = await person();
      await world.db.insertInto("passkeys").values(passkey(ann)).execute();
      await world.db.insertInto("integrations").values(linked(ann)).execute();
      await updateUser(world.db, ann.user.id, { newEmail: "thief@example.org" });
      await post("/reset", { name: ann.name });
      await deliver();
      const link = linkIn(await mailbox.next());
      // In the person's language, no matter who asks.
      if (!revoke) await updateUser(world.db, ann.user.id, { language: "de" });
      expect(await (await get(link)).text()).toMatch(/type="checkbox" name="revoke" value="on" checked/);
      const done = await post(link, { password: "nine green herons", ...(revoke ? { revoke: "on" } : {}) });
      expect(done.status).toBe(200);
      const page = await done.text();
      const lines = ["1 API key was revoked.", "1 passkey was removed.", "1 linked account was unlinked."];
      expect(lines.map((one) => page.includes(one))).toEqual([revoke, revoke, revoke]);
      expect(page.includes("accounts still work")).toBe(!revoke);
      expect((await world.as(ann).get("/v1/profile/me")).status).toBe(revoke ? 401 : 200);
      expect((await rowOf(ann)).newEmail).toBe(revoke ? undefined : "thief@example.org");
      await deliver();
      const told = await mailbox.next();
      expect(told).toContain(revoke ? "Subject: Your Guffaw password has changed" : "Hallo person_");
      expect(told).toContain(`${world.addresses.url}/reset`);
    }
  });

  test("keys, perks and links require the password, unless it was typed some minutes ago", async () => {
    const ann = await person({ password: true });
    await updateUser(world.db, ann.user.id, { founder: true });
    const mine = await signedIn(ann);
    const acts: [path: string, fields: Record<string, string>][] = [
      ["/settings/keys", { name: "bot" }],
      ["/admin/invite", { days: "7" }],
      [`/admin/users/${ann.user.id}/reset`, {}],
      [`/admin/users/${ann.user.id}/perks`, { founder: "on", verified: "on" }],
    ];
    const page = async (path: string) => (await get(path, mine)).text();
    expect(await page("/settings/keys")).not.toContain("Current password");
    time.now += 16 * MINUTE;
    for (const path of ["/settings/keys", "/admin/users", `/admin/users/${ann.user.id}`])
      expect(await page(path)).toContain("Current password");
    for (const [path, fields] of acts) {
      const refused = await post(path, fields, mine);
      expect([path, refused.status]).toEqual([path, 400]);
      expect(await refused.text()).toContain("current password");
    }
    expect(await world.db.selectFrom("api_keys").selectAll().where("name", "=", "bot").execute()).toEqual([]);
    const made = await post("/settings/keys", { name: "bot", form: "one", password: PASSWORD }, mine);
    expect(await made.text()).toContain("gfw_");
    for (const [path, fields] of acts.slice(1)) expect((await post(path, fields, mine)).status).toBeLessThan(400);
    // Reloading the page with the key creates no other.
    const again = await post("/settings/keys", { name: "bot", form: "one" }, mine);
    expect(again.headers.get("location")).toBe("/settings/keys");
    expect(await world.db.selectFrom("api_keys").selectAll().where("name", "=", "bot").execute()).toHaveLength(1);
    const other = await post("/settings/keys", { name: "another", form: "one" }, mine);
    expect(await other.text()).toContain("gfw_");
    const [invite, link] = [
      await post("/admin/invite", { form: "two" }, mine),
      await post("/admin/invite", { form: "two" }, mine),
    ];
    expect([invite.status, link.headers.get("location")]).toEqual([200, "/admin/users"]);
  });

  test("the owner is told once a day that somebody guesses the password", async () => {
    const ann = await person();
    const limits = new PasswordLimits(() => time.now);
    const guess = async (name: string) => {
      const account = limits.forSignIn("10.0.0.1", undefined);
      for (let i = 0; i < 19; i++) account.try(name.toLowerCase(), false);
      await signIn(world.ctx(), { name, password: "a wrong guess", agent: "" }, account).catch(() => {});
    };
    await guess(ann.name);
    await deliver();
    expect(await mailbox.next(ann.email)).toContain("Somebody is trying to get into your Guffaw account");
    time.now += 2 * HOUR;
    await guess(ann.email);
    expect(await world.db.selectFrom("mails").select("id").where("kind", "=", "tries").execute()).toHaveLength(2);
    await deliver();
    expect(mailbox.mails).toHaveLength(1);
  });

  test("removing a passkey ends the sessions it opened", async () => {
    const ann = await person({ password: true });
    await world.db.insertInto("passkeys").values(passkey(ann)).execute();
    const [mine, other] = [await signedIn(ann), await signedIn(ann)];
    const removed = await post(`/settings/passkeys/key-of-${ann.name}/remove`, { password: PASSWORD }, mine);
    expect(removed.status).toBe(303);
    expect([(await get("/settings", mine)).status, (await get("/settings", other)).status]).toEqual([200, 303]);
  });

  const passkey = ({ user }: TestMember) => ({
    id: `key-of-${user.username}`,
    user_id: user.id,
    name: "a phone",
    public_key: "",
    counter: 0,
    transports: "",
    created_at: 1,
    used_at: null,
  });
  const linked = ({ user }: TestMember) => ({
    user_id: user.id,
    service: "github",
    account: user.username,
    subject: user.id,
    created_at: 1,
  });
});

test("a silent mail server does not keep the process from exiting, and the mail waits for the next one", async () => {
  let asked = 0;
  const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { open: () => void asked++, data() {} } });
  await using world = await openWorld("SQLite", {
    env: { GUFFAW_SMTP_URL: `smtp://127.0.0.1:${silent.port}`, GUFFAW_MAIL_FROM: "memes@example.org" },
  });
  const { user } = await world.member();
  await updateUser(world.db, user.id, { email: "me@example.org" });
  await askForReset(world.ctx(), user.username);
  const runner = await startRunner(world.services);
  await until(() => asked > 0, "A connection");
  await runner.stop();
  const [job] = await world.db.selectFrom("jobs").selectAll().where("kind", "=", "send-mail").execute();
  expect(job).toMatchObject({ attempts: 0, error: null });
  expect(job!.run_at).toBeLessThanOrEqual(Date.now());
  silent.stop(true);
});

/** What differs between two views of a page. */
const withoutNonce = (page: string) =>
  page.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, "…").replace(/\b\d+ (seconds?|minutes?) ago/g, "…");
