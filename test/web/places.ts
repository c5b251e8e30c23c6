import { join } from "node:path";

import { OPERATORS_POLICY } from "../../src/core/ctx.ts";
import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { releaseMeme } from "../../src/core/moderation/release-meme.ts";
import { sendNotice } from "../../src/core/notifications/send-notice.ts";
import { reportComment, reportMeme } from "../../src/core/reports/report-meme.ts";
import { hashOf, makeSecret } from "../../src/core/secrets.ts";
import { makeInvite } from "../../src/core/users/invite.ts";
import { allowReset } from "../../src/core/users/reset-password.ts";
import { followUser } from "../../src/core/users/follow-user.ts";
import { suspendUser } from "../../src/core/users/suspend-user.ts";
import { finishBackup, insertBackup } from "../../src/data/backups.ts";
import { insertBannedPicture } from "../../src/data/banned-pictures.ts";
import type { Age } from "../../src/entities/age.ts";
import { insertFailures } from "../../src/data/failures.ts";
import { enqueueJob, failJob } from "../../src/data/jobs.ts";
import { insertConfirmation } from "../../src/data/confirmations.ts";
import { insertIntegration } from "../../src/data/integrations.ts";
import { insertMail } from "../../src/data/mails.ts";
import { insertPasskey } from "../../src/data/passkeys.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { addTraffic, minuteOf } from "../../src/data/traffic.ts";
import { updateUser } from "../../src/data/users.ts";
import { siteRoutes } from "../../src/http/web/site-routes.tsx";
import { ROOT, smallImage, type TestMember, type World } from "../world.ts";

/** What people write on a site. */
export interface Words {
  caption: string;
  alt: string;
  bio: string;
  comment: string;
  reason: string;
  /** What a key is called. */
  keyName: string;
  /** What the two are called. */
  author?: string;
  fan?: string;
}

/** A site on which every page has something to show. */
export interface Filled {
  world: World;
  author: TestMember;
  fan: TestMember;
  memes: Meme[];
  /** One under the first meme. */
  comment: number;
  /** Of links to a new password and to confirm an address, and of an invitation. */
  reset: string;
  confirmation: string;
  invite: string;
}

const WORDS: Words = {
  caption: "When it works on the first try and you are suspicious of it for the rest of the week",
  alt: "A person looks at a screen from very close, then from further away.",
  bio: "Collects memes.\nDonaudampfschifffahrtsgesellschaftskapitänskajütenschlüsselloch · مرحبا · 日本語",
  comment: "I feel seen. https://example.org/a/very/long/address/that/nobody/breaks/anywhere/in/the/middle/of/it",
  reason: "Not mine",
  keyName: "A bot that posts on Mondays",
};

const PICTURES: [file: string, age: Age][] = [
  ["printer.png", 1],
  ["just-finishing-up.gif", 2],
  ["bouncer.webp", 4],
  ["old-server.jpg", 2],
];

export async function fillWorld(world: World, words: Words = WORDS): Promise<Filled> {
  const author = await world.member({
    name: words.author ?? "author",
    bio: words.bio,
    perks: ["verified", "founder", "staff", "translator", "pro"],
  });
  const fan = await world.member({ name: words.fan ?? "fan", bio: words.bio, perks: ["pro"] });
  const memes: Meme[] = [];
  for (const [i, [file, age]] of PICTURES.entries()) {
    const image = await Bun.file(join(ROOT, "assets/starter", file)).bytes();
    const by = world.ctx(i < 3 ? author : fan);
    const { meme } = await submitMeme(by, { image, age, caption: i === 1 ? "" : words.caption, alt: words.alt });
    await world.rate(i < 3 ? fan : author, meme, 5 - i);
    memes.push(meme);
  }
  const comment = await talk(world, memes[0]!, author, fan, words);
  await world.key(author.user, { name: words.keyName });
  await addPasskey(world, author, words.keyName);
  await addLinked(world, author, words.keyName);
  await followUser(world.ctx(fan), author.user.id);
  await followUser(world.ctx(author), fan.user.id);
  await fail(world, words.comment);
  const reset = await allowReset(world.ctx(), fan.user);
  const confirmation = await claimAddress(world, author, fan);
  return { world, author, fan, memes, comment, reset, confirmation, invite: await makeInvite(world.ctx(), 3_600_000) };
}

/** Addresses without letters, confirmed and not. */
async function claimAddress({ db }: World, { user: author }: TestMember, { user: fan }: TestMember): Promise<string> {
  const [secret, email] = [makeSecret(), "2@20.30"];
  const confirmed = { email: "1@20.30", email_key: "1@20.30", email_confirmed_at: Date.now() };
  await updateUser(db, author.id, { ...confirmed, new_email: "3@20.30", new_email_key: "3@20.30" });
  await updateUser(db, fan.id, { new_email: email, new_email_key: email });
  const expires_at = Date.now() + 3_600_000;
  await insertConfirmation(db, { hash: hashOf(secret), user_id: fan.id, email, created_at: Date.now(), expires_at });
  return secret;
}

async function talk(world: World, { id: memeId }: Meme, author: TestMember, fan: TestMember, words: Words) {
  const { comment: content, reason } = words;
  const { id: parent } = await commentOnMeme(world.ctx(fan), { memeId, content });
  const { id: reply } = await commentOnMeme(world.ctx(author), { memeId, content, parent });
  await commentOnMeme(world.ctx(fan), { memeId, content, parent: reply });
  await reportMeme(world.ctx(fan), { memeId, reason, description: reason });
  await reportMeme(world.ctx(author), { memeId, reason, description: reason });
  await reportComment(world.ctx(author), { memeId, commentId: parent, reason, description: reason });
  await hideMeme(world.ctx(), { memeId, reason });
  await releaseMeme(world.ctx(), memeId);
  return parent;
}

/** Whatever staff can say of a person and of pictures, with these words. */
export async function moderate({ world, author }: Filled, by: TestMember, text: string): Promise<void> {
  const staff = world.ctx(author);
  await sendNotice(staff, { user: by.user.id, text });
  await suspendUser(staff, { user: by.user.id, reason: text.slice(0, 500), until: Date.now() + 86_400_000 });
  const reason = text.slice(0, 200);
  const ban = { image_hash: crypto.randomUUID(), look: "", reason, staff_name: author.user.username };
  await insertBannedPicture(world.db, { ...ban, created_at: Date.now() }, []);
  const waiting = { ...world.ctx(by), policy: { ...OPERATORS_POLICY, approveFirst: 100 } };
  await submitMeme(waiting, { image: await smallImage(), caption: text, alt: text, age: 2 });
}

const GIVEN_UP = {
  user_id: null,
  address: null,
  address_key: null,
  language: "en",
  about: "{}",
  request: null,
  ticket: null,
  tries: 3,
  created_at: 1,
  sent_at: null,
};

/** All that can go wrong, with these words: a request, a job, a mail, a backup. And somebody came. */
export async function fail({ db, services }: World, text: string, request = "failed-request"): Promise<void> {
  const now = services.clock();
  await insertFailures(db, [{ request, route: text, error: text, stack: `${text}\n    at ${text}`, created_at: now }]);
  await enqueueJob(db, "delete-image", text, now);
  await failJob(db, "delete-image", text, text, now + 60_000);
  await insertMail(db, { ...GIVEN_UP, id: crypto.randomUUID(), kind: text, error: text, failed_at: now });
  const backup = await insertBackup(db, text, now);
  await finishBackup(db, backup, { rows: 1, images: 1, bytes: 1, error: text, endedAt: now + 5000 });
  await addTraffic(db, minuteOf(now), 1, { requests: 3, failed: 1, times: [10, 2, 30, 1] });
}

/** What a person is called elsewhere is for others to decide. */
export async function addLinked({ db }: World, { user }: TestMember, name: string): Promise<void> {
  const row = { user_id: user.id, service: "github", account: name, name, subject: name, created_at: 1, used_at: 1 };
  await insertIntegration(db, row);
}

let passkeys = 0;

/** Behind the back of any authenticator: it is there, and opens nothing. */
export async function addPasskey({ db }: World, { user }: TestMember, name: string): Promise<void> {
  const row = { user_id: user.id, name, public_key: "", counter: 0, transports: "", created_at: 1, used_at: null };
  await insertPasskey(db, { ...row, id: `passkey-${++passkeys}` });
}

/** The addresses to look at for each route that is read; none for one that only leads elsewhere. */
const PAGES: Record<string, (site: Filled) => string[]> = {
  "": () => ["/", "/?age=4", "/?feed=top&period=all", "/?feed=following"],
  "/random": () => [],
  "/meme/{id}": ({ memes }) => memes.map(({ id }) => `/meme/${id}`),
  "/meme/{id}/report": ({ memes }) => [`/meme/${memes[1]!.id}/report`],
  "/meme/{id}/comments/{comment}/report": ({ memes, comment }) => [`/meme/${memes[0]!.id}/comments/${comment}/report`],
  "/reports": () => ["/reports"],
  "/moderation": () => ["/moderation"],
  "/moderation/hidden": () => ["/moderation/hidden"],
  "/moderation/memes/{id}": ({ memes }) => [`/moderation/memes/${memes[0]!.id}`],
  "/moderation/log": () => [
    "/moderation/log",
    "/moderation/log?staff=operator&kind=hide",
    "/moderation/log?words=none",
  ],
  "/moderation/people": () => ["/moderation/people", "/moderation/people?name=FA", "/moderation/people?name=nobody"],
  "/moderation/people/{user}": ({ author, fan }) => [author, fan].map(({ user }) => `/moderation/people/${user.id}`),
  "/moderation/pictures": () => ["/moderation/pictures"],
  "/moderation/pictures/new": ({ memes }) => [`/moderation/pictures/new?meme=${memes[0]!.id}`],
  "/moderation/waiting": () => ["/moderation/waiting"],
  "/admin": () => ["/admin", "/admin?range=week"],
  "/admin/users": ({ fan }) => ["/admin/users", `/admin/users?find=${fan.user.id}`, "/admin/users?find=nobody"],
  "/admin/users/{id}": ({ author, fan }) => [author, fan].map(({ user }) => `/admin/users/${user.id}`),
  "/admin/keys": () => ["/admin/keys"],
  "/admin/storage": () => ["/admin/storage"],
  "/admin/jobs": () => ["/admin/jobs"],
  "/admin/errors": () => ["/admin/errors", "/admin/errors?find=failed-request", "/admin/errors?find=none"],
  "/admin/backups": () => ["/admin/backups"],
  "/admin/settings": () => ["/admin/settings"],
  "/profile/{user}": ({ author, fan }) => [`/profile/${author.user.id}`, `/profile/${fan.user.id}`],
  "/submit": () => ["/submit"],
  "/search": () => ["/search", "/search?search=works", "/search?search=nothinglikethis"],
  "/top": () => ["/top", "/top?period=1mo"],
  "/stats": () => ["/stats"],
  "/about": () => ["/about"],
  "/docs": () => ["/docs"],
  "/sign-up": ({ invite }) => ["/sign-up", `/sign-up?invite=${invite}`],
  "/sign-in": () => ["/sign-in?next=%2Fsubmit"],
  "/reset": () => ["/reset"],
  "/settings": () => ["/settings"],
  "/settings/account": () => ["/settings/account"],
  "/settings/integrations": () => ["/settings/integrations"],
  // These need a service; see integrations.test.ts.
  "/sign-in/{service}/callback": () => [],
  "/sign-in/{service}/new": () => [],
  "/settings/keys": () => ["/settings/keys"],
  "/settings/passkeys": () => ["/settings/passkeys"],
  "/sign-in/recovery": () => ["/sign-in/recovery"],
  "/settings/pro": () => ["/settings/pro"],
  "/notifications": () => ["/notifications", "/notifications?before=1"],
  "/notifications/{id}/open": () => [],
  "/settings/notifications": () => ["/settings/notifications"],
  "/translate": () => ["/translate"],
  "/translate/{language}": () => ["/translate/de?show=all", "/translate/pl", "/translate/fr?show=suggested"],
  "/confirm/{secret}": ({ confirmation }) => [`/confirm/${confirmation}`, "/confirm/none"],
  "/reset/{secret}": ({ reset }) => [`/reset/${reset}`],
};

/** What only machines read, and what is a file. */
const OTHERS: Record<string, (site: Filled) => string[]> = {
  "/feed.atom": () => ["/feed.atom"],
  "/moderation/memes/{id}/picture": () => [],
  "/profile/{user}/feed.atom": ({ author, fan }) => [author, fan].map(({ user }) => `/profile/${user.id}/feed.atom`),
  "/sitemap.xml": () => ["/sitemap.xml"],
  "/sitemap/pages.xml": () => ["/sitemap/pages.xml"],
  "/sitemap/memes/{part}": () => ["/sitemap/memes/1-0.xml", "/sitemap/memes/2-0.xml"],
  "/sitemap/profiles/{part}": () => ["/sitemap/profiles/0-.xml"],
  "/robots.txt": () => ["/robots.txt"],
  "/manifest.webmanifest": () => ["/manifest.webmanifest"],
  "/favicon.ico": () => ["/favicon.ico"],
  "/backgrounds/{file}": () => ["/backgrounds/dots.svg"],
  // It never ends.
  "/notifications/live": () => [],
  "/oembed": ({ world, memes }) =>
    memes.map(({ id }) => `/oembed?url=${encodeURIComponent(`${world.addresses.url}/meme/${id}`)}`),
};

const NOWHERE = "/no-such-page";

/** Every page that this person can open, and the one for addresses that nobody knows. */
export const pagesFor = (site: Filled, who: "guest" | "member"): string[] => [
  ...readRoutes()
    .filter(({ access }) => who === "member" || access === "anyone")
    .flatMap(({ path }) => PAGES[path]?.(site) ?? [])
    .filter((path) => who === "member" || path !== "/?feed=following"),
  NOWHERE,
];

/** Everything that can be read, pages or not. */
export const allPlaces = (site: Filled): string[] =>
  readRoutes().flatMap(({ path }) => (PAGES[path] ?? OTHERS[path])?.(site) ?? []);

const readRoutes = () => siteRoutes.filter(({ method }) => method === "GET");

/** Routes that nobody has told the tests about. */
export const forgottenRoutes = () =>
  readRoutes()
    .map(({ path }) => path)
    .filter((path) => !(path in PAGES) && !(path in OTHERS));
