import { describe, expect, test } from "bun:test";
import { sql } from "kysely";

import { listKeys } from "../../src/data/keys.ts";
import { DIALECTS, openWorld } from "../world.ts";

describe.each(DIALECTS)("when keys were used, on %s", (dialect) => {
  test("is written at the next opportunity if the first one fails", async () => {
    await using world = await openWorld(dialect);
    const { user } = await world.member();
    const { keyUses } = world.services;
    const read = async () => (await listKeys(world.db, user.id))[0]!;
    const key = await read();
    keyUses.note(key, 120_000);
    await sql`alter table api_keys rename to elsewhere`.execute(world.db);
    await keyUses.flush();
    await sql`alter table elsewhere rename to api_keys`.execute(world.db);
    expect((await read()).usedAt).toBeUndefined();
    await keyUses.flush();
    expect((await read()).usedAt).toBe(120_000);
  });

  test("is never set back by a delayed write", async () => {
    await using world = await openWorld(dialect);
    const { user } = await world.member();
    const { keyUses } = world.services;
    const read = async () => (await listKeys(world.db, user.id))[0]!;
    const key = await read();
    keyUses.note(key, 120_000);
    await sql`alter table api_keys rename to elsewhere`.execute(world.db);
    const failing = keyUses.flush();
    keyUses.note(key, 180_000);
    await failing;
    await sql`alter table elsewhere rename to api_keys`.execute(world.db);
    await keyUses.flush();
    expect((await read()).usedAt).toBe(180_000);
  });
});
