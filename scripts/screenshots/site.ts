// A year-old site with a few dozen people, the same on every run.
import { join as pathOf } from "node:path";

import { STARTER } from "../../assets/starter/index.ts";
import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { rateMeme } from "../../src/core/ratings/rate-meme.ts";
import { createUser } from "../../src/core/users/create-user.ts";
import { bucketOf } from "../../src/core/traffic/latency.ts";
import { chooseAppearance } from "../../src/core/pro/choose-appearance.ts";
import { reportMeme } from "../../src/core/reports/report-meme.ts";
import { followUser } from "../../src/core/users/follow-user.ts";
import type { Perk } from "../../src/core/users/change-perks.ts";
import { addTraffic, minuteOf } from "../../src/data/traffic.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { openWorld, ROOT, type TestMember, type World } from "../../test/world.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAYS = 350;
const CROWD = 60;
/** How many memes were posted, by months ago. */
const ARCHIVE: [monthsAgo: number, memes: number][] = [
  [10, 2],
  [9, 3],
  [8, 3],
  [7, 5],
  [6, 4],
  [5, 7],
  [4, 6],
  [3, 8],
  [2, 9],
];

const PEOPLE: { name: string; bio: string; perks?: Perk[] }[] = [
  {
    name: "mira",
    bio: "Keeps a home server, three cats and a list of everything they have unplugged.",
    perks: ["pro"],
  },
  { name: "owner", bio: "I run this place. Say hello.", perks: ["founder", "staff"] },
  { name: "tomasz", bio: "On call since 2009. Laughs so as not to page anyone.", perks: ["verified"] },
  { name: "yuki.draws", bio: "Draws printers with feelings." },
  { name: "ngozi", bio: "Backups are a lifestyle." },
  { name: "old_bear", bio: "Here for the comments." },
];

/** Who posts each picture, how many days ago, and how funny it is, in the order of assets/starter. */
const POSTS: { by: string; daysAgo: number; fun: number }[] = [
  { by: "mira", daysAgo: 0.15, fun: 4.7 },
  { by: "tomasz", daysAgo: 2.1, fun: 4.3 },
  { by: "ngozi", daysAgo: 0.6, fun: 4.5 },
  { by: "mira", daysAgo: 6, fun: 4.4 },
  { by: "yuki.draws", daysAgo: 0.3, fun: 3.9 },
  { by: "ngozi", daysAgo: 9, fun: 4.6 },
  { by: "tomasz", daysAgo: 1.2, fun: 4.1 },
  { by: "mira", daysAgo: 13, fun: 3.6 },
  { by: "yuki.draws", daysAgo: 3.4, fun: 4.8 },
  { by: "old_bear", daysAgo: 4.5, fun: 3.4 },
  { by: "mira", daysAgo: 20, fun: 4.2 },
  { by: "old_bear", daysAgo: 25, fun: 3.8 },
];

/** Comments on the first picture; a number is the line it replies to. */
const TALK: [by: string, content: string, to?: number][] = [
  ["ngozi", "Ours has a service-level agreement. It says: at dinner time."],
  ["mira", "Mine renegotiates it hourly.", 0],
  ["old_bear", "Five out of five, would lose the uptime again."],
  ["tomasz", "I have this printed above the rack. The cat sleeps on the printer."],
  ["yuki.draws", "The printer had it coming.", 3],
];

/** A few comments on each of the others. */
const REMARKS = [
  "I feel seen.",
  "Printed it and hung it in the office.",
  "Sent to the whole team. Nobody laughed. Five stars.",
  "Who told you about our stand-up?",
];

export interface Site {
  world: World;
  people: Map<string, TestMember>;
  memes: Meme[];
}

/** The account that looks at the pages. */
export const VIEWER = "ngozi";

export async function openSite(): Promise<Site> {
  const now = Date.now();
  let clock = now - DAYS * DAY;
  const world = await openWorld("SQLite", { env: { GUFFAW_URL: "http://localhost:8420" }, clock: () => clock });
  const join = async (input: { username: string; bio?: string; perks?: Perk[] }): Promise<TestMember> => ({
    user: await createUser(world.ctx(), input),
    key: "",
  });
  const people = new Map<string, TestMember>();
  for (const { name, ...one } of PEOPLE) people.set(name, await join({ username: name, ...one }));
  const crowd: TestMember[] = [];
  const memes: Meme[] = [];
  // Ids grow with time, so people join and post in that order.
  for (const post of postsUntil(now)) {
    clock = post.at;
    const image = await Bun.file(pathOf(ROOT, "assets/starter", post.file)).bytes();
    const { meme } = await submitMeme(world.ctx(people.get(post.by)), { ...post, image });
    memes[post.place] = meme;
    while (crowd.length < CROWD * (1 - (now - clock) / DAY / DAYS))
      crowd.push(await join({ username: `reader_${crowd.length}` }));
  }
  clock = now;
  const site = { world, people, memes };
  await react(site, crowd, now);
  await world.key(people.get(VIEWER)!.user, { name: "Picture frame in the kitchen", readOnly: true });
  await chooseAppearance(world.ctx(people.get("mira")), { name: "teal", cover: "lagoon", pattern: "grins" });
  await complain(site);
  await beBusy(world, now);
  return site;
}

/** Something for staff to do. */
async function complain({ world, people, memes }: Site) {
  const { id: memeId } = memes[4]!;
  await reportMeme(world.ctx(people.get("tomasz")), {
    memeId,
    reason: "Spam or advertising",
    description: "The third this week.",
  });
  await reportMeme(world.ctx(people.get("ngozi")), { memeId, reason: "Stolen from somebody else", description: "" });
}

/** A typical day of requests on a small site. */
async function beBusy({ db }: World, now: number) {
  const random = sequence();
  for (let ago = 1; ago < 24 * 60; ago++) {
    const minute = minuteOf(now) - ago;
    const requests = Math.round(20 + 30 * (1 - Math.cos(((minute % 1440) / 1440) * 2 * Math.PI)) + random() * 10);
    const slow = Math.ceil(requests / 20);
    const times = [bucketOf(0.0004 + random() * 0.0003), requests - slow, bucketOf(0.006 + random() * 0.01), slow];
    await addTraffic(db, minute, 0, { requests, failed: 0, times });
  }
}

/** The new notifications, which the pictures show, from 0 on; after them, those that are only counted. */
function postsUntil(now: number) {
  const fresh = POSTS.map((post, i) => ({ ...post, ...STARTER[i]!, at: now - post.daysAgo * DAY, place: i }));
  const old = ARCHIVE.flatMap(([monthsAgo, memes]) =>
    Array.from({ length: memes }, (_, i) => ({ at: now - (monthsAgo * 30 - i * 2) * DAY, i: monthsAgo + i })),
  ).map(({ at, i }, k) => ({
    ...STARTER[i % STARTER.length]!,
    at,
    by: PEOPLE[(i * 5) % PEOPLE.length]!.name,
    place: POSTS.length + k,
  }));
  return [...fresh, ...old].toSorted((one, other) => one.at - other.at);
}

async function react({ world, people, memes }: Site, crowd: TestMember[], now: number) {
  const random = sequence();
  const all = [...people.values(), ...crowd];
  for (const [i, meme] of memes.entries())
    for (const who of all.filter(({ user }) => user.id !== meme.authorId && random() < 0.8)) {
      const at = Math.floor(meme.createdAt + (now - meme.createdAt) * random() ** 3);
      const rating = Math.min(5, Math.max(1, Math.round((POSTS[i]?.fun ?? 4) + (random() + random() - 1) * 2)));
      await rateMeme({ ...world.ctx(who), now: at }, { memeId: meme.id, rating });
    }
  await rateMeme(world.ctx(people.get(VIEWER)), { memeId: memes[0]!.id, rating: 5 });
  const ids: number[] = [];
  for (const [i, [by, content, to]] of TALK.entries()) {
    const at = now - (TALK.length - i) * 0.4 * HOUR;
    const parent = to === undefined ? {} : { parent: ids[to]! };
    ids.push(
      (await commentOnMeme({ ...world.ctx(people.get(by)), now: at }, { memeId: memes[0]!.id, content, ...parent })).id,
    );
  }
  for (const [i, meme] of memes.slice(1).entries())
    for (const content of REMARKS.slice(0, i % 5))
      await commentOnMeme(world.ctx(crowd[i % crowd.length]), { memeId: meme.id, content });
  for (const [i, who] of all.entries())
    for (const other of PEOPLE.filter((_, k) => (i + k) % 3 !== 1 && PEOPLE[i]?.name !== PEOPLE[k]?.name))
      await followUser(world.ctx(who), people.get(other.name)!.user.id);
}

/** Numbers from 0 to 1, the same on every run. */
function sequence(): () => number {
  let state = 42;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}
