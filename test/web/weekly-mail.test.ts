import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";

import { blockPerson } from "../../src/core/filters/block-person.ts";
import { mutePerson } from "../../src/core/filters/mute-person.ts";
import { muteWords } from "../../src/core/filters/mute-words.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { changeSite } from "../../src/core/site/change-site.ts";
import { contrast } from "../../src/core/site/colours.ts";
import { followTag } from "../../src/core/tags/follow-tag.ts";
import { changeEmail } from "../../src/core/users/change-email.ts";
import { followUser } from "../../src/core/users/follow-user.ts";
import { findWeeklyMail } from "../../src/data/weekly-mails.ts";
import { findUser, updateUser } from "../../src/data/users.ts";
import { processImage } from "../../src/images/process.ts";
import { queueWeeklyMails } from "../../src/jobs/queue-weekly-mails.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { sendMail } from "../../src/jobs/send-mail.ts";
import { openServices } from "../../src/services.ts";
import type { Services } from "../../src/services.ts";
import { guffaw, launchServer } from "../cli/guffaw.ts";
import { solid } from "../pictures.ts";
import { until } from "../until.ts";
import { DIALECTS, openWorld, submitProcessed, type TestMember, type World } from "../world.ts";
import { openMailWorld, type MailWorld } from "./mail-world.ts";
import { sessionCookie } from "./signed-in.ts";
import { partsOf, type TestMailbox } from "./smtp.ts";

const DAY = 86_400_000;
const WEEK = 7 * DAY;
const SLOW = 600_000;
const SITE = "https://memes.example.org";

describe.each(DIALECTS)("the weekly mail on %s", (dialect) => {
  let opened: MailWorld;
  let world: World;
  let mailbox: TestMailbox;
  let people = 0;
  const time = { now: Date.now() };

  beforeAll(async () => {
    opened = await openMailWorld(dialect, { clock: () => time.now, env: { GUFFAW_URL: SITE } });
    ({ world, mailbox } = opened);
  });
  beforeEach(() => opened.clear("mails", "jobs", "weekly_mails"));
  afterAll(() => opened?.[Symbol.asyncDispose]());

  const dueNow = () =>
    world.db
      .insertInto("jobs")
      .values({ kind: "queue-weekly-mails", subject: "", run_at: 0, attempts: 0, error: null })
      .onConflict((c) => c.columns(["kind", "subject"]).doUpdateSet({ run_at: 0 }))
      .execute();

  /** What the runner does within the next minutes. */
  async function deliver(services: Services = world.services, minutes = 2) {
    for (let minute = 0; minute < minutes; minute++) {
      await dueNow();
      await runDueJobs(services, { kinds: [queueWeeklyMails] });
      time.now += 60_000;
      await runDueJobs(services, { kinds: [sendMail] });
    }
  }
  const put = (who: TestMember, wanted: boolean, headers: Record<string, string> = {}) =>
    world.as(who).put(`/v1/profile/me/weekly-mail?wanted=${wanted}`, { headers });
  const current = async ({ user, ...rest }: TestMember) => ({ ...rest, user: (await findUser(world.db, user.id))! });
  const mailsTo = ({ email }: { email: string }) => mailbox.mails.filter((mail) => mail.includes(`To: ${email}`));

  async function person({ confirmed = true, wants = false } = {}) {
    const member = await world.member({ name: `reader_${++people}` });
    const email = `reader_${people}@example.org`;
    await updateUser(world.db, member.user.id, confirmed ? { email, emailConfirmedAt: 1 } : { newEmail: email });
    const one = { ...(await current(member)), email };
    if (wants) expect((await put(one, true)).status).toBe(200);
    return one;
  }

  /** People who want the mail and follow an author with a meme of this week. */
  async function readersOf(author: TestMember, amount: number, caption = "a good one") {
    const readers = [];
    for (let i = 0; i < amount; i++) readers.push(await person({ wants: true }));
    for (const one of readers) await followUser(world.ctx(one), author.user.id);
    time.now += WEEK - DAY;
    const meme = await world.meme({ by: author, caption });
    time.now += DAY;
    return { readers, meme };
  }
  async function reader(caption?: string) {
    const author = await world.member({ name: `author_${++people}` });
    const { readers, meme } = await readersOf(author, 1, caption);
    return { me: readers[0]!, author, meme };
  }

  test("is for people with a confirmed address who ask for it", async () => {
    const [me, other] = [await person(), await person({ confirmed: false })];
    expect(await (await world.as(me).get("/v1/profile/me/weekly-mail")).json()).toEqual({ wanted: false });
    const refused = await put(other, true);
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: "Confirm your e-mail address first: then we know where to send it." },
    ]);
    expect((await world.as(me).put("/v1/profile/me/weekly-mail")).status).toBe(400);
    expect(await (await put(me, true)).json()).toEqual({ wanted: true });
    const { nextAt } = (await findWeeklyMail(world.db, me.user.id))!;
    expect(nextAt).toBe(time.now + WEEK);
    // Asking again delays nothing.
    time.now += DAY;
    await put(me, true);
    expect((await findWeeklyMail(world.db, me.user.id))!.nextAt).toBe(nextAt);
    expect(await (await world.as(me).get("/v1/profile/me/weekly-mail")).json()).toEqual({ wanted: true });
    await put(me, false);
    expect(await (await world.as(me).get("/v1/profile/me/weekly-mail")).json()).toEqual({ wanted: false });
    // Without an address there is nothing to send to.
    await put(me, true);
    await changeEmail(world.ctx(me), { email: "", password: "", since: time.now });
    expect(await findWeeklyMail(world.db, me.user.id)).toBeUndefined();
    expect((await put(other, false)).status).toBe(200);
  });

  test("shows the best of the week of the people and tags somebody follows, and nothing else", async () => {
    const me = await person();
    const [ann, bob, cat, dan] = await Promise.all(
      ["ann", "bob", "cat", "dan"].map((name) => world.member({ name: `${name}_${people}` })),
    );
    for (const one of [ann!, bob!, dan!]) await followUser(world.ctx(me), one.user.id);
    await world.meme({ by: ann!, caption: "from an earlier week" });
    await world.meme({ by: cat!, caption: "an old #otter" });
    await followTag(world.ctx(me), "otter");
    time.now += 1000;
    await put(me, true);
    time.now += 2 * DAY;
    const picture = await processImage(await solid(900, 600, "#336699").png().toBuffer());
    const given = { image: picture, caption: '<b>Best</b> & "brightest"', alt: "A lake at dawn", age: 2 } as const;
    const best = await submitProcessed(world.ctx(ann!), given);
    const good = await world.meme({ by: cat!, caption: "a good #otter" });
    const unrated = await world.meme({ by: bob!, caption: "nobody has rated this" });
    const bad = await world.meme({ by: ann!, caption: "not so good" });
    const mature = await world.meme({ by: ann!, caption: "mature #otter", age: 4 });
    const hidden = await world.meme({ by: ann!, caption: "a hidden one" });
    const word = await world.meme({ by: ann!, caption: "about Monday" });
    const muted = await world.meme({ by: dan!, caption: "muted #otter" });
    const mine = await world.meme({ by: me, caption: "my own #otter" });
    const strange = await world.meme({ by: cat!, caption: "by a stranger" });
    const raters = await Promise.all([0, 1, 2].map(() => world.member()));
    for (const rater of raters) {
      for (const meme of [best, mature, hidden, word, muted, mine, strange]) await world.rate(rater, meme, 5);
      await world.rate(rater, good, 4);
      await world.rate(rater, bad, 1);
    }
    await disableMeme(world.ctx(ann!), hidden.id);
    await muteWords(world.ctx(me), "monday");
    await mutePerson(world.ctx(me), dan!.user.id);
    // After the end of the week.
    time.now += 5 * DAY;
    await world.meme({ by: ann!, caption: "too late" });
    await deliver();
    const { headers, types, text, html } = partsOf(mailsTo(me)[0]!);
    expect(headers.get("subject")).toBe("Your week in memes on Guffaw");
    expect(headers.get("content-type")).toStartWith("multipart/alternative");
    expect(types.map((type) => type.split(";")[0])).toEqual(["text/plain", "text/html"]);
    const order = [best, good, unrated, bad].map(({ id }) => `${SITE}/meme/${id}`);
    expect([...text.matchAll(/\S+\/meme\/\d+/g)].map(([link]) => link)).toEqual(order);
    expect([...new Set([...html.matchAll(/"(\S+\/meme\/\d+)"/g)].map(([, link]) => link!))]).toEqual(order);
    expect(text).toContain(
      `<b>Best</b> & "brightest"\nby ${ann!.user.username} · 5.0 out of 5 · 3 ratings\n${order[0]}`,
    );
    expect(html).toContain("&lt;b&gt;Best&lt;/b&gt; &amp; &quot;brightest&quot;");
    const image = `${SITE}/i/${best.id}/${best.image.hash}.preview.jpg`;
    expect(html).toContain(`<img src="${image}" alt="A lake at dawn" width="600" height="400"`);
    const file = await world.as().get(new URL(image).pathname);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(html).toContain(`alt="A meme by ${bob!.user.username}"`);
    for (const { caption } of [mature, hidden, word, muted, mine, strange]) expect(text + html).not.toContain(caption);
    expect(text + html).not.toMatch(/earlier week|an old|too late/);
    // What came too late for this mail is in the next one, and nothing is in two.
    time.now += WEEK;
    await deliver();
    expect(mailsTo(me)).toHaveLength(2);
    expect([...partsOf(mailsTo(me)[1]!).text.matchAll(/\/meme\/\d+/g)]).toHaveLength(1);
    expect(partsOf(mailsTo(me)[1]!).text).toContain("too late");
  });

  test("has the site's name and colour, and a button that is legible in it", async () => {
    const buttonIn = (html: string) => /background:(#\w{6});border-radius:999px;color:(#\w{6})/.exec(html)!.slice(1);
    const { me: first } = await reader();
    await deliver();
    expect(buttonIn(partsOf(mailsTo(first)[0]!).html)).toEqual(["#ff8a4c", "#221a12"]);
    await changeSite(world.ctx(), { name: "Daily Lol", accent: "#2f6fde" });
    const { me: second } = await reader();
    await deliver();
    const { headers, text, html } = partsOf(mailsTo(second)[0]!);
    expect(headers.get("subject")).toBe("Your week in memes on Daily Lol");
    expect(text + html).not.toContain("Guffaw");
    const [ground, ink] = buttonIn(html);
    expect(ground).toBe("#2f6fde");
    expect(contrast(ground!, ink!)).toBeGreaterThanOrEqual(4.5);
    await changeSite(world.ctx(), { name: "", accent: "" });
  });

  test("is not sent if there is nothing to show, or to people who were suspended or blocked", async () => {
    const { me, author } = await reader();
    await blockPerson(world.ctx(author), me.user.id);
    const { me: suspended } = await reader();
    await updateUser(world.db, suspended.user.id, { suspendedAt: time.now });
    await deliver();
    expect(mailbox.mails).toEqual([]);
    expect(await world.db.selectFrom("mails").selectAll().execute()).toEqual([]);
    expect((await findWeeklyMail(world.db, me.user.id))!.nextAt).toBeGreaterThan(time.now);
  });

  test("is written in the reader's language: the chosen one, or that of the browser they asked in", async () => {
    const { me } = await reader();
    await updateUser(world.db, me.user.id, { language: "de" });
    await deliver();
    expect(partsOf(mailsTo(me)[0]!).text).toContain(`Hallo ${me.user.username}, das ist das Beste`);
    const { me: other } = await reader();
    const Cookie = `__Host-${await sessionCookie(world, other)}`;
    const saved = await fetch(`${world.origin}/settings/weekly-mail`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ wanted: "on" }),
      headers: { Cookie, "Sec-Fetch-Site": "same-origin", "Accept-Language": "de" },
    });
    expect(saved.headers.get("location")).toBe("/settings/notifications#weekly");
    await deliver();
    expect(partsOf(mailsTo(other)[0]!).html).toContain('<html lang="de">');
  });

  test("ends with one click: in a mail program, and on a page that asks first", async () => {
    const { me } = await reader();
    await deliver();
    const { headers, text, html } = partsOf(mailsTo(me)[0]!);
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const link = /^<(https:\S+)>$/.exec(headers.get("list-unsubscribe")!)![1]!;
    expect(text).toContain(link);
    expect(html).toContain(link);
    const address = world.origin + link.slice(SITE.length);
    const isWanted = async () => (await findWeeklyMail(world.db, me.user.id)) !== undefined;
    for (let look = 0; look < 2; look++) expect(await (await fetch(address)).text()).toContain("Unsubscribe</button>");
    expect(await isWanted()).toBe(true);
    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    const bodies = [new URLSearchParams({ "List-Unsubscribe": "One-Click" }), form, undefined];
    for (const body of bodies) {
      await put(me, true);
      // Neither a cookie nor an origin, as RFC 8058 wants it, and once more, in case the first answer got lost.
      for (let click = 0; click < 2; click++) {
        const done = await fetch(address, { method: "POST", redirect: "manual", body });
        expect([done.status, await isWanted()]).toEqual([200, false]);
        expect(await done.text()).toContain("That was the last one");
      }
    }
    const signature = link.split("-").slice(1).join("-");
    const { me: other } = await reader();
    for (const forged of [link.slice(0, -1), link.replace(me.user.id, other.user.id), `${SITE}/unsubscribe/x`])
      for (const method of ["GET", "POST"])
        expect((await fetch(world.origin + forged.slice(SITE.length), { method })).status).toBe(404);
    expect(await findWeeklyMail(world.db, other.user.id)).toBeDefined();
    await world.services.log.flush();
    expect(world.logLines.join("\n")).not.toContain(signature);
    // A mail that waits to be sent is not sent any more.
    await runDueJobs(world.services, { kinds: [queueWeeklyMails] });
    await put(other, false);
    mailbox.clear();
    await deliver();
    expect(mailbox.mails).toEqual([]);
  });

  test("is sent once a week, however many processes there are", async () => {
    const { readers } = await readersOf(await world.member(), 3);
    const { config, log } = world.services;
    await using second = await openServices(config, { log, clock: () => time.now });
    await Promise.all([deliver(world.services), deliver(second), deliver(world.services)]);
    for (const one of readers) expect(mailsTo(one)).toHaveLength(1);
    // Whoever stops and starts gets nothing more.
    await put(readers[0]!, false);
    await put(readers[0]!, true);
    await deliver();
    expect(mailsTo(readers[0]!)).toHaveLength(1);
  });

  test("is given up rather than sent twice if nobody knows whether it arrived", async () => {
    const { me } = await reader();
    mailbox.silence.set(".", "hang up");
    await deliver();
    expect(mailsTo(me)).toHaveLength(1);
    mailbox.silence.clear();
    await deliver(world.services, 10);
    expect(mailsTo(me)).toHaveLength(1);
    const [row] = await world.db.selectFrom("mails").selectAll().where("kind", "=", "weekly").execute();
    expect(row).toMatchObject({ tries: 1, sent_at: null, failed_at: expect.any(Number) });
    // Other mails are sent again: twice is better than never.
    mailbox.clear();
    mailbox.silence.set(".", "hang up");
    const reset = { redirect: "manual", headers: { "Sec-Fetch-Site": "same-origin" }, method: "POST" } as const;
    await fetch(`${world.origin}/reset`, { ...reset, body: new URLSearchParams({ name: me.user.username }) });
    await deliver();
    mailbox.silence.clear();
    await deliver();
    expect(mailsTo(me).length).toBeGreaterThan(1);
  });

  test("is tried again if the server surely has not taken it", async () => {
    const { me } = await reader();
    mailbox.refusals.set("MAIL", "451 4.7.1 Later");
    await deliver();
    mailbox.refusals.clear();
    mailbox.refusals.set(".", "451 4.7.1 Later, please");
    await deliver(world.services, 5);
    const tries = mailsTo(me).length;
    expect(tries).toBeGreaterThan(0);
    mailbox.refusals.clear();
    await deliver(world.services, 20);
    expect(mailsTo(me)).toHaveLength(tries + 1);
  });

  test("a refused address does not keep the others waiting", async () => {
    const { readers } = await readersOf(await world.member(), 3);
    mailbox.refusals.set(`RCPT TO:<${readers[0]!.email}>`, "550 5.1.1 No such user");
    await deliver();
    expect(readers.map((one) => mailsTo(one).length)).toEqual([0, 1, 1]);
    const [row] = await world.db.selectFrom("mails").selectAll().where("failed_at", "is not", null).execute();
    expect(row).toMatchObject({ kind: "weekly", user_id: readers[0]!.user.id, tries: 1 });
    await world.services.log.flush();
    expect(world.logLines.findLast((line) => line.includes("weekly mails queued"))).toContain('"mails":');
  });

  test("many that are due at once are spread over time, and mails that people wait for come first", async () => {
    const { me } = await reader();
    const rows = Array.from({ length: 70 }, () => world.member());
    for (const { user } of await Promise.all(rows))
      await world.db
        .insertInto("weekly_mails")
        .values({ user_id: user.id, language: "en", next_at: time.now - 2 })
        .execute();
    const queue = () => runDueJobs(world.services, { kinds: [queueWeeklyMails] });
    await dueNow();
    const times = async () => {
      const jobs = world.db.selectFrom("jobs").select("run_at").where("kind", "=", "send-mail").orderBy("run_at");
      return (await jobs.execute()).map(({ run_at }) => run_at - time.now);
    };
    await queue();
    expect(await times()).toEqual(Array.from({ length: 60 }, (_, i) => i * 1000));
    // While those wait, no more are queued.
    time.now += 60_000;
    await queue();
    expect(await times()).toHaveLength(60);
    await deliver();
    expect(await world.db.selectFrom("weekly_mails").selectAll().where("next_at", "<", time.now).execute()).toEqual([]);
    expect(mailsTo(me)).toHaveLength(1);
  });

  test("after a long outage, one mail comes for all the weeks", async () => {
    const { me, author } = await reader();
    time.now += 3 * WEEK;
    await world.meme({ by: author, caption: "of this week" });
    time.now += 1000;
    const now = time.now;
    await deliver(world.services, 5);
    expect(mailsTo(me)).toHaveLength(1);
    expect(partsOf(mailsTo(me)[0]!).text).toContain("of this week");
    expect((await findWeeklyMail(world.db, me.user.id))!.nextAt).toBe(now + WEEK);
  });

  test(
    "a process that is killed between sending and recording leaves one mail, and the next one goes on",
    async () => {
      const [first, second] = [await reader(), await reader()];
      // The processes have a clock of their own.
      await world.db
        .updateTable("memes")
        .set({ created_at: Date.now() - DAY })
        .where("author_id", "in", [first.author.user.id, second.author.user.id])
        .execute();
      const dueAt = (who: TestMember, at: number) =>
        world.db.updateTable("weekly_mails").set({ next_at: at }).where("user_id", "=", who.user.id).execute();
      await dueAt(first.me, Date.now() - 1000);
      await dueAt(second.me, Date.now() + WEEK);
      mailbox.silence.set(".", "wait");
      const doomed = await launchServer(world.env);
      await until(() => mailsTo(first.me).length === 1, "The first mail");
      doomed.child.kill("SIGKILL");
      await doomed.child.exited;
      mailbox.silence.clear();
      await dueAt(second.me, Date.now() - 1000);
      // The lease of a process that died ends after two minutes.
      await world.db.updateTable("jobs").set({ run_at: 0 }).execute();
      const next = await launchServer(world.env);
      await until(() => mailsTo(second.me).length === 1, "The second mail");
      const givenUp = () => world.db.selectFrom("mails").select("error").where("failed_at", "is not", null).execute();
      await until(async () => (await givenUp()).length === 1, "The end of the first mail");
      expect(await givenUp()).toEqual([{ error: expect.stringContaining("It may have been sent or not") }]);
      await next.stop();
      expect([mailsTo(first.me).length, mailsTo(second.me).length]).toEqual([1, 1]);
    },
    SLOW,
  );

  test("can be looked at from the command line", async () => {
    const { me, meme } = await reader("for the terminal");
    const run = () => guffaw(["mail", "weekly", me.user.username], { env: world.env });
    await world.db
      .updateTable("memes")
      .set({ created_at: Date.now() - DAY })
      .where("id", "=", meme.id)
      .execute();
    const { stdout, code } = await run();
    expect(code).toBe(0);
    expect(stdout).toStartWith(`To: ${me.email}\nSubject: Your week in memes on Guffaw\nList-Unsubscribe: <${SITE}`);
    expect(stdout).toContain("for the terminal");
    await world.db.updateTable("memes").set({ created_at: 1 }).where("id", "=", meme.id).execute();
    expect((await run()).stdout).toContain("There is nothing to show");
    expect(mailbox.mails).toEqual([]);
  });
});

test("sites without a mail server have no weekly mail", async () => {
  await using world = await openWorld("SQLite");
  const me = await world.member();
  await updateUser(world.db, me.user.id, { email: "me@example.org", emailConfirmedAt: 1 });
  const refused = await world.as(me).put("/v1/profile/me/weekly-mail?wanted=true");
  expect(await refused.json()).toEqual({ error: "This site doesn't send e-mail, so there is no weekly mail." });
  const headers = { Cookie: await sessionCookie(world, me) };
  expect(await (await fetch(`${world.origin}/settings/notifications`, { headers })).text()).not.toContain("weekly");
});
