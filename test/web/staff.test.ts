import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";

import { createUser } from "../../src/core/users/create-user.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { findMeme } from "../../src/data/memes.ts";
import { uploadAvatar } from "../../src/core/users/upload-avatar.ts";
import { findUser } from "../../src/data/users.ts";
import { openWorld, ROOT, smallImage, type TestMember, type World } from "../world.ts";
import { htmlOf } from "./html.ts";
import { forgetCopies } from "./forget-copies.ts";
import { sessionCookie } from "./signed-in.ts";

const PASSWORD = "four blue otters";
const DAY = 86_400_000;

let world: World;
let staff: TestMember;
let member: TestMember;
const cookies = new Map<TestMember, string>();

beforeAll(async () => {
  world = await openWorld("SQLite", { env: { GUFFAW_APPROVE_FIRST: "1" } });
  staff = await signedIn(await world.member({ name: "mod", perks: ["staff"] }));
  member = await signedIn(await world.member({ name: "member", perks: ["verified"] }));
});

afterAll(async () => {
  expect(await checkDatabase(world.db)).toEqual([]);
  await world[Symbol.asyncDispose]();
});

async function signedIn(who: TestMember): Promise<TestMember> {
  cookies.set(who, await sessionCookie(world, who));
  return who;
}

const headersOf = (who: TestMember | undefined, language: string) => ({
  Cookie: who ? cookies.get(who)! : "",
  "Sec-Fetch-Site": "same-origin",
  "Accept-Language": language,
});

async function get(who: TestMember | undefined, path: string, language = "en") {
  const response = await world.as().get(path, { headers: headersOf(who, language) });
  return { status: response.status, text: await htmlOf(response) };
}

async function post(who: TestMember | undefined, path: string, fields: Record<string, string | File>, language = "en") {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await world.as().post(path, { headers: headersOf(who, language), body });
  const note = /guffaw-note=([\w-]+)/.exec(response.headers.get("set-cookie") ?? "")?.[1];
  return { status: response.status, text: await htmlOf(response), to: response.headers.get("location"), note };
}

const starter = (file: string) => Bun.file(join(ROOT, "assets/starter", file)).bytes();
const fileOf = (bytes: Uint8Array) => new File([bytes as Uint8Array<ArrayBuffer>], "x.png");

describe("people", () => {
  test("are found by staff by name prefix", async () => {
    const { text } = await get(staff, "/moderation/people?name=%20MEM");
    expect(text).toContain(`/moderation/people/${member.user.id}`);
    expect(text).not.toContain(`/moderation/people/${staff.user.id}`);
    expect((await get(staff, `/moderation/people?name=${staff.user.id}`)).text).toContain(">mod</bdi>");
    for (const name of ["nobody", "%25", "_", "m~"]) {
      const found = await get(staff, `/moderation/people?name=${encodeURIComponent(name)}`);
      expect([found.status, found.text.includes("Nobody here goes by that name.")], name).toEqual([200, true]);
    }
    expect((await get(staff, "/moderation/people/nobody")).status).toBe(404);
    expect((await get(staff, "/moderation/people/mod")).text).toContain("That's you.");
    for (const path of ["/moderation/people", `/moderation/people/${staff.user.id}`]) {
      expect((await get(member, path)).status).toBe(403);
      expect((await get(undefined, path)).status).toBe(303);
    }
  });

  test("are suspended, told so in their language with the right password only, and reinstated", async () => {
    const user = await createUser(world.ctx(), { username: "ann", password: PASSWORD });
    const ann = await signedIn({ user, key: "" });
    const path = `/moderation/people/${user.id}`;
    for (const [fields, sentence] of [
      [{ reason: "", end: "7", date: "" }, "The reason can't be empty."],
      [{ reason: "Kept words", end: "date", date: "" }, "such as 2027-01-31"],
      [{ reason: "Kept words", end: "date", date: "2027-02-31" }, "such as 2027-01-31"],
      [{ reason: "Kept words", end: "", date: "" }, "such as 2027-01-31"],
      [{ reason: "Kept words", end: "date", date: "2001-01-01" }, "Choose a later date"],
      [{ reason: "Kept words", end: "7", date: "2099-01-01" }, "Choose “Until a date” to use the date"],
      [{ reason: "Kept words", end: "never", date: "2099-01-01" }, "or leave the date empty"],
    ] as const) {
      const refused = await post(staff, `${path}/suspend`, fields);
      expect([refused.status, refused.text.includes(sentence)], sentence).toEqual([400, true]);
      expect(refused.text).toContain(fields.reason);
      expect(refused.text).toContain('<details class="confirm" open');
    }
    const done = await post(staff, `${path}/suspend`, { reason: "Too many puns", end: "7", date: "" });
    expect([done.status, done.to, done.note]).toEqual([303, path, "suspended"]);
    const { suspendedUntil } = (await findUser(world.db, user.id))!;
    expect(Math.abs(suspendedUntil! - Date.now() - 7 * DAY)).toBeLessThan(60_000);
    expect((await get(ann, "/settings")).status).toBe(303);
    const enter = (password: string) => post(undefined, "/sign-in", { name: "ann", password }, "de");
    const told = await enter(PASSWORD);
    expect(told.status).toBe(403);
    expect(told.text).toContain("gesperrt. Grund: Too many puns");
    expect((await enter("something else")).text).not.toContain("Too many puns");
    const shown = (await get(staff, path)).text;
    expect(shown).toContain("Reason: Too many puns");
    expect(shown).toContain("Suspended an account");

    expect(await post(staff, `${path}/lift`, {})).toMatchObject({ status: 303, note: "lifted" });
    expect((await enter(PASSWORD)).status).toBe(303);
    expect((await post(staff, `${path}/lift`, {})).text).toContain("ann isn't suspended.");
    await post(staff, `${path}/suspend`, { reason: "For good", end: "never", date: "" });
    expect((await findUser(world.db, user.id))!.suspendedUntil).toBeUndefined();
  });

  test("of higher rank cannot be suspended", async () => {
    const founder = await world.member({ name: "boss", perks: ["founder"] });
    const path = `/moderation/people/${founder.user.id}`;
    const { text } = await get(staff, path);
    expect(text).toContain("Only a founder can suspend staff.");
    expect(text).not.toContain(`${path}/suspend`);
    expect((await post(staff, `${path}/suspend`, { reason: "No", end: "1" })).status).toBe(403);
    for (const act of ["suspend", "lift", "notice", "avatar"])
      expect((await post(member, `/moderation/people/${staff.user.id}/${act}`, {})).status).toBe(403);
  });

  test("lose a picture of themselves, and are told why", async () => {
    const path = `/moderation/people/${member.user.id}`;
    const isAsked = async () => (await get(staff, path)).text.includes(`${path}/avatar`);
    expect(await isAsked()).toBe(false);
    await uploadAvatar(world.ctx(member), await starter("ship-it.png"));
    expect(await isAsked()).toBe(true);
    const refused = await post(staff, `${path}/avatar`, { reason: " " });
    expect([refused.status, refused.text.includes("The reason can't be empty.")]).toEqual([400, true]);
    const done = await post(staff, `${path}/avatar`, { reason: "A ship is not a face" });
    expect([done.status, done.to, done.note]).toEqual([303, path, "avatar-taken"]);
    expect((await findUser(world.db, member.user.id))!.avatarKey).toBeUndefined();
    expect(await isAsked()).toBe(false);
    expect((await get(staff, path)).text).toContain("Removed an avatar");
    expect((await get(member, "/notifications")).text).toContain("Reason: A ship is not a face");
    expect((await post(staff, `${path}/avatar`, { reason: "Again" })).text).toContain("shows no picture of their own");
  });

  test("are sent notices", async () => {
    const path = `/moderation/people/${member.user.id}`;
    expect((await post(staff, `${path}/notice`, { text: " " })).status).toBe(400);
    expect(await post(staff, `${path}/notice`, { text: "Well done." })).toMatchObject({
      status: 303,
      note: "notice-sent",
    });
    expect((await get(member, "/notifications")).text).toContain("Well done.");
  });
});

describe("pictures", () => {
  test("are banned with the meme hidden, refused when posted, and allowed again", async () => {
    const image = await starter("printer.png");
    const posted = await post(member, "/submit", { image: fileOf(image), caption: "one", age: "2", rating: "" });
    expect([posted.status, posted.note]).toEqual([303, "submitted"]);
    const meme = posted.to!.split("/").at(-1)!;
    const asked = await get(staff, `/moderation/pictures/new?meme=${meme}`);
    expect(asked.text).toContain("Nobody will be able to post this picture again.");
    expect((await get(staff, "/moderation/pictures/new?meme=140000000000000000")).status).toBe(404);
    expect((await get(staff, "/moderation/pictures/new")).status).toBe(404);
    const refused = await post(staff, "/moderation/pictures", { meme, reason: " ", alike: "1", fate: "hide" });
    expect([refused.status, refused.text.includes("The reason can't be empty.")]).toEqual([400, true]);
    const done = await post(staff, "/moderation/pictures", { meme, reason: "Copied", alike: "1", fate: "hide" });
    expect([done.status, done.to, done.note]).toEqual([303, "/moderation/pictures", "picture-banned"]);
    expect((await findMeme(world.db, meme))!.held).toBe("hidden");
    const again = { image: fileOf(image), caption: "typed before", alt: "", age: "2", rating: "" };
    const banned = await post(member, "/submit", again, "de");
    expect(banned.status).toBe(400);
    expect(banned.text).toContain("auf dieser Seite gebannt: „Copied“. Deine Worte sind noch da");
    expect(banned.text).toContain("typed before");

    const list = await get(staff, "/moderation/pictures");
    expect(list.text).toContain("Copied");
    expect(list.text).toContain("And lookalikes");
    const [, unban] = /action="([^"]+\/unban)"/.exec(list.text)!;
    expect((await post(member, unban!, {})).status).toBe(403);
    expect(await post(staff, unban!, {})).toMatchObject({ status: 303, note: "picture-unbanned" });
    expect((await post(staff, unban!, {})).status).toBe(404);
    await forgetCopies(world);
    expect((await post(member, "/submit", again)).note).toBe("submitted");
    const deleted = (await post(member, "/submit", { ...again, image: fileOf(await smallImage()) }))
      .to!.split("/")
      .at(-1)!;
    const input = { meme: deleted, reason: "Flat", alike: "1", fate: "delete" };
    expect((await post(staff, "/moderation/pictures", input)).note).toBe("picture-banned-exactly");
    expect(await findMeme(world.db, deleted)).toBeUndefined();
    expect((await post(member, "/moderation/pictures", { ...input, reason: "Mine" })).status).toBe(403);
  });
});

describe("a waiting meme", () => {
  test("is seen by its author and staff, and decided on", async () => {
    const newcomer = await signedIn(await world.member({ name: "newcomer" }));
    expect((await get(newcomer, "/submit")).text).toContain("A moderator will check your meme");
    expect((await get(member, "/submit")).text).not.toContain("A moderator will check");
    const submit = async (file: string, caption: string) => {
      const form = { image: fileOf(await starter(file)), caption, age: "2", rating: "4" };
      const { to, note } = await post(newcomer, "/submit", form);
      expect(note).toBe("waits");
      return to!.split("/").at(-1)!;
    };
    const [one, two] = [await submit("ship-it.png", "the first"), await submit("line-up.png", "the second")];
    expect((await get(newcomer, `/meme/${one}`)).status).toBe(200);
    for (const who of [undefined, member, staff]) expect((await get(who, `/meme/${one}`)).status).toBe(404);
    expect((await get(staff, `/moderation/memes/${one}/picture`)).status).toBe(200);
    const { text } = await get(staff, "/moderation/waiting");
    expect(text.indexOf("the first")).toBeLessThan(text.indexOf("the second"));
    expect((await get(member, "/moderation/waiting")).status).toBe(403);
    expect((await post(member, `/moderation/waiting/${one}/approve`, {})).status).toBe(403);

    expect(await post(staff, `/moderation/waiting/${one}/approve`, {})).toMatchObject({
      status: 303,
      note: "approved",
    });
    expect((await get(undefined, `/meme/${one}`)).status).toBe(200);
    const empty = await post(staff, `/moderation/waiting/${two}/refuse`, { reason: "" });
    expect([empty.status, empty.text.includes("The reason can't be empty.")]).toEqual([400, true]);
    const done = await post(staff, `/moderation/waiting/${two}/refuse`, { reason: "Seen before" });
    expect([done.status, done.note]).toEqual([303, "refused"]);
    expect((await get(newcomer, `/meme/${two}`)).status).toBe(404);
    expect((await post(staff, `/moderation/waiting/${two}/approve`, {})).status).toBe(404);
    expect((await post(staff, `/moderation/waiting/${one}/approve`, {})).status).toBe(400);
    const told = (await get(newcomer, "/notifications")).text;
    for (const words of ["“the first” has been approved", "“the second” was rejected", "Seen before"])
      expect(told).toContain(words);
    expect((await get(newcomer, "/submit")).text).not.toContain("A moderator will check");
    expect((await get(staff, "/moderation/waiting", "de")).text).toContain("Nichts wartet auf Freigabe.");
  });
});
