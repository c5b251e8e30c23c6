import { describe, expect, test } from "bun:test";

import type { Ctx } from "../../src/core/ctx.ts";
import { DomainError } from "../../src/errors.ts";
import { addPasskey, offerPasskey } from "../../src/core/passkeys/add-passkey.ts";
import { listOwnPasskeys } from "../../src/core/passkeys/list-own-passkeys.ts";
import { removePasskey } from "../../src/core/passkeys/remove-passkey.ts";
import { renamePasskey } from "../../src/core/passkeys/rename-passkey.ts";
import { offerSignIn, signInWithPasskey } from "../../src/core/passkeys/sign-in-with-passkey.ts";
import { hasPasskeys, relyingPartyOf } from "../../src/core/passkeys/relying-party.ts";
import { useSession } from "../../src/core/sessions/use-session.ts";
import { signIn } from "../../src/core/sessions/sign-in.ts";
import { signUp } from "../../src/core/sessions/sign-up.ts";
import { changeEmail } from "../../src/core/users/change-email.ts";
import { changePassword } from "../../src/core/users/change-password.ts";
import { deleteOwnAccount } from "../../src/core/users/delete-own-account.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { exportData } from "../../src/core/users/export-data.ts";
import { countRecoveryCodes } from "../../src/core/users/count-recovery-codes.ts";
import { makeRecoveryCodes } from "../../src/core/users/make-recovery-codes.ts";
import { plainCode, RECOVERY_CODES } from "../../src/core/users/recovery-codes.ts";
import { signInByCode } from "../../src/core/users/sign-in-by-code.ts";
import { removePassword } from "../../src/core/users/remove-password.ts";
import { allowReset, resetPassword } from "../../src/core/users/reset-password.ts";
import { insertIntegration } from "../../src/data/integrations.ts";
import { enqueueJob } from "../../src/data/jobs.ts";
import { insertPasskey } from "../../src/data/passkeys.ts";
import { findUser, updateUser } from "../../src/data/users.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { Authenticator } from "../authenticator.ts";
import { DIALECTS, openWorld, type DialectName, type World } from "../world.ts";

const MINUTE = 60_000;
const PASSWORD = "four blue otters";
const SITE = relyingPartyOf("https://memes.example.org/fun");
const agent = "a test";
const NO_LIMITS = { try: () => false };

async function openSite(dialect: DialectName) {
  const time = { now: Date.UTC(2026, 5, 1) };
  const world = await openWorld(dialect, { clock: () => time.now });
  let people = 0;
  /** Somebody with a password, as whom the verbs act. */
  const person = async () => {
    const username = `person_${++people}`;
    const { user } = await signUp(world.ctx(), "open", { username, password: PASSWORD, agent });
    return { id: user.id, username, since: time.now, ctx: () => asNow(world, user.id) };
  };
  return { world, time, person, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

async function asNow(world: World, id: string): Promise<Ctx> {
  const user = (await findUser(world.db, id))!;
  return { ...world.ctx(), actor: { kind: "member", user, via: "session" } };
}

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof openSite>>["person"]>>;

/** As of the start of the session. */
const proofOf = ({ since }: Person) => ({ password: PASSWORD, since });

async function withPasskey(person: Person, name = "My phone") {
  const key = await Authenticator.make(SITE);
  const options = await offerPasskey(await person.ctx(), SITE, { ...proofOf(person), name });
  await addPasskey(await person.ctx(), SITE, { name, answer: await key.register(options) });
  return key;
}

async function enter(world: World, key: Authenticator, lies: Parameters<Authenticator["sign"]>[1] = {}) {
  const answer = await key.sign(await offerSignIn(world.ctx(), SITE), lies);
  return signInWithPasskey(world.ctx(), SITE, { answer, agent }, NO_LIMITS);
}

const REFUSED = "This passkey didn't work";
const services = ["github"];

describe.each(DIALECTS)("passkeys on %s", (dialect) => {
  test("are added, listed, used, renamed and removed", async () => {
    await using site = await openSite(dialect);
    const { world, time, person } = site;
    const ann = await person();
    const key = await withPasskey(ann, "  My phone ");
    const [listed] = await listOwnPasskeys(await ann.ctx());
    const transports = ["hybrid", "internal"];
    expect(listed).toMatchObject({ id: key.id, name: "My phone", usedAt: undefined, transports });

    time.now += MINUTE;
    const { user, token } = await enter(world, key);
    expect(user.id).toBe(ann.id);
    expect((await useSession(world.ctx(), token))?.member.user.id).toBe(ann.id);
    expect((await listOwnPasskeys(await ann.ctx()))[0]!.usedAt).toBe(time.now);

    await renamePasskey(await ann.ctx(), { id: key.id, name: "Old phone" });
    await expect(renamePasskey(await ann.ctx(), { id: key.id, name: " " })).rejects.toThrow("can't be empty");
    const other = await person();
    await expect(renamePasskey(await other.ctx(), { id: key.id, name: "Mine" })).rejects.toThrow("no such passkey");
    await expect(renamePasskey(await ann.ctx(), { id: "\0", name: "x" })).rejects.toThrow("no such passkey");
    expect((await listOwnPasskeys(await ann.ctx()))[0]!.name).toBe("Old phone");

    const removal = { ...proofOf(ann), id: key.id, services };
    await expect(removePasskey(await other.ctx(), removal)).rejects.toThrow("no such passkey");
    await expect(removePasskey(await ann.ctx(), { ...removal, password: "wrong" })).rejects.toThrow("current password");
    await removePasskey(await ann.ctx(), removal);
    expect(await listOwnPasskeys(await ann.ctx())).toEqual([]);
    await expect(enter(world, key)).rejects.toThrow(REFUSED);
  });

  test("are requested with all security options", async () => {
    await using site = await openSite(dialect);
    const ann = await site.person();
    const key = await withPasskey(ann);
    const options = await offerPasskey(await ann.ctx(), SITE, { ...proofOf(ann), name: "Another" });
    expect(options).toMatchObject({
      rp: { id: "memes.example.org" },
      user: { id: Buffer.from(ann.id).toString("base64url"), name: ann.username },
      attestation: "none",
      excludeCredentials: [{ id: key.id, transports: ["hybrid", "internal"] }],
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    });
    const asked = await offerSignIn(site.world.ctx(), SITE);
    expect(asked).toMatchObject({ rpId: "memes.example.org", userVerification: "required" });
    expect(asked.allowCredentials).toBeUndefined();
  });

  test("are not added by anyone else, twice, too late or for another site", async () => {
    await using site = await openSite(dialect);
    const { world, time, person } = site;
    const [ann, bob] = [await person(), await person()];
    const offer = async (who = ann) => offerPasskey(await who.ctx(), SITE, { ...proofOf(who), name: "x" });
    const add = async (answer: Awaited<ReturnType<Authenticator["register"]>>, who = ann) =>
      addPasskey(await who.ctx(), SITE, { name: "x", answer });
    const fresh = () => Authenticator.make(SITE);
    await expect(
      offerPasskey(await ann.ctx(), SITE, { password: "wrong", since: time.now, name: "x" }),
    ).rejects.toThrow("current password");
    await expect(offerPasskey(world.ctx(), SITE, { ...proofOf(ann), name: "x" })).rejects.toThrow("need an account");

    for (const lies of [
      { origin: "https://memes.example.com" },
      { origin: "http://memes.example.org" },
      { host: "example.org" },
      { type: "webauthn.get" },
      { verified: false },
    ])
      await expect(add(await (await fresh()).register(await offer(), lies))).rejects.toThrow("couldn't verify");
    // Somebody else's challenge, an invented one, one for signing in, and an expired one.
    const key = await fresh();
    await expect(add(await key.register(await offer(bob)))).rejects.toThrow("couldn't verify");
    const made = { challenge: "AAAA", user: { id: "AAAA" } };
    await expect(add(await key.register(made))).rejects.toThrow("couldn't verify");
    const { challenge } = await offerSignIn(world.ctx(), SITE);
    await expect(add(await key.register({ ...made, challenge }))).rejects.toThrow("couldn't verify");
    const early = await key.register(await offer());
    time.now += 5 * MINUTE;
    await expect(add(early)).rejects.toThrow("couldn't verify");

    const answer = await key.register(await offer());
    const broken = { ...answer, response: { ...answer.response, attestationObject: "oWNmbXQ" } };
    await expect(add(broken)).rejects.toThrow("couldn't verify");
    // Spent by the broken answer.
    await expect(add(answer)).rejects.toThrow("couldn't verify");
    await add(await key.register(await offer()));
    await expect(add(await key.register(await offer()))).rejects.toThrow("already been added");
    await expect(add(await key.register(await offer(bob)), bob)).rejects.toThrow("already been added");
    expect(await listOwnPasskeys(await bob.ctx())).toEqual([]);
    // A passkey we could not ask for again would look like a way in and be none.
    for (const bytes of [1100, 20_000])
      await expect(
        add(await (await Authenticator.make(SITE, bytes)).register(await offer())),
        `${bytes} bytes`,
      ).rejects.toThrow("couldn't verify");
    const misnamed = { ...(await (await fresh()).register(await offer())), id: "abc", rawId: "abc" };
    await expect(add(misnamed)).rejects.toThrow("couldn't verify");
    await add(await (await Authenticator.make(SITE, 1023)).register(await offer()));
  });

  test("let nobody in unless the answer is right in every point", async () => {
    await using site = await openSite(dialect);
    const { world, time, person } = site;
    const [ann, bob] = [await person(), await person()];
    const key = await withPasskey(ann);
    const other = await withPasskey(bob);
    for (const lies of [
      { origin: "https://evil.example" },
      { host: "evil.example" },
      { type: "webauthn.create" },
      { verified: false },
      { userHandle: other.userHandle },
      { userHandle: "" },
    ])
      await expect(enter(world, key, lies), JSON.stringify(lies)).rejects.toThrow(REFUSED);
    const go = (answer: Awaited<ReturnType<Authenticator["sign"]>>) =>
      signInWithPasskey(world.ctx(), SITE, { answer, agent }, NO_LIMITS);
    // Somebody else's id on one's own signature.
    const forged = { ...(await other.sign(await offerSignIn(world.ctx(), SITE))), id: key.id, rawId: key.id };
    await expect(go(forged)).rejects.toThrow(REFUSED);
    await expect(go(await key.sign({ challenge: "AAAA" }))).rejects.toThrow(REFUSED);
    const adding = await offerPasskey(await ann.ctx(), SITE, { ...proofOf(ann), name: "x" });
    await expect(go(await key.sign(adding))).rejects.toThrow(REFUSED);
    const late = await key.sign(await offerSignIn(world.ctx(), SITE));
    time.now += 5 * MINUTE;
    await expect(go(late)).rejects.toThrow(REFUSED);
    const once = await key.sign(await offerSignIn(world.ctx(), SITE));
    const both = await Promise.allSettled([go(once), go(once)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(go(once)).rejects.toThrow(REFUSED);
    // Unknown to the site.
    await expect(enter(world, await Authenticator.make(SITE))).rejects.toThrow(REFUSED);
    await updateUser(world.db, ann.id, { suspendedAt: 1 });
    await expect(enter(world, key)).rejects.toThrow("suspended");
  });

  test("with a counter have to count up", async () => {
    await using site = await openSite(dialect);
    const { world, person } = site;
    const key = await withPasskey(await person());
    await enter(world, key);
    await enter(world, key);
    await enter(world, key, { counter: 7 });
    for (const counter of [7, 6, 0]) await expect(enter(world, key, { counter })).rejects.toThrow(REFUSED);
    await enter(world, key, { counter: 8 });
  });

  test("are limited to twenty", async () => {
    await using site = await openSite(dialect);
    const ann = await site.person();
    const offer = async () => offerPasskey(await ann.ctx(), SITE, { ...proofOf(ann), name: "x" });
    const pending = await Promise.all([1, 2].map(async () => (await Authenticator.make(SITE)).register(await offer())));
    const passkey = {
      userId: ann.id,
      name: "x",
      publicKey: new Uint8Array(),
      counter: 0,
      transports: [],
      createdAt: 1,
      usedAt: undefined,
    };
    for (let i = 1; i < 20; i++) await insertPasskey(site.world.db, { ...passkey, id: `many-${i}` });
    const ctx = await ann.ctx();
    const added = await Promise.allSettled(pending.map((answer) => addPasskey(ctx, SITE, { name: "x", answer })));
    expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(offer()).rejects.toThrow("up to 20 passkeys");
  });

  test("are deleted with their account, are in its export, and leave no challenges behind", async () => {
    await using site = await openSite(dialect);
    const { world, time, person } = site;
    const ann = await person();
    await withPasskey(ann, "My phone");
    let exported = "";
    for await (const { path, bytes } of exportData(await ann.ctx()))
      if (path === "passkeys.json") exported = new TextDecoder().decode(bytes);
    expect(JSON.parse(exported)).toEqual([
      { name: "My phone", added: new Date(time.now).toISOString(), last_used: null },
    ]);
    await offerSignIn(world.ctx(), SITE);
    const kept = async () => (await world.db.selectFrom("challenges").selectAll().execute()).length;
    expect(await kept()).toBe(1);
    time.now += 5 * MINUTE;
    await enqueueJob(world.db, "end-sessions", "", time.now);
    await runDueJobs(world.services);
    expect(await kept()).toBe(0);
    await removePassword(await ann.ctx(), { ...proofOf(ann), services });
    await deleteUser(world.ctx(), ann.id);
    for (const table of ["passkeys", "recoveries"] as const)
      expect(await world.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});

describe.each(DIALECTS)("the last way in on %s", (dialect) => {
  test("cannot be removed, not even by two requests at once", async () => {
    await using site = await openSite(dialect);
    const { world, time, person } = site;
    const ann = await person();
    const without = { ...proofOf(ann), services };
    await expect(removePassword(await ann.ctx(), without)).rejects.toThrow("only way to sign in");
    const [one, two] = [await withPasskey(ann), await withPasskey(ann)];
    await removePassword(await ann.ctx(), without);
    await expect(removePassword(await ann.ctx(), without)).rejects.toThrow("has no password");
    const ctx = await ann.ctx();
    const both = await Promise.allSettled([one, two].map(({ id }) => removePasskey(ctx, { ...without, id })));
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { id } = (await listOwnPasskeys(ctx))[0]!;
    await expect(removePasskey(ctx, { ...without, id })).rejects.toThrow("only way to sign in");
    // A foreign passkey is no reason to give up the last one.
    await expect(removePasskey(ctx, { ...without, id: "AAAA" })).rejects.toThrow("no such passkey");

    // Only services that can sign people in now count.
    const linked = { userId: ann.id, account: "ann", createdAt: time.now };
    await insertIntegration(world.db, { ...linked, service: "discord" });
    await insertIntegration(world.db, { ...linked, service: "github", subject: "1" });
    await expect(removePasskey(ctx, { ...without, id, services: ["discord"] })).rejects.toThrow("only way");
    await removePasskey(ctx, { ...without, id });
  });
});

describe.each(DIALECTS)("without a password on %s", (dialect) => {
  /** Somebody with a passkey and no password. */
  async function openBare(name: DialectName) {
    const site = await openSite(name);
    const ann = await site.person();
    const key = await withPasskey(ann);
    const secret = await allowReset(site.world.ctx(), ann);
    const codes = await removePassword(await ann.ctx(), { ...proofOf(ann), services });
    return { ...site, ann, key, codes, secret };
  }

  test("ten codes each sign in once, however they are typed", async () => {
    await using site = await openBare(dialect);
    const { world, ann, codes, person } = site;
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    const use = (code: string, name = ann.username) => signInByCode(world.ctx(), { name, code, agent }, NO_LIMITS);
    const refused = "Wrong username or code";
    await expect(signIn(world.ctx(), { name: ann.username, password: PASSWORD, agent }, NO_LIMITS)).rejects.toThrow(
      "Wrong username or password",
    );
    for (const wrong of ["", "0000-0000-0000-0000", codes[0]!.slice(1)])
      await expect(use(wrong)).rejects.toThrow(refused);
    const bob = await person();
    await expect(use(codes[0]!, bob.username)).rejects.toThrow(refused);
    await expect(use(codes[0]!, "nobody")).rejects.toThrow(refused);
    expect((await use(codes[0]!)).user.id).toBe(ann.id);
    await expect(use(codes[0]!)).rejects.toThrow(refused);
    const typed = ` ${codes[1]!.toUpperCase().replaceAll("-", " ").replaceAll("0", "O").replaceAll("1", "l")} `;
    await use(typed);
    const both = await Promise.allSettled([use(codes[2]!), use(codes[2]!)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await countRecoveryCodes(await ann.ctx())).toBe(7);
    await updateUser(world.db, ann.id, { suspendedAt: 1 });
    await expect(use(codes[3]!)).rejects.toThrow("suspended");
    expect(await countRecoveryCodes(await ann.ctx())).toBe(7);
    // Only hashes are stored.
    const kept = JSON.stringify(await world.db.selectFrom("recoveries").selectAll().execute());
    for (const code of codes) expect(kept).not.toContain(plainCode(code));
  });

  test("codes can be replaced, and end with a new password", async () => {
    await using site = await openBare(dialect);
    const { world, ann, codes, person } = site;
    const use = (code: string) => signInByCode(world.ctx(), { name: ann.username, code, agent }, NO_LIMITS);
    const newer = await makeRecoveryCodes(await ann.ctx(), proofOf(ann));
    await expect(use(codes[0]!)).rejects.toThrow("Wrong username or code");
    await use(newer[0]!);
    const change = { ...proofOf(ann), newPassword: "nine green herons", agent };
    await changePassword(await ann.ctx(), change);
    await expect(use(newer[1]!)).rejects.toThrow("Wrong username or code");
    await signIn(world.ctx(), { name: ann.username, password: "nine green herons", agent }, NO_LIMITS);
    const bob = await person();
    await expect(makeRecoveryCodes(await bob.ctx(), proofOf(bob))).rejects.toThrow("accounts without a password");
  });

  test("acts that are hard to undo require a recent sign-in", async () => {
    await using site = await openBare(dialect);
    const { world, time, ann, key } = site;
    const me = await ann.ctx();
    const newPassword = "nine green herons";
    time.now += 15 * MINUTE + 1;
    const late = { ...world.ctx(), actor: me.actor };
    const proof = proofOf(ann);
    const again = await Promise.allSettled([
      changeEmail(late, { ...proof, email: "ann@example.org" }),
      changePassword(late, { ...proof, newPassword, agent }),
      deleteOwnAccount(late, proof),
      offerPasskey(late, SITE, { ...proof, name: "x" }),
      removePasskey(late, { ...proof, id: key.id, services }),
      makeRecoveryCodes(late, proof),
    ]);
    for (const one of again) {
      const error = one.status === "rejected" ? (one.reason as DomainError) : undefined;
      expect(error?.code).toBe("not_allowed");
      expect(error?.message).toStartWith("Sign in again first");
    }
    await enter(world, key);
    await changeEmail(late, { password: "", since: time.now, email: "ann@example.org" });
    await changePassword(late, { password: "", since: time.now, newPassword, agent });
    await signIn(world.ctx(), { name: "ann@example.org", password: newPassword, agent }, NO_LIMITS);
  });

  test("a link sets one again, unless the link is older than the removal", async () => {
    await using site = await openBare(dialect);
    const { world, ann, key, codes, secret } = site;
    const password = "nine green herons";
    await expect(resetPassword(world.ctx(), { secret, password, agent })).rejects.toThrow("no longer works");
    await resetPassword(world.ctx(), { secret: await allowReset(world.ctx(), ann), password, agent });
    await signIn(world.ctx(), { name: ann.username, password, agent }, NO_LIMITS);
    await expect(signInByCode(world.ctx(), { name: ann.username, code: codes[0]!, agent }, NO_LIMITS)).rejects.toThrow(
      "Wrong username or code",
    );
    // The passkey stays.
    await enter(world, key);
  });
});

test("passkeys need a domain name and a secure connection", () => {
  for (const [url, has] of [
    ["https://memes.example.org", true],
    ["https://memes.example.org:8443/fun", true],
    ["http://localhost:8420", true],
    ["http://memes.example.org", false],
    ["http://127.0.0.1:8420", false],
    ["https://192.0.2.7", false],
    ["https://[2001:db8::1]", false],
  ] as const)
    expect(hasPasskeys(url), url).toBe(has);
  expect(relyingPartyOf("https://memes.example.org:8443/fun")).toEqual({
    host: "memes.example.org",
    origin: "https://memes.example.org:8443",
  });
});
