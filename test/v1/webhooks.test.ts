import { describe, expect, test } from "bun:test";

import { Guffaw, InvalidInput, NotAllowed, NotFound, verifyWebhook } from "../../client/src/index.ts";
import { captionMeme } from "../../src/core/memes/caption-meme.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { suspendUser } from "../../src/core/users/suspend-user.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { exportData } from "../../src/core/users/export-data.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { sendMail } from "../../src/jobs/send-mail.ts";
import { sendWebhooks } from "../../src/jobs/send-webhooks.ts";
import { Log } from "../../src/log.ts";
import { openServices, type Services } from "../../src/services.ts";
import { openMailWorld } from "../web/mail-world.ts";
import { Receiver } from "../webhooks/receiver.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";

const HOUR = 3_600_000;
const ANY = { GUFFAW_WEBHOOKS: "any" };
const clientOf = ({ origin }: World, { key }: TestMember) => new Guffaw({ key, url: origin });
const deliver = (services: Services) => runDueJobs(services, { kinds: [sendWebhooks] });

describe.each(DIALECTS)("webhooks on %s", (dialect) => {
  test("are in their owner's export, without their secrets", async () => {
    await using world = await openWorld(dialect, { env: ANY });
    const [ann, bob] = [await world.member({ name: "ann" }), await world.member()];
    const { id, secret } = await clientOf(world, ann).addWebhook("http://127.0.0.1:9/", {
      events: ["new"],
      tag: "cats",
    });
    const exported = async (member: TestMember) => {
      const texts = new Map<string, string>();
      for await (const { path, bytes } of exportData(world.ctx(member)))
        texts.set(path, new TextDecoder().decode(bytes));
      for (const [path, text] of texts) expect(text, path).not.toContain(secret);
      return JSON.parse(texts.get("webhooks.json")!) as unknown;
    };
    expect(await exported(ann)).toEqual([
      {
        id,
        url: "http://127.0.0.1:9/",
        events: ["new"],
        age: 2,
        tag: "cats",
        author: null,
        created: expect.any(String),
        failing_since: null,
        disabled: null,
      },
    ]);
    expect(await exported(bob)).toEqual([]);
  });

  test("are told what happens, once, in order, and nothing that is hidden", async () => {
    await using world = await openWorld(dialect, { env: ANY });
    await using other = await openServices(world.services.config, { log: new Log("silent", async () => {}) });
    using receiver = new Receiver();
    using cats = new Receiver();
    const [author, reader] = [await world.member({ name: "ann" }), await world.member()];
    const both = () => Promise.all([world.services, other, world.services, other].map(deliver));
    await world.meme({ by: author, caption: "before" });
    const guffaw = clientOf(world, reader);
    const { id, secret } = await guffaw.addWebhook(receiver.url);
    const narrow = await guffaw.addWebhook(cats.url, { events: ["new", "gone"], tag: "cats", author: "ann", age: 1 });
    await both();
    expect(receiver.received).toEqual([]);
    const one = await world.meme({ by: author, caption: "one #cats", age: 1 });
    const two = await world.meme({ by: author, caption: "two #dogs" });
    const hidden = await world.meme({ by: author, caption: "hidden #cats", age: 1 });
    await captionMeme(world.ctx(author), { memeId: two.id, caption: "TWO" });
    await world.meme({ by: reader, caption: "mine #cats", age: 1 });
    await world.meme({ by: author, caption: "too old for them #cats", age: 4 });
    await disableMeme(world.ctx(author), hidden.id);
    await both();
    const said = async (at: Receiver, by: string) =>
      (await at.take(by)).map(({ type, data }) => `${type} ${data.meme?.caption ?? data.memeid}`);
    const [first] = receiver.received;
    expect(first!.headers.get("content-type")).toBe("application/json");
    expect(await said(receiver, secret)).toEqual([
      "meme.new one #cats",
      "meme.new TWO",
      "meme.edited TWO",
      "meme.new mine #cats",
      `meme.gone ${hidden.id}`,
    ]);
    expect(await said(cats, narrow.secret)).toEqual(["meme.new one #cats", `meme.gone ${hidden.id}`]);
    expect((await guffaw.deliveries(id)).map(({ event, state }) => `${event} ${state}`)).toEqual([
      "gone delivered",
      "new delivered",
      "edited delivered",
      "new skipped",
      "new delivered",
      "new delivered",
    ]);
    // Nobody hears of somebody who has blocked them.
    await world.as(author).put(`/v1/profile/${reader.user.username}/block`);
    await deleteMeme(world.ctx(author), one.id);
    await both();
    expect([receiver.received, cats.received]).toEqual([[], []]);
    // What happens while it is off is not told.
    await guffaw.updateWebhook(id, { enabled: false });
    await world.meme({ by: reader, caption: "while it was off" });
    await both();
    await guffaw.updateWebhook(id, { enabled: true, events: ["new"] });
    const last = await world.meme({ by: reader, caption: "last" });
    await deleteMeme(world.ctx(reader), (await world.meme({ by: reader })).id);
    await both();
    expect(await said(receiver, secret)).toEqual(["meme.new last"]);
    expect(last.id).toBeDefined();
    await suspendUser(world.ctx(), { user: reader.user.id, reason: "x" });
    await world.meme({ by: await world.member(), caption: "for nobody" });
    await both();
    expect(receiver.received).toEqual([]);
    await deleteUser(world.ctx(), reader.user.id);
    expect(await world.db.selectFrom("deliveries").selectAll().execute()).toEqual([]);
  });

  test("are tried again with growing pauses, and switched off in the end", async () => {
    let now = Date.now();
    await using opened = await openMailWorld(dialect, { clock: () => now, env: ANY });
    const { world, mailbox } = opened;
    using receiver = new Receiver();
    const member = await world.member();
    await world.db.updateTable("users").set({ email: "m@example.org" }).where("id", "=", member.user.id).execute();
    const guffaw = clientOf(world, member);
    const { id, secret } = await guffaw.addWebhook(receiver.url);
    receiver.status = 500;
    const failed = await world.meme({ by: member, caption: "fails" });
    await deliver(world.services);
    await deliver(world.services);
    expect(receiver.received).toHaveLength(1);
    const [tried] = await guffaw.deliveries(id);
    expect(tried).toMatchObject({ state: "waiting", attempts: 1, status: 500, problem: "It answered 500." });
    expect((await guffaw.webhook(id)).failing_since).not.toBeNull();
    for (const pause of [5000, 5 * 60_000, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR]) {
      now += pause - 1;
      await deliver(world.services);
      now += 1;
      await deliver(world.services);
    }
    // One by the eighth pause, and always the same message.
    expect(new Set(receiver.received.map(({ id: message }) => message)).size).toBe(1);
    expect(receiver.received).toHaveLength(9);
    now += 24 * HOUR;
    await deliver(world.services);
    expect((await guffaw.deliveries(id))[0]).toMatchObject({ state: "failed", attempts: 10, next: null });
    receiver.received.length = 0;
    // It works again: replayed, it is delivered, as it is now, and nothing is failing.
    receiver.status = 200;
    await captionMeme(world.ctx(member), { memeId: failed.id, caption: "works" });
    await guffaw.replayDelivery(id, tried!.id);
    await deliver(world.services);
    const messages = await receiver.take(secret);
    expect(messages.map(({ type, data }) => `${type} ${data.meme?.caption}`).sort()).toEqual([
      "meme.edited works",
      "meme.new works",
    ]);
    expect(await guffaw.webhook(id)).toMatchObject({ failing_since: null, enabled: true });
    // Five days without a success.
    receiver.status = 302;
    for (let day = 0; day < 6; day++) {
      await captionMeme(world.ctx(member), { memeId: failed.id, caption: `day ${day}` });
      await deliver(world.services);
      now += 24 * HOUR;
    }
    expect(await guffaw.webhook(id)).toMatchObject({ enabled: false });
    expect((await guffaw.deliveries(id)).filter(({ state }) => state === "waiting")).toEqual([]);
    await expect(guffaw.testWebhook(id)).rejects.toThrow("This webhook is off.");
    await runDueJobs(world.services, { kinds: [sendMail] });
    expect(mailbox.mails.join()).toContain(receiver.url.replace("=", "=3D"));
    // Gone means gone.
    await guffaw.updateWebhook(id, { enabled: true });
    receiver.status = 410;
    await guffaw.testWebhook(id);
    await deliver(world.services);
    expect(await guffaw.webhook(id)).toMatchObject({ enabled: false });
  });

  test("a test arrives, and a new secret is added to the old one for a day", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { env: ANY, clock: () => now });
    using receiver = new Receiver();
    const member = await world.member();
    const guffaw = clientOf(world, member);
    const { id, secret: old } = await guffaw.addWebhook(receiver.url);
    const { secret } = await guffaw.rotateWebhookSecret(id);
    const sent = await guffaw.testWebhook(id);
    await deliver(world.services);
    const [{ id: message, signatures, headers, body }] = receiver.received as [Receiver["received"][number]];
    expect([message, signatures]).toEqual([sent.id, 2]);
    for (const one of [old, secret])
      expect(await verifyWebhook(one, headers, body)).toMatchObject({ type: "test", data: {} });
    expect(await verifyWebhook(secret, Object.fromEntries(headers), body)).toBeDefined();
    await expect(verifyWebhook(secret, headers, `${body} `)).rejects.toBeInstanceOf(InvalidInput);
    await expect(verifyWebhook("whsec_AAAA", headers, body)).rejects.toBeInstanceOf(InvalidInput);
    await expect(verifyWebhook("secret", headers, body)).rejects.toThrow("whsec_");
    const late = { ...Object.fromEntries(headers), "webhook-timestamp": String(Math.floor(now / 1000) - 600) };
    await expect(verifyWebhook(secret, late, body)).rejects.toThrow("older than five minutes");
    now += 25 * HOUR;
    await guffaw.testWebhook(id);
    await deliver(world.services);
    expect(receiver.received[1]!.signatures).toBe(1);
    expect(await verifyWebhook(secret, receiver.received[1]!.headers, receiver.received[1]!.body)).toBeDefined();
  });

  test("lead to the internet only, and belong to their owner", async () => {
    await using world = await openWorld(dialect);
    const [owner, stranger] = [await world.member(), await world.member()];
    const guffaw = clientOf(world, owner);
    for (const url of [
      "http://localhost:1/",
      "https://169.254.169.254/x",
      "http://[::ffff:127.0.0.1]/",
      "http://10.1/",
    ])
      await expect(guffaw.addWebhook(url)).rejects.toThrow("isn't a public address");
    for (const url of ["", "nonsense", "ftp://8.8.8.8/", "https://a:b@8.8.8.8/", `https://8.8.8.8/${"x".repeat(2000)}`])
      await expect(guffaw.addWebhook(url)).rejects.toThrow("must be a full http or https address");
    const good = "https://8.8.8.8/hook";
    await expect(guffaw.addWebhook(good, { events: [] })).rejects.toThrow("at least one");
    await expect(guffaw.addWebhook(good, { events: ["x" as "new"] })).rejects.toThrow("a list of new, hot");
    await expect(guffaw.addWebhook(good, { tag: "a b" })).rejects.toThrow("The tag must be");
    await expect(guffaw.addWebhook(good, { author: "nobody" })).rejects.toBeInstanceOf(NotFound);
    const { id } = await guffaw.addWebhook(good, { tag: "#Cats", author: "me" });
    expect(await guffaw.webhook(id)).toMatchObject({ tag: "cats", author: owner.user.id, age: 2 });
    expect(await guffaw.updateWebhook(id, { tag: "", age: 4 })).toMatchObject({
      tag: "",
      author: owner.user.id,
      age: 4,
    });
    await expect(guffaw.updateWebhook(id, { url: "http://127.0.0.1/" })).rejects.toThrow("isn't a public address");
    expect(JSON.stringify(await guffaw.webhooks())).not.toContain("whsec_");
    const theirs = clientOf(world, stranger);
    await expect(theirs.webhook(id)).rejects.toBeInstanceOf(NotFound);
    await expect(theirs.deleteWebhook(id)).rejects.toBeInstanceOf(NotFound);
    for (let i = 1; i < 10; i++) await guffaw.addWebhook(good);
    await expect(guffaw.addWebhook(good)).rejects.toThrow("You can have 10 webhooks");
    await guffaw.deleteWebhook(id);
    expect(await guffaw.webhooks()).toHaveLength(9);
    // A name may lead to another place later: it is looked at again before anything is sent.
    const moved = (await guffaw.webhooks())[0]!.id;
    await world.db.updateTable("webhooks").set({ url: "http://localhost:1/" }).where("id", "=", moved).execute();
    await guffaw.testWebhook(moved);
    await deliver(world.services);
    expect((await guffaw.deliveries(moved))[0]).toMatchObject({
      state: "waiting",
      problem: "localhost isn't a public address on the internet.",
    });
    // Switched off, nothing is added and nothing is sent.
    const off = { ...world.services, config: { ...world.services.config, webhooks: "off" as const } };
    await deliver(off);
    expect((await guffaw.deliveries(moved))[0]!.attempts).toBe(1);
  });
});

test("on a site without webhooks nobody can add one", async () => {
  await using world = await openWorld("SQLite", { env: { GUFFAW_WEBHOOKS: "off" } });
  const guffaw = clientOf(world, await world.member());
  await expect(guffaw.addWebhook("https://8.8.8.8/")).rejects.toBeInstanceOf(NotAllowed);
  expect(await guffaw.webhooks()).toEqual([]);
});
