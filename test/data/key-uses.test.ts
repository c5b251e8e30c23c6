import { describe, expect, test } from "bun:test";
import { sql } from "kysely";

import { listKeys } from "../../src/data/keys.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";

/** A key that has been used, and whose table has gone away since. */
async function noteAndBreak(world: World) {
  const { db } = world;
  const { keyUses } = world.services;
  const { user } = await world.member();
  const read = async () => (await listKeys(db, user.id))[0]!;
  const key = await read();
  keyUses.note(key, 120_000);
  await sql`alter table api_keys rename to elsewhere`.execute(db);
  const repair = () => sql`alter table elsewhere rename to api_keys`.execute(db);
  return { keyUses, key, read, repair };
}

describe.each(DIALECTS)("when keys were used, on %s", (dialect) => {
  test("is written at the next opportunity if the first one fails", async () => {
    await using world = await openWorld(dialect);
    const { keyUses, read, repair } = await noteAndBreak(world);
    await keyUses.flush();
    await repair();
    expect((await read()).usedAt).toBeUndefined();
    await keyUses.flush();
    expect((await read()).usedAt).toBe(120_000);
  });

  test("is never set back by a delayed write", async () => {
    await using world = await openWorld(dialect);
    const { keyUses, key, read, repair } = await noteAndBreak(world);
    const failing = keyUses.flush();
    keyUses.note(key, 180_000);
    await failing;
    await repair();
    await keyUses.flush();
    expect((await read()).usedAt).toBe(180_000);
  });
});
