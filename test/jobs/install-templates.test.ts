import { expect, test } from "bun:test";

import { TEMPLATES } from "../../assets/templates/index.ts";
import { retireTemplate } from "../../src/core/templates/decide-template.ts";
import { INSTALL_TEMPLATES } from "../../src/core/templates/list-missing.ts";
import { listTemplates } from "../../src/core/templates/list-templates.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { queueTemplates } from "../../src/jobs/install-templates.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { openWorld, type World } from "../world.ts";

const queued = async ({ db }: World) =>
  (await db.selectFrom("jobs").select("kind").where("kind", "=", INSTALL_TEMPLATES).execute()).length;

test("a site gets the templates of its version, in their order, and new ones later", async () => {
  await using world = await openWorld("SQLite", { env: { GUFFAW_STARTER: "on" } });
  await queueTemplates(world.services);
  await queueTemplates(world.services);
  expect(await queued(world)).toBe(1);
  await runDueJobs(world.services);
  const query = { list: "popular", age: 1, amount: 2 * TEMPLATES.length, skip: 0 } as const;
  const { items } = await listTemplates(world.ctx(), query);
  expect(items.map(({ template }) => template.slug!)).toEqual(TEMPLATES.map(({ slug }) => slug));
  expect(items.every(({ preview }) => preview!.width === 720)).toBe(true);
  await queueTemplates(world.services);
  expect(await queued(world)).toBe(0);
  // The next version brings one more; another was retired.
  await retireTemplate(world.ctx(), items[0]!.template.id);
  await world.db.updateTable("templates").set({ slug: "former" }).where("id", "=", items[1]!.template.id).execute();
  await queueTemplates(world.services);
  await runDueJobs(world.services);
  const now = (await listTemplates(world.ctx(), query)).items.map(({ template }) => template.slug!);
  expect(now.toSorted()).toEqual([...TEMPLATES.slice(1).map(({ slug }) => slug), "former"].toSorted());
  expect(await checkDatabase(world.db)).toEqual([]);
});

test("a site that wants nothing to begin with gets none", async () => {
  await using world = await openWorld("SQLite");
  await queueTemplates(world.services);
  expect(await queued(world)).toBe(0);
});
