import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { findDeletion, listDeletions } from "../../src/core/moderation/list-deletions.ts";
import { removeMeme } from "../../src/core/moderation/remove-meme.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { guffaw } from "../cli/guffaw.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { sessionCookie } from "../web/signed-in.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { enqueueJob } from "../../src/data/jobs.ts";

describe.each(DIALECTS)("who deleted that meme, on %s", (dialect) => {
  let world: World;
  let ann: TestMember;
  let boss: TestMember;
  let cookie: string;

  beforeAll(async () => {
    world = await openWorld(dialect);
    ann = await world.member({ name: "ann" });
    boss = await world.member({ name: "boss", perks: ["staff", "founder"] });
    cookie = await sessionCookie(world, boss);
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  const page = async (find: string) =>
    (await world.as().get(`/admin/deletions?find=${find}`, { headers: { Cookie: cookie } })).text();
  const log = (memeId: string) => guffaw(["log", "--meme", memeId], { env: world.env });

  test("its author, with a key", async () => {
    const meme = await world.meme({ by: ann });
    expect((await world.as(ann).delete(`/v1/meme/${meme.id}`)).status).toBe(200);
    const found = (await findDeletion(world.ctx(), meme.id))!;
    expect(found).toMatchObject({
      deletion: { userId: ann.user.id, authorId: ann.user.id, how: "key" },
      key: { name: "test" },
    });
    expect((await log(meme.id)).stdout).toContain(
      `by its author ann, with the API key ${found.deletion.keyId} "test".`,
    );
    expect(await page(meme.id)).toMatch(
      /Deleted by its author, <a [^>]*><bdi>ann<\/bdi><\/a>.*With the API key “test”/s,
    );
  });

  test("its author, on the website", async () => {
    const meme = await world.meme({ by: ann });
    const headers = { Cookie: await sessionCookie(world, ann), "Sec-Fetch-Site": "same-origin" };
    expect((await world.as().post(`/meme/${meme.id}/delete`, { headers })).status).toBe(303);
    expect((await log(meme.id)).stdout).toMatch(/^Deleted \S+ by its author ann, on the website\.$/m);
    expect(await page(meme.id)).toContain("On the website");
  });

  test("staff, with a reason in the staff log", async () => {
    const meme = await world.meme({ by: ann });
    await removeMeme(world.ctx(boss), { memeId: meme.id, reason: "not funny" });
    const { stdout: out } = await log(meme.id);
    expect(out).toContain("by boss (posted by ann), on the website.");
    expect(out).toContain("delete-meme");
    expect(out).toContain("not funny");
    expect(await page(meme.id)).toContain("Deleted by boss; posted by");
  });

  test("the operator", async () => {
    const meme = await world.meme({ by: ann });
    await deleteMeme(world.ctx(), meme.id);
    const { stdout: out } = await guffaw(["log", "--meme", meme.id, "--json"], { env: world.env });
    expect(JSON.parse(out).deletion).toMatchObject({ memeid: meme.id, by: null, authorname: "ann", how: "command" });
    expect(await page(meme.id)).toContain("Deleted by the operator; posted by");
  });

  test("an account takes its memes along, and its name", async () => {
    const cleo = await world.member({ name: "cleo" });
    const own = await world.meme({ by: cleo });
    const last = await world.meme({ by: cleo });
    await deleteMeme(world.ctx(cleo), own.id);
    await deleteUser(world.ctx(), "cleo");
    expect(await page(own.id)).toContain("Deleted by its author, whose account is gone");
    expect(await page(last.id)).toContain("Together with the account");
    for (const { id } of [own, last]) expect((await log(id)).stdout).not.toMatch(/Deleted .*cleo/);
  });

  test("nobody, or nobody knows", async () => {
    const meme = await world.meme({ by: ann });
    for (const id of [meme.id, "123456789012345678", "no-id", "%00"])
      expect(await page(id)).toContain("There&#x27;s no record of this.");
    expect((await log(meme.id)).stdout).toBe("No matching entries.\n");
    expect(await findDeletion(world.ctx(), "no-id")).toBeUndefined();
  });

  test("only founders may ask", async () => {
    await expect(findDeletion(world.ctx(ann), "1")).rejects.toMatchObject({ code: "not_allowed" });
    await expect(listDeletions(world.ctx(ann), { amount: 1 })).rejects.toMatchObject({ code: "not_allowed" });
  });

  test("the list goes on page by page, and ends after a year", async () => {
    const pages: string[] = [];
    let after;
    do {
      const { items, next } = await listDeletions(world.ctx(), { amount: 2, after });
      pages.push(...items.map(({ deletion }) => deletion.memeId));
      after = next;
    } while (after);
    const all = await world.db.selectFrom("deletions").select("meme_id").execute();
    expect(pages.toSorted()).toEqual(all.map((row) => row.meme_id).toSorted());
    await world.db
      .updateTable("deletions")
      .set({ created_at: Date.now() - 366 * 86_400_000 })
      .where("meme_id", "=", pages[0]!)
      .execute();
    await enqueueJob(world.db, "forget-deletions", "", 0);
    await runDueJobs(world.services);
    const left = (await listDeletions(world.ctx(), { amount: 50 })).items.map(({ deletion }) => deletion.memeId);
    expect(left).toEqual(pages.slice(1));
  });
});
