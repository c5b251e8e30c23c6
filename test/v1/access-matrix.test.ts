import { describe, expect, test } from "bun:test";

import { makeKey } from "../../src/core/keys/key-format.ts";
import { listKeys } from "../../src/data/keys.ts";
import { revokeKey } from "../../src/core/keys/revoke-key.ts";
import { ERROR_CODES, type WireCode } from "../../src/http/error-codes.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { ROOTS } from "../../src/http/api/roots.ts";
import { PEOPLE, peopleOf, type Person } from "../callers.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { bodyOf, requestTo } from "./requests.ts";

const REFUSED_KEYS = ["no key", "bad key", "unknown key", "revoked key", "expired key"] as const;
const KEYS = ["read-only key", "Pro without permission", "permission without Pro", "both"] as const;
const CALLERS = [...PEOPLE, ...KEYS] as const;
type Caller = (typeof REFUSED_KEYS)[number] | (typeof CALLERS)[number];
const MEMES = ["enabled", "disabled", "missing"] as const;

/** The lifetime of the key that expires. */
const KEY_MS = 60_000;

/** For each caller, the status for an enabled, a disabled and a missing meme. The read-only key is the author's. */
type Row = Record<(typeof CALLERS)[number], string>;

const reading = (author: string, others: string): Row => ({
  "read-only key": author,
  member: others,
  author,
  translator: others,
  staff: others,
  founder: others,
  "Pro without permission": others,
  "permission without Pro": others,
  both: others,
  suspended: "403 403 403",
});
const writing = (author: string): Row => ({
  ...reading(author, "403 404 404"),
  "read-only key": "403 403 403",
});
const memeless = (status: number) => `${status} ${status} ${status}`;
/** Open to anyone who can see the meme. */
const joining = (): Row => ({ ...reading("200 200 404", "200 404 404"), "read-only key": memeless(403) });
/** Open to anyone, about themselves. */
const doing = (status: number): Row => ({
  ...reading(memeless(status), memeless(status)),
  "read-only key": memeless(403),
});

const MATRIX: Record<string, Row> = {
  getMeme: reading("200 200 404", "200 404 404"),
  getRandomMeme: reading(memeless(200), memeless(200)),
  getCopies: reading("200 200 404", "200 404 404"),
  getComments: reading("200 200 404", "200 404 404"),
  getOwnRating: reading("200 200 404", "200 404 404"),
  getRatings: { ...reading(memeless(403), memeless(403)), both: "200 404 404" },
  putCaption: writing("200 200 404"),
  disableMeme: writing("200 400 404"),
  enableMeme: writing("400 200 404"),
  deleteMeme: { ...writing("200 200 404"), staff: "200 404 404" },
  submitMeme: doing(201),
  makeMeme: doing(201),
  getRecipe: reading("200 200 404", "200 404 404"),
  putRecipe: writing("200 200 404"),
  putRemix: writing("200 200 404"),
  getTemplates: reading(memeless(200), memeless(200)),
  getTemplate: reading(memeless(200), memeless(200)),
  getRecentMemes: reading(memeless(200), memeless(200)),
  getHotMemes: reading(memeless(200), memeless(200)),
  getFollowedMemes: reading(memeless(200), memeless(200)),
  getMemesOfDays: reading(memeless(200), memeless(200)),
  getEvents: reading(memeless(200), memeless(200)),
  getWebhooks: reading(memeless(200), memeless(200)),
  addWebhook: doing(201),
  // The author's own.
  getWebhook: reading(memeless(200), memeless(404)),
  changeWebhook: { ...reading(memeless(200), memeless(404)), "read-only key": memeless(403) },
  deleteWebhook: { ...reading(memeless(200), memeless(404)), "read-only key": memeless(403) },
  rotateWebhookSecret: { ...reading(memeless(200), memeless(404)), "read-only key": memeless(403) },
  testWebhook: { ...reading(memeless(201), memeless(404)), "read-only key": memeless(403) },
  getDeliveries: reading(memeless(200), memeless(404)),
  replayDelivery: { ...reading(memeless(200), memeless(404)), "read-only key": memeless(403) },
  getTopMemes: reading(memeless(200), memeless(200)),
  searchMemes: reading(memeless(200), memeless(200)),
  getSaved: reading(memeless(200), memeless(200)),
  getSave: reading("200 200 404", "200 404 404"),
  saveMeme: joining(),
  unsaveMeme: doing(200),
  getCollections: reading(memeless(200), memeless(200)),
  createCollection: doing(201),
  // The author's own.
  getCollection: reading(memeless(200), memeless(404)),
  changeCollection: { ...reading(memeless(200), memeless(404)), "read-only key": memeless(403) },
  deleteCollection: { ...reading(memeless(200), memeless(404)), "read-only key": memeless(403) },
  getCollectionMemes: reading(memeless(200), memeless(404)),
  addToCollection: { ...reading("200 200 404", memeless(404)), "read-only key": memeless(403) },
  removeFromCollection: { ...reading(memeless(200), memeless(404)), "read-only key": memeless(403) },
  // The author's, shared.
  getShared: reading(memeless(200), memeless(200)),
  getSharedMemes: reading(memeless(200), memeless(200)),
  getSuggestions: reading(memeless(200), memeless(200)),
  getTags: reading(memeless(200), memeless(200)),
  getFollowedTags: reading(memeless(200), memeless(200)),
  getTag: reading(memeless(200), memeless(200)),
  getMemesOfTag: reading(memeless(200), memeless(200)),
  followTag: doing(200),
  unfollowTag: doing(200),
  postRating: joining(),
  putRating: joining(),
  deleteRating: joining(),
  postComment: joining(),
  deleteComment: { ...writing("200 200 404"), staff: "200 404 404" },
  getCommentLikes: reading("200 200 404", "200 404 404"),
  likeComment: joining(),
  unlikeComment: joining(),
  getOwnProfile: reading(memeless(200), memeless(200)),
  postProfile: doing(200),
  patchProfile: doing(200),
  getProfile: reading(memeless(200), memeless(200)),
  getOwnAvatar: reading(memeless(200), memeless(200)),
  putAvatar: doing(200),
  deleteAvatar: doing(200),
  // Nobody shows a picture.
  deleteAvatarOf: { ...doing(403), staff: memeless(400) },
  getAvatar: reading(memeless(200), memeless(200)),
  getMemesOfUser: reading(memeless(200), memeless(200)),
  followUser: { ...doing(200), author: memeless(400) },
  unfollowUser: doing(200),
  muteUser: { ...doing(200), author: memeless(400) },
  unmuteUser: doing(200),
  // Each caller lets the author off again before anything else is asked for.
  blockUser: { ...doing(200), author: memeless(400) },
  unblockUser: doing(200),
  getMutedUsers: reading(memeless(200), memeless(200)),
  getBlockedUsers: reading(memeless(200), memeless(200)),
  getMutedWords: reading(memeless(200), memeless(200)),
  getMatureChoice: reading(memeless(200), memeless(200)),
  getWeeklyMailChoice: reading(memeless(200), memeless(200)),
  chooseWeeklyMail: doing(200),
  chooseMature: doing(200),
  muteWord: doing(200),
  unmuteWord: doing(200),
  getMyMemes: reading(memeless(200), memeless(200)),
  getStats: reading(memeless(200), memeless(200)),
  getTopMemers: reading(memeless(200), memeless(200)),
  getNotifications: reading(memeless(200), memeless(200)),
  getNotificationCount: reading(memeless(200), memeless(200)),
  // The author's own.
  deleteNotification: { ...reading(memeless(200), memeless(404)), "read-only key": memeless(403) },
  reportMeme: joining(),
  getReports: reading(memeless(200), memeless(200)),
  // The author's own.
  getReport: { ...reading(memeless(200), memeless(404)), staff: memeless(200) },
  getIntegrations: {
    ...reading(memeless(403), memeless(403)),
    "permission without Pro": memeless(200),
    both: memeless(200),
  },
  getOldMeme: reading("200 200 404", "200 404 404"),
  getOldMyMemes: reading(memeless(200), memeless(200)),
  getOldStats: reading(memeless(200), memeless(200)),
};
/** Open to everyone. Nothing else may be. */
const OPEN = ["getSite", "getOpenApi"];

const routes = ROOTS.flatMap((root) => root.routes.map((route) => ({ root, route })));
/** Again, without the version in the path. */
const unversioned = ROOTS.flatMap(({ unversioned: address, routes: all }) =>
  address ? all.filter((one) => one.unversioned).map((route) => ({ root: { address, routes: all }, route })) : [],
);

test("three calls also work without a version", () => {
  const paths = unversioned.map(({ root, route }) => `${route.method} ${root.address(WHERE)}${route.path}`);
  expect(paths.sort()).toEqual([
    "DELETE http://a/b/notification/{notification}",
    "GET http://a/b/notifications/count",
    "GET http://a/b/report/{report}",
  ]);
});

const WHERE = { url: "http://a", apiUrl: "http://a/b", oldApiUrl: "http://a/api/v1" };

test("every route has a row, and every row a route", () => {
  const names = routes.map(({ route }) => route.name).sort();
  expect(names).toEqual([...Object.keys(MATRIX), ...OPEN].sort());
  expect(routes.filter(({ route }) => route.access === "anyone").map(({ route }) => route.name)).toEqual(OPEN);
});

describe.each(DIALECTS)("who may do what on %s", (dialect) => {
  test("every route for every caller and every state of a meme", async () => {
    let ahead = 0;
    await using world = await openWorld(dialect, { clock: () => Date.now() + ahead });
    const { keys, author } = await callers(world);
    ahead = KEY_MS;
    const memes: Partial<Record<"enabled" | "disabled", Promise<Meme>>> = {};
    const memeIn = (state: "enabled" | "disabled") =>
      (memes[state] ??= world.meme({ by: author, disabled: state === "disabled" }));
    const wrong: string[] = [];
    let cells = 0;
    for (const { root, route } of [...routes, ...unversioned]) {
      const changes = route.method !== "GET" && route.path.includes("{id}");
      for (const caller of [...REFUSED_KEYS, ...CALLERS]) {
        for (const [i, state] of MEMES.entries()) {
          cells++;
          const id = state === "missing" ? "140000000000000000" : (await memeIn(state)).id;
          const { path, init } = await requestTo(world, { root, route }, { author, memeId: id });
          const response = await world.as(keys[caller]).send(route.method)(path, init);
          const problem = await judge(response, expectedOf(route.name, caller, i));
          if (problem) wrong.push(`${path}, ${caller}, ${state}: ${problem}`);
          // The next cell gets a fresh meme, so that it does not depend on this one.
          if (changes && response.ok && state !== "missing") delete memes[state];
        }
      }
    }
    expect(wrong).toEqual([]);
    const asked = routes.length + unversioned.length;
    expect(cells).toBe(asked * (REFUSED_KEYS.length + CALLERS.length) * MEMES.length);
  });
});

function expectedOf(name: string, caller: Caller, state: number): number {
  if (OPEN.includes(name)) return 200;
  if ((REFUSED_KEYS as readonly string[]).includes(caller)) return 401;
  return Number(MATRIX[name]![caller as (typeof CALLERS)[number]].split(" ")[state]);
}

async function judge(response: Response, expected: number): Promise<string | undefined> {
  const text = await bodyOf(response);
  if (response.status !== expected) return `${response.status} instead of ${expected}: ${text}`;
  if (!response.headers.get("content-type")?.match(/^(application\/json|text\/event-stream);/)) return "not JSON";
  if ((response.status === 401) !== (response.headers.get("www-authenticate") === "Bearer")) return "WWW-Authenticate";
  const body = JSON.parse(text) as object;
  const code = response.headers.get("x-error-code");
  const status = code === null ? undefined : ERROR_CODES[code as WireCode]?.status;
  if (status !== (response.status < 400 ? undefined : response.status)) return `X-Error-Code ${code}`;
  if (response.status < 400) return "error" in body ? "an error in a success" : undefined;
  const { error } = body as { error?: unknown };
  const shaped = Object.keys(body).length === 1 && typeof error === "string" && /^[A-Z].*\.$/.test(error);
  return shaped ? undefined : `misshapen error ${text}`;
}

async function callers(world: World): Promise<{ keys: Record<Caller, string | undefined>; author: TestMember }> {
  const people = await peopleOf(world);
  const { author, member } = people;
  const revoked = await world.key(member.user);
  const [row] = (await listKeys(world.db, member.user.id)).slice(-1);
  await revokeKey(world.ctx(), row!.id);
  const expired = await world.key(member.user, { expiresAt: Date.now() + KEY_MS });
  const keyOf = async (options: Parameters<World["member"]>[0]) => (await world.member(options)).key;
  const good = makeKey();
  const own = Object.fromEntries(PEOPLE.map((person) => [person, people[person].key])) as Record<Person, string>;
  const keys: Record<Caller, string | undefined> = {
    ...own,
    "no key": undefined,
    "bad key": good.slice(0, -1) + (good.endsWith("0") ? "1" : "0"),
    "unknown key": good,
    "revoked key": revoked,
    "expired key": expired,
    "read-only key": await world.key(author.user, { readOnly: true }),
    "Pro without permission": await keyOf({ perks: ["pro"] }),
    "permission without Pro": await keyOf({ permissions: ["Ratings", "View Integrations"] }),
    both: await keyOf({ perks: ["pro"], permissions: ["Ratings", "View Integrations"] }),
  };
  return { keys, author };
}
