import { changeCollection } from "../../src/core/collections/change-collection.ts";
import { createCollection } from "../../src/core/collections/create-collection.ts";
import { deleteCollection } from "../../src/core/collections/delete-collection.ts";
import { listOwnCollections } from "../../src/core/collections/list-own-collections.ts";
import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { notify } from "../../src/core/notifications/notify.ts";
import { reportMeme } from "../../src/core/reports/report-meme.ts";
import { addWebhook } from "../../src/core/webhooks/add-webhook.ts";
import { deleteWebhook } from "../../src/core/webhooks/delete-webhook.ts";
import { listWebhooks } from "../../src/core/webhooks/list-webhooks.ts";
import { testWebhook } from "../../src/core/webhooks/send-delivery.ts";
import { findMeme } from "../../src/data/memes.ts";
import { listNotifications } from "../../src/data/notifications.ts";
import { findMade, insertMade } from "../../src/data/recipes.ts";
import type { Root } from "../../src/http/api/openapi.ts";
import type { Route } from "../../src/http/api/api-route.ts";
import { addTemplate } from "../templates.ts";
import { smallImage, type TestMember, type World } from "../world.ts";

const json = (value: object): RequestInit => ({
  body: JSON.stringify(value),
  headers: { "Content-Type": "application/json" },
});

const PLAIN = { version: 1, width: 64, height: 64, panels: [{ base: { kind: "color", color: "#ff8800" } }] };

/** What each route needs besides its path to succeed. */
const INPUTS: Record<string, () => RequestInit | Promise<RequestInit>> = {
  putCaption: () => json({ caption: "new" }),
  postRating: () => json({ rating: 4 }),
  putRating: () => json({ rating: 4 }),
  postComment: () => json({ content: "ha" }),
  reportMeme: () => json({ reason: "spam" }),
  postProfile: () => json({ bio: "new" }),
  patchProfile: () => json({ bio: "new" }),
  deleteAvatarOf: () => json({ reason: "No faces" }),
  putAvatar: () => json({ hat: "crown" }),
  createCollection: () => json({ name: crypto.randomUUID() }),
  changeCollection: () => json({ name: crypto.randomUUID(), shared: true }),
  chooseMature: () => json({ shown: true }),
  chooseWeeklyMail: () => json({ wanted: false }),
  muteWord: () => json({ word: "nobodywouldsaythis" }),
  unmuteWord: () => json({ word: "nobodywouldsaythis" }),
  makeMeme: () => json({ recipe: PLAIN }),
  putRecipe: () => json({ recipe: PLAIN }),
  putRemix: () => json({ remix: "followers" }),
  addWebhook: () => json({ url: "https://192.0.9.1/hook" }),
  changeWebhook: () => json({ tag: "cats" }),
  submitMeme: async () => json({ image: Buffer.from(await smallImage()).toString("base64") }),
};
/** The meme has to be made for these. */
const OF_RECIPES = ["getRecipe", "putRecipe"];
const QUERIES: Record<string, string> = {
  getEvents: "?after=0",
  searchMemes: "?search=caption",
  getSuggestions: "?search=exam",
};

/** What the server answered; of a stream, the data of its first event. */
export async function bodyOf(response: Response): Promise<string> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response.text();
  let text = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const [, data] = /^data: (.*)\n/m.exec(text) ?? [];
    if (data) return data;
  }
  throw new Error(`The stream ended before the first event: ${text}`);
}

export interface Aim {
  /** Owner of the profile, comment, notification and report. */
  author: TestMember;
  memeId: string;
}

/** A request that a route can answer: creates what the path names, fills in the path, and adds the required input. */
export async function requestTo(world: World, { root, route }: { root: Root; route: Route }, aim: Aim) {
  const { pathname } = new URL(root.address(world.addresses));
  let { path } = route;
  for (const [name, make] of Object.entries(VARIABLES))
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, await make(world, aim));
  if (OF_RECIPES.includes(route.name)) await giveRecipe(world, aim);
  const init = (await INPUTS[route.name]?.()) ?? {};
  return { path: pathname + path + (QUERIES[route.name] ?? ""), init };
}

/** Lets a meme that was uploaded pass for one that was made. */
export async function giveRecipe({ db }: World, { memeId }: Aim) {
  if (!(await findMeme(db, memeId)) || (await findMade(db, memeId))) return;
  const unknown = { templateId: undefined, parentId: undefined, editedAt: undefined };
  const recipe = JSON.stringify({ ...PLAIN, boxes: [], stickers: [], strokes: [] });
  await insertMade(db, { memeId, recipe, remix: "everyone", ...unknown }, []);
}

const VARIABLES: Record<string, (world: World, aim: Aim) => string | Promise<string>> = {
  id: (_, { memeId }) => memeId,
  tag: async (world, { author }) => {
    await world.meme({ by: author, caption: "an #example" });
    return "example";
  },
  template: async (world) => (await addTemplate(world)).id,
  user: (_, { author }) => author.user.username,
  comment: async (world, { author, memeId }) => {
    const made = commentOnMeme(world.ctx(author), { memeId, content: "ha" });
    return String(
      await made.then(
        ({ id }) => id,
        () => 1, // no such meme
      ),
    );
  },
  notification: async (world, { author }) => {
    const sender = await world.member();
    await notify(world.ctx(sender), author.user.id, { kind: "notice", text: "hello" });
    const [newest] = await listNotifications(world.db, author.user.id, { amount: 1, skip: 0 });
    return String(newest!.id);
  },
  collection: async (world, { author }) => String((await collection(world, author)).id),
  key: async (world, { author }) => {
    const { id } = await collection(world, author);
    return (await changeCollection(world.ctx(author), { id, shared: true })).shareKey!;
  },
  webhook: async (world, { author }) => (await webhook(world, author)).id,
  delivery: async (world, { author }) => {
    const [{ id } = await webhook(world, author)] = await listWebhooks(world.ctx(author));
    return (await testWebhook(world.ctx(author), id)).id;
  },
  report: async (world, { author }) => {
    const made = reports.get(author) ?? report(world, author);
    reports.set(author, made);
    return made;
  },
};

/** Deletes the last one, because an account can have only so many. */
async function collection(world: World, by: TestMember) {
  const ctx = world.ctx(by);
  for (const { id } of await listOwnCollections(ctx)) await deleteCollection(ctx, id);
  return createCollection(ctx, { name: "Office" });
}

/** The same for webhooks. */
export async function webhook(world: World, by: TestMember) {
  const ctx = world.ctx(by);
  for (const { id } of await listWebhooks(ctx)) await deleteWebhook(ctx, id);
  const wish = { url: "https://192.0.9.1/hook", kinds: ["new"], age: 2, tag: "", author: "" } as const;
  return (await addWebhook(ctx, wish)).webhook;
}

/** One for each author: no route changes a report. */
const reports = new WeakMap<TestMember, Promise<string>>();

async function report(world: World, by: TestMember): Promise<string> {
  const meme = await world.meme({ by });
  const made = await reportMeme(world.ctx(by), { memeId: meme.id, reason: "spam", description: "" });
  return String(made.report.id);
}
