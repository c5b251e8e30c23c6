import { expect, test } from "bun:test";

import { readConfig } from "../../src/config.ts";
import { signIn } from "../../src/core/sessions/sign-in.ts";
import { createUser } from "../../src/core/users/create-user.ts";
import { findPasswordHash } from "../../src/data/users.ts";
import { Log } from "../../src/log.ts";
import { contextOf, openServices } from "../../src/services.ts";
import { freshFolder } from "../folders.ts";
import { ROOT } from "../world.ts";

// All other tests hash passwords at the lowest cost.
test("a real site hashes passwords with Argon2id, 64 MB and two passes", async () => {
  const config = readConfig({ GUFFAW_DATA: freshFolder("passwords"), GUFFAW_LOG: "silent" }, ROOT);
  const log = new Log(config.log, async () => {});
  await using services = await openServices(config, { log, upgrade: true });
  const ctx = contextOf(services, { kind: "system", job: "test" });
  const password = "four blue otters";
  const { id } = await createUser(ctx, { username: "ann", password });
  expect(await findPasswordHash(ctx.db, id)).toStartWith("$argon2id$v=19$m=65536,t=2,p=1$");
  const enter = (typed: string, name = "ann") =>
    signIn(ctx, { name, password: typed, agent: "a test" }, { try: () => false });
  expect((await enter(password)).user.id).toBe(id);
  await expect(enter("four red otters")).rejects.toMatchObject({ code: "invalid" });
  await expect(enter(password, "nobody")).rejects.toMatchObject({ code: "invalid" });
});
