import { describe, expect, test } from "bun:test";

import { changeProfile } from "../../src/core/users/change-profile.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { exportData } from "../../src/core/users/export-data.ts";
import { listFormerNames } from "../../src/data/former-names.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";

const rename = (world: World, who: TestMember, username: string) => changeProfile(world.ctx(who), { username });

async function leadsTo(world: World, name: string): Promise<string | number | null> {
  const answer = await world.as().get(`/@${name}`);
  return answer.status === 301 ? answer.headers.get("location") : answer.status;
}

describe.each(DIALECTS)("a name that somebody has left, on %s", (dialect) => {
  test("leads to them until somebody else takes it", async () => {
    await using world = await openWorld(dialect);
    const mia = await world.member({ name: "mia" });
    await rename(world, mia, "Mio");
    expect(await leadsTo(world, "MIA")).toBe("/@Mio");
    expect((await world.as().get("/@mia/feed.atom")).headers.get("location")).toBe("/@Mio/feed.atom");
    // To programs, the name is free: their answers stay as documented.
    expect((await world.as(mia).get("/v1/profile/mia")).status).toBe(404);
    expect((await world.as(mia).get("/v1/profile/mio")).status).toBe(200);

    const other = await world.member({ name: "Mia" });
    expect(await leadsTo(world, "Mia")).toBe(200);
    await rename(world, other, "bob");
    expect(await leadsTo(world, "mia")).toBe("/@bob");
    await rename(world, mia, "MIA");
    expect(await leadsTo(world, "MIA")).toBe(200);
    expect(await leadsTo(world, "mio")).toBe("/@MIA");
  });

  test("is not kept if only its letters changed, and goes with the account", async () => {
    await using world = await openWorld(dialect);
    const mia = await world.member({ name: "mia" });
    await rename(world, mia, "MIA");
    expect(await listFormerNames(world.db, mia.user.id)).toEqual([]);
    await rename(world, mia, "mio");
    const files = await Array.fromAsync(exportData(world.ctx(mia)));
    const profile = files.find(({ path }) => path === "profile.json")!;
    expect(JSON.parse(new TextDecoder().decode(profile.bytes)).former_names).toEqual([
      { name: "MIA", until: expect.any(String) },
    ]);
    await deleteUser(world.ctx(), mia.user.id);
    expect(await leadsTo(world, "mia")).toBe(404);
  });

  test("is one of ten at most", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now++ });
    const mia = await world.member({ name: "mia0" });
    for (let i = 1; i <= 12; i++) await rename(world, mia, `mia${i}`);
    const kept = await listFormerNames(world.db, mia.user.id);
    expect(kept.map(({ name }) => name).sort()).toEqual(Array.from({ length: 10 }, (_, i) => `mia${i + 2}`).sort());
    expect(await leadsTo(world, "mia1")).toBe(404);
    expect(await leadsTo(world, "mia2")).toBe("/@mia12");
  });
});
