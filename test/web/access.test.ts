import { expect, test } from "bun:test";

import { changeCollection } from "../../src/core/collections/change-collection.ts";
import { createCollection } from "../../src/core/collections/create-collection.ts";
import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { reportMeme } from "../../src/core/reports/report-meme.ts";
import { writePage } from "../../src/core/site/write-page.ts";
import { hashPassword } from "../../src/core/users/password.ts";
import { updateUser } from "../../src/data/users.ts";
import { siteRoutes } from "../../src/http/web/site-routes.tsx";
import type { WebRoute } from "../../src/http/web/web-route.ts";
import { PEOPLE, peopleOf, PERKS } from "../callers.ts";
import { addTemplate } from "../templates.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { sessionCookie } from "./signed-in.ts";

const SLOW = 600_000;
const CALLERS = ["guest", ...PEOPLE] as const;
type Caller = (typeof CALLERS)[number];
/** What a caller gets. "wrong" is the refusal of an empty form, for callers who may send it. */
type Kind = "page" | "file" | "elsewhere" | "to sign in" | "refused" | "wrong" | "not found";
type Row = Record<Caller, Kind>;

const open = (kind: Kind, signedIn: Kind = kind): Row => ({
  guest: kind,
  suspended: kind,
  member: signedIn,
  author: signedIn,
  translator: signedIn,
  staff: signedIn,
  founder: signedIn,
});
const members = (kind: Kind, others: Partial<Row> = {}): Row => ({ ...open("to sign in", kind), ...others });
const only = (perk: (typeof PERKS)[number], kind: Kind): Row => members("refused", { [perk]: kind });

const TABLE: Record<string, Row> = {
  "GET /": open("page"),
  "GET /new": open("page"),
  "GET /day": open("page"),
  "GET /random": open("elsewhere"),
  "GET /meme/{id}": open("page"),
  "POST /meme/{id}/rate": open("wrong"),
  "POST /meme/{id}/comments": members("wrong"),
  "POST /meme/{id}/comments/{comment}/like": members("elsewhere"),
  "POST /meme/{id}/comments/{comment}/unlike": members("elsewhere"),
  // The member's comment under the author's meme.
  "POST /meme/{id}/comments/{comment}/delete": members("elsewhere", { translator: "refused", founder: "refused" }),
  "POST /meme/{id}/edit": members("refused", { author: "elsewhere" }),
  "POST /meme/{id}/disable": members("refused", { author: "elsewhere" }),
  "POST /meme/{id}/enable": members("refused", { author: "wrong" }),
  "POST /meme/{id}/delete": members("refused", { author: "elsewhere", staff: "elsewhere" }),
  "GET /meme/{id}/save": members("page"),
  "POST /meme/{id}/save": members("elsewhere"),
  "POST /meme/{id}/unsave": members("elsewhere"),
  "GET /saved": members("page"),
  "POST /saved": members("wrong"),
  // The author's.
  "GET /saved/{collection}": members("not found", { author: "page" }),
  "POST /saved/{collection}": members("not found", { author: "wrong" }),
  "POST /saved/{collection}/share": members("not found", { author: "elsewhere" }),
  "POST /saved/{collection}/unshare": members("not found", { author: "elsewhere" }),
  "POST /saved/download": members("file"),
  "POST /saved/{collection}/download": members("not found", { author: "file" }),
  "POST /saved/{collection}/delete": members("not found", { author: "elsewhere" }),
  "GET /shared/{key}": open("page"),
  "GET /meme/{id}/report": open("page"),
  "POST /meme/{id}/report": open("wrong"),
  "GET /meme/{id}/comments/{comment}/report": open("page"),
  "POST /meme/{id}/comments/{comment}/report": open("wrong"),
  "GET /reports": members("page"),
  "GET /moderation": only("staff", "page"),
  "GET /moderation/hidden": only("staff", "page"),
  "GET /moderation/memes/{id}": only("staff", "page"),
  "GET /moderation/memes/{id}/picture": only("staff", "file"),
  // It is no video.
  "GET /moderation/memes/{id}/strip": only("staff", "not found"),
  "POST /moderation/reports/{report}/take": only("staff", "wrong"),
  "POST /moderation/reports/{report}/resolve": only("staff", "wrong"),
  "POST /moderation/memes/{id}/hide": only("staff", "wrong"),
  "POST /moderation/memes/{id}/release": only("staff", "elsewhere"),
  "POST /moderation/memes/{id}/delete": only("staff", "elsewhere"),
  "POST /moderation/memes/{id}/comments/{comment}/delete": only("staff", "elsewhere"),
  "GET /moderation/log": only("staff", "page"),
  "GET /moderation/people": only("staff", "page"),
  "GET /moderation/people/{user}": only("staff", "page"),
  "POST /moderation/people/{user}/suspend": only("staff", "wrong"),
  "POST /moderation/people/{user}/lift": only("staff", "wrong"),
  "POST /moderation/people/{user}/notice": only("staff", "wrong"),
  "POST /moderation/people/{user}/avatar": only("staff", "wrong"),
  "GET /moderation/pictures": only("staff", "page"),
  "GET /moderation/pictures/new": only("staff", "not found"),
  "POST /moderation/pictures": only("staff", "not found"),
  "POST /moderation/pictures/{ban}/unban": only("staff", "not found"),
  "GET /moderation/pictures/{ban}": only("staff", "not found"),
  "POST /moderation/pictures/{ban}/hide": only("staff", "not found"),
  "GET /moderation/waiting": only("staff", "page"),
  "POST /moderation/waiting/{id}/approve": only("staff", "wrong"),
  "POST /moderation/waiting/{id}/refuse": only("staff", "wrong"),
  "GET /moderation/templates": only("staff", "page"),
  "GET /moderation/templates/{id}": only("staff", "page"),
  "POST /moderation/templates/{id}": only("staff", "wrong"),
  // It is accepted.
  "POST /moderation/templates/{id}/accept": only("staff", "wrong"),
  "POST /moderation/templates/{id}/refuse": only("staff", "wrong"),
  "POST /moderation/templates/{id}/retire": only("staff", "elsewhere"),
  "POST /moderation/templates/{id}/remove": only("staff", "elsewhere"),
  "GET /@{user}": open("page"),
  "GET /@{user}/numbers": open("page"),
  "GET /profile/{user}": open("elsewhere"),
  "POST /profile/{user}/follow": members("elsewhere", { author: "wrong" }),
  "POST /profile/{user}/unfollow": members("elsewhere"),
  "POST /profile/{user}/mute": members("elsewhere", { author: "wrong" }),
  "POST /profile/{user}/unmute": members("elsewhere"),
  "POST /profile/{user}/block": members("elsewhere", { author: "wrong" }),
  "POST /profile/{user}/unblock": members("elsewhere"),
  "GET /settings/seeing": members("page"),
  "POST /settings/seeing/words": members("wrong"),
  "POST /settings/seeing/words/unmute": members("elsewhere"),
  "GET /mature": open("page", "elsewhere"),
  "POST /mature": open("elsewhere"),
  "GET /settings/pro": members("page"),
  "POST /settings/pro/code": members("wrong"),
  "POST /settings/pro/look": members("refused"),
  "POST /moderation/people/{user}/pro": only("staff", "wrong"),
  "POST /moderation/people/{user}/pro/end": only("staff", "wrong"),
  "GET /backgrounds/{file}": open("not found"),
  "GET /submit": members("page"),
  "POST /submit": members("wrong"),
  "GET /submit/draft": members("elsewhere"),
  "POST /submit/draft": members("wrong"),
  "POST /submit/draft/discard": members("elsewhere"),
  "GET /make": open("page"),
  "POST /make": members("wrong"),
  "GET /make/offline": open("page"),
  // Without a template.
  "GET /make/preview": members("not found"),
  "POST /make/picture": members("wrong"),
  "GET /search": open("page"),
  "GET /tag/{tag}": open("page"),
  "POST /tag/{tag}/follow": members("elsewhere"),
  "POST /tag/{tag}/unfollow": members("elsewhere"),
  "GET /tags": open("page"),
  "GET /templates": open("page"),
  "GET /templates/new": members("page"),
  "POST /templates/new": members("wrong"),
  "GET /templates/{id}": open("page"),
  "POST /templates/{id}/favourite": members("elsewhere"),
  "POST /templates/{id}/unfavourite": members("elsewhere"),
  "POST /templates/{id}/withdraw": members("wrong"),
  "GET /about": open("page"),
  "GET /anywhere": open("page"),
  "GET /stats": open("page"),
  "GET /top": open("page"),
  "GET /docs": open("page"),
  "POST /theme": open("elsewhere"),
  "POST /language": open("elsewhere"),
  "GET /sign-up": open("page", "elsewhere"),
  "POST /sign-up": open("wrong"),
  "GET /sign-in": open("page", "elsewhere"),
  "POST /sign-in": open("wrong"),
  "POST /sign-out": open("elsewhere"),
  "GET /reset": open("page"),
  "POST /reset": open("refused"),
  "GET /reset/{secret}": open("not found"),
  "POST /reset/{secret}": open("not found"),
  "GET /confirm/{secret}": open("not found"),
  "POST /confirm/{secret}": open("not found"),
  "GET /sign-in/recovery": open("page"),
  "POST /sign-in/recovery": open("wrong"),
  "GET /settings": members("page"),
  "POST /settings": members("wrong"),
  "POST /settings/avatar": members("wrong"),
  "POST /settings/avatar/picture": members("wrong"),
  "POST /settings/avatar/remove": members("elsewhere"),
  "GET /settings/account": members("page"),
  "POST /settings/email": members("wrong"),
  "POST /settings/email/confirm": members("wrong"),
  "POST /settings/password": members("wrong"),
  "POST /settings/password/remove": members("wrong"),
  "POST /settings/recovery": members("wrong"),
  "POST /settings/sessions/{id}/end": members("not found"),
  "POST /settings/sessions/end": members("elsewhere"),
  "POST /settings/export": members("file"),
  "POST /settings/delete": members("wrong"),
  "GET /settings/keys": members("page"),
  "POST /settings/keys": members("wrong"),
  "POST /settings/keys/{id}/revoke": members("not found"),
  "GET /settings/gif-keys": members("page"),
  "POST /settings/gif-keys": members("wrong"),
  "POST /settings/gif-keys/{id}/revoke": members("not found"),
  "GET /settings/webhooks": members("page"),
  "POST /settings/webhooks": members("wrong"),
  "GET /settings/webhooks/{id}": members("not found"),
  "POST /settings/webhooks/{id}": members("not found"),
  "POST /settings/webhooks/{id}/secret": members("not found"),
  "POST /settings/webhooks/{id}/switch": members("not found"),
  "POST /settings/webhooks/{id}/test": members("not found"),
  "POST /settings/webhooks/{id}/deliveries/{delivery}": members("not found"),
  "POST /settings/webhooks/{id}/delete": members("not found"),
  "GET /translate": only("translator", "page"),
  "GET /translate/{language}": only("translator", "page"),
  "POST /translate/{language}": only("translator", "not found"),
  "POST /translate/{language}/back": only("translator", "not found"),
  "GET /notifications": members("page"),
  // The author receives the first one.
  "GET /notifications/{id}/open": members("not found", { author: "elsewhere" }),
  "GET /notifications/live": members("file"),
  "POST /notifications/{id}/seen": members("not found", { author: "elsewhere" }),
  "POST /notifications/{id}/delete": members("not found", { author: "elsewhere" }),
  "POST /notifications/seen": members("wrong"),
  "POST /notifications/delete": members("wrong"),
  "GET /settings/notifications": members("page"),
  "POST /settings/notifications": members("elsewhere"),
  "POST /settings/weekly-mail": members("elsewhere"),
  "GET /unsubscribe/{link}": open("not found"),
  "POST /unsubscribe/{link}": open("not found"),
  "GET /settings/passkeys": members("page"),
  "POST /settings/passkeys/options": members("wrong"),
  "POST /settings/passkeys": members("wrong"),
  "POST /settings/passkeys/{id}/rename": members("wrong"),
  "POST /settings/passkeys/{id}/remove": members("wrong"),
  "POST /sign-in/passkey/options": open("file"),
  "POST /sign-in/passkey": open("wrong"),
  "GET /admin": only("founder", "page"),
  "GET /admin/site": only("founder", "page"),
  "POST /admin/site": only("founder", "elsewhere"),
  "POST /admin/site/accent": only("founder", "elsewhere"),
  "POST /admin/site/logo": only("founder", "wrong"),
  "POST /admin/site/logo/remove": only("founder", "elsewhere"),
  "GET /admin/site/pages/{page}": only("founder", "page"),
  "POST /admin/site/pages/{page}": only("founder", "elsewhere"),
  "GET /admin/users": only("founder", "page"),
  "POST /admin/invite": only("founder", "page"),
  "GET /admin/users/{id}": only("founder", "page"),
  "POST /admin/users/{id}/perks": only("founder", "elsewhere"),
  "POST /admin/users/{id}/reset": only("founder", "page"),
  "GET /admin/keys": only("founder", "page"),
  "POST /admin/keys/{id}/revoke": only("founder", "not found"),
  "GET /admin/storage": only("founder", "page"),
  "GET /admin/jobs": only("founder", "page"),
  "POST /admin/jobs/run": only("founder", "not found"),
  "GET /admin/minute": only("founder", "page"),
  "GET /admin/errors": only("founder", "page"),
  "GET /admin/deletions": only("founder", "page"),
  "GET /admin/backups": only("founder", "page"),
  "GET /admin/settings": only("founder", "page"),
  "GET /rules": open("page"),
  // Nobody has written them.
  "GET /privacy": open("not found"),
  "GET /contact": open("not found"),
  "GET /imprint": open("not found"),
  "GET /feed.atom": open("file"),
  "GET /hot.atom": open("file"),
  "GET /tag/{tag}/feed.atom": open("file"),
  "GET /day.atom": open("file"),
  "GET /top.atom": open("file"),
  "GET /@{user}/feed.atom": open("file"),
  "GET /profile/{user}/feed.atom": open("elsewhere"),
  "GET /sitemap.xml": open("file"),
  "GET /sitemap/pages.xml": open("file"),
  "GET /sitemap/memes/{part}": open("not found"),
  "GET /sitemap/profiles/{part}": open("not found"),
  "GET /robots.txt": open("file"),
  "GET /sharex.sxcu": open("file"),
  "GET /picker.js": open("file"),
  "GET /manifest.webmanifest": open("file"),
  "GET /offline": open("page"),
  "GET /favicon.ico": open("file"),
  "GET /oembed": open("wrong"),
  "GET /opensearch.xml": open("file"),
  "GET /settings/integrations": members("page"),
  "POST /settings/integrations/{service}/link": members("not found"),
  "POST /settings/integrations/{service}/unlink": members("wrong"),
  "POST /sign-in/{service}": open("not found"),
  "GET /sign-in/{service}/callback": open("not found"),
  "GET /sign-in/{service}/new": open("not found"),
  "POST /sign-in/{service}/new": open("not found"),
};

test("every page and form has a row, and every row a page or form", () => {
  expect(siteRoutes.map(nameOf).sort()).toEqual(Object.keys(TABLE).sort());
});

test(
  "everyone gets to see and to do what is theirs, and nothing else",
  async () => {
    await using world = await openWorld("SQLite");
    const people = await signedUp(world);
    const seen = await placeOf(world, people);
    await writePage(world.ctx(), { page: "rules", text: "Be kind." });
    const wrong: string[] = [];
    for (const route of siteRoutes)
      for (const caller of CALLERS) {
        const expected = TABLE[nameOf(route)]?.[caller];
        // Each write gets fresh content, so that no cell depends on another.
        const changes = route.method === "POST" && expected === "elsewhere" && route.path.includes("{id}");
        const place = changes ? await placeOf(world, people) : seen;
        const kind = await call(world, route, place, people[caller]);
        if (kind !== expected) wrong.push(`${nameOf(route)}, ${caller}: ${kind} instead of ${expected}`);
      }
    expect(wrong).toEqual([]);
  },
  SLOW,
);

const nameOf = ({ method, path }: WebRoute) => `${method} ${path || "/"}`;

type People = Partial<Record<Caller, TestMember>>;

async function signedUp(world: World): Promise<People> {
  const people = await peopleOf(world);
  // Otherwise a fresh session would be enough to delete an account.
  const passwordHash = await hashPassword("correct horse battery", world.services.passwordCost);
  for (const { user } of Object.values(people)) await updateUser(world.db, user.id, { passwordHash });
  return people;
}

/** What the variables in a path stand for. */
interface Place {
  meme: string;
  comment: number;
  report: number;
  user: string;
  name: string;
  /** Private, and shared. */
  collection: number;
  key: string;
}

async function placeOf(world: World, { author, member }: People): Promise<Place> {
  const { id: meme } = await world.meme({ by: author!, caption: `${crypto.randomUUID()} #example` });
  const comment = await commentOnMeme(world.ctx(member), { memeId: meme, content: "ha" });
  const { report } = await reportMeme(world.ctx(member), { memeId: meme, reason: "spam", description: "" });
  const { id: user, username: name } = author!.user;
  const { id: collection } = await createCollection(world.ctx(author), { name: crypto.randomUUID() });
  const { id } = await createCollection(world.ctx(author), { name: crypto.randomUUID() });
  const { shareKey } = await changeCollection(world.ctx(author), { id, shared: true });
  return { meme, comment: comment.id, report: report.id, user, name, collection, key: shareKey! };
}

/** For everything not named here, number 1 does not exist. */
const pathOf = (path: string, { meme, comment, report, user, name, collection, key }: Place) =>
  path
    .replace(/^\/admin\/users\/\{id\}/, `/admin/users/${user}`)
    .replace(/^((\/moderation)?\/(meme|memes|waiting))\/\{id\}/, `$1/${meme}`)
    .replace("{comment}", String(comment))
    .replace("{page}", "imprint")
    .replace("{tag}", "example")
    .replace("{report}", String(report))
    .replace("{collection}", String(collection))
    .replace("{key}", key)
    .replace("@{user}", `@${name}`)
    .replace("{user}", user)
    .replace("{language}", "de")
    .replace(/\{\w+\}/g, "1") || "/";

const OF_TEMPLATE = "/templates/{id}";

/** Those who change a template get a fresh one. */
const templateFor = async (world: World, { method, path }: WebRoute) =>
  path.includes(OF_TEMPLATE) ? (await addTemplate(world, method === "GET" ? "cat" : crypto.randomUUID())).id : "";

async function call(world: World, route: WebRoute, place: Place, caller: TestMember | undefined): Promise<string> {
  const path = route.path.replace(OF_TEMPLATE, `/templates/${await templateFor(world, route)}`);
  const Cookie = caller ? await sessionCookie(world, caller) : "";
  const headers = { Cookie, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" };
  return kindOf(await world.as().send(route.method)(pathOf(path, place), { headers }));
}

const KINDS: Record<number, Kind> = { 400: "wrong", 403: "refused", 404: "not found" };

async function kindOf(answer: Response): Promise<string> {
  // This stream never ends.
  await answer.body?.cancel();
  const to = answer.headers.get("location") ?? "";
  if (answer.status === 301) return "elsewhere";
  if (answer.status === 303) return to.startsWith("/sign-in?next=") ? "to sign in" : "elsewhere";
  const isPage = answer.headers.get("content-type")?.startsWith("text/html");
  if (answer.status === 200) return isPage ? "page" : "file";
  return KINDS[answer.status] ?? String(answer.status);
}
