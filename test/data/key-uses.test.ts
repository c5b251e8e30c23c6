import { describe, expect, test } from "bun:test";
import { sql } from "kysely";

import { DIALECTS, openWorld } from "../world.ts";

describe.each(DIALECTS)("when keys were used, on %s", (dialect) => {
  test("is written at the next opportunity when it could not be at the first", async () => {
    await using world = await openWorld(dialect);
    const { user } = await world.member();
    const { keyUses } = world.services;
    const read = () =>
      world.db.selectFrom("api_keys").selectAll().where("user_id", "=", user.id).executeTakeFirstOrThrow();
    const key = await read();
    keyUses.note(key, 120_000);
    await sql`alter table api_keys rename to elsewhere`.execute(world.db);
    await keyUses.flush();
    await sql`alter table elsewhere rename to api_keys`.execute(world.db);
    expect((await read()).used_at).toBeNull();
    await keyUses.flush();
    expect((await read()).used_at).toBe(120_000);
  });

  test("is never set back by what could not be written before", async () => {
    await using world = await openWorld(dialect);
    await world.member();
    const { keyUses } = world.services;
    const read = () => world.db.selectFrom("api_keys").selectAll().executeTakeFirstOrThrow();
    const key = await read();
    keyUses.note(key, 120_000);
    await sql`alter table api_keys rename to elsewhere`.execute(world.db);
    const failing = keyUses.flush();
    keyUses.note(key, 180_000);
    await failing;
    await sql`alter table elsewhere rename to api_keys`.execute(world.db);
    await keyUses.flush();
    expect((await read()).used_at).toBe(180_000);
  });
});
