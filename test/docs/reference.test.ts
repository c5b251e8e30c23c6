import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { join } from "node:path";

import { callOf, curlOf, type Value } from "../../src/shared/call.ts";
import { addresses, readConfig } from "../../src/config.ts";
import { changeCollection } from "../../src/core/collections/change-collection.ts";
import { createCollection } from "../../src/core/collections/create-collection.ts";
import { testWebhook } from "../../src/core/webhooks/send-delivery.ts";
import { uploadAvatar } from "../../src/core/users/upload-avatar.ts";
import { describeApi } from "../../src/http/api/openapi.ts";
import { ROOTS } from "../../src/http/api/roots.ts";
import { referenceOf, type Operation } from "../../src/http/web/docs/reference.ts";
import { freshFolder, openWorld, ROOT, smallImage, type TestMember, type World } from "../world.ts";
import { addTemplate } from "../templates.ts";
import { giveRecipe, webhook } from "../v1/requests.ts";
import { HAS_CURL, paste } from "./shell.ts";

const operationsAt = (where: World["addresses"]) =>
  referenceOf(describeApi(ROOTS, where), where).groups.flatMap((group) => group.operations);
/** One that goes on for ever is not for a form or a test. */
const NAMES = operationsAt(addresses(readConfig({}, ROOT), 8420))
  .filter(({ isEndless }) => !isEndless)
  .map(({ id }) => id);

let world: World;
let operations: Map<string, Operation>;
/** Where the lines are pasted. It has a picture under the name they use. */
const cwd = freshFolder("reference");

beforeAll(async () => {
  world = await openWorld("SQLite");
  operations = new Map(operationsAt(world.addresses).map((one) => [one.id, one]));
  const jester = await world.member({ name: "jester" });
  await uploadAvatar(world.ctx(jester), await smallImage());
  await Bun.write(join(cwd, "meme.png"), await smallImage());
});

afterAll(() => world?.[Symbol.asyncDispose]());

/** A caller who may do everything, with one of their memes, and one of each thing that can be named. */
async function fixture(disabled: boolean) {
  const caller = await world.member({ perks: ["pro", "staff"], permissions: ["Ratings", "View Integrations"] });
  const { id } = await world.meme({ by: caller, caption: "It works on my #relatable laptop" });
  const comment = await idOf(caller, `/v1/meme/${id}/comments`, { content: "ha" });
  const report = await idOf(caller, `/v1/meme/${id}/report`, { reason: "spam" });
  await idOf(await world.member(), `/v1/meme/${id}/comments`, { content: "ho" });
  const [told] = (await (await world.as(caller).get("/v1/notifications")).json()) as { id: number }[];
  const { id: collection } = await createCollection(world.ctx(caller), { name: "Travel" });
  const { shareKey } = await changeCollection(world.ctx(caller), { id: collection, shared: true });
  await giveRecipe(world, { memeId: id, author: caller });
  if (disabled) await world.as(caller).put(`/v1/meme/${id}/disable`);
  const notification = String(told!.id);
  const { id: template } = await addTemplate(world);
  const { id: hook } = await webhook(world, caller);
  const { id: delivery } = await testWebhook(world.ctx(caller), hook);
  const collected = { collection: String(collection), key: shareKey! };
  return { caller, names: { id, template, comment, report, notification, ...collected, webhook: hook, delivery } };
}

async function idOf(who: TestMember, path: string, input: Record<string, string>): Promise<string> {
  const response = await world.as(who).post(path, { body: new URLSearchParams(input) });
  return String(((await response.json()) as { id: number }).id);
}

/** The line as printed, except for the ids. */
function lineOf({ curl, fields }: Operation, names: Record<string, string>): string {
  let line = curl;
  for (const { name, place, example } of fields) {
    const value = names[name];
    if (place === "path" && value) line = line.replace(new RegExp(`/${example}(?=/|$)`), `/${value}`);
  }
  return line;
}

test.each(NAMES)("the line that the reference shows for %s works as printed", async (name) => {
  const operation = operations.get(name)!;
  const { caller, names } = await fixture(name === "enableMeme");
  const line = lineOf(operation, names);
  const [call, ...others] = await paste([line], { env: { KEY: caller.key }, cwd });
  expect(others).toEqual([]);
  expect(String(call!.status), `${line}\n${call!.body}`).toBe(operation.answer.status);
  JSON.parse(call!.body);
});

test.skipIf(!HAS_CURL)("whatever is typed reaches the service as it was typed", async () => {
  const file = `it's a "meme", really; 1\\2.png`;
  copyFileSync(join(cwd, "meme.png"), join(cwd, file));
  const value = (name: string, text: string, place: Value["place"] = "form") => ({
    name,
    place,
    required: true,
    value: text,
  });
  const texts = ["@me", "<b>", "(a", '"quoted"', " spaced ", "a;type=text/html", "a & b = c + 100%", "it's\n$HOME `x`"];
  const { caller } = await fixture(false);
  for (const text of texts) {
    for (const fields of [
      [value("image", file, "file"), value("caption", text)],
      [value("id", (await world.meme({ by: caller })).id, "path"), value("caption", text)],
    ]) {
      const [method, path] = fields[0]!.place === "file" ? ["POST", "/submit"] : ["PUT", "/meme/{id}/caption"];
      const line = curlOf(callOf({ method, url: `${world.addresses.apiUrl}/v1${path}`, needsKey: true }, fields));
      const [call] = await paste([line], { env: { KEY: caller.key }, cwd });
      const answer = JSON.parse(call!.body) as { caption?: string; meme?: { caption: string } };
      expect(answer.meme?.caption ?? answer.caption, line).toBe(text);
    }
  }
});
