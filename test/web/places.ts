import { siteRoutes } from "../../src/http/web/site-routes.tsx";
import type { Filled } from "./filled-world.ts";

/**
 * The addresses to open for each route; none for one that only redirects. A {name} stands for something on the filled
 * site, so that each address can have its own test before there is a site.
 */
const PAGES: Record<string, string[]> = {
  "": ["/", "/?age=2", "/?feed=top&period=all", "/?feed=following"],
  "/new": ["/new", "/new?age=2"],
  "/day": ["/day"],
  "/random": [],
  "/meme/{id}": ["/meme/{meme}", "/meme/{gif}", "/meme/{webp}", "/meme/{fanMeme}"],
  "/meme/{id}/report": ["/meme/{gif}/report"],
  "/meme/{id}/comments/{comment}/report": ["/meme/{meme}/comments/{comment}/report"],
  "/meme/{id}/save": ["/meme/{meme}/save", "/meme/{gif}/save"],
  "/saved": ["/saved"],
  "/saved/{collection}": ["/saved/{collection}"],
  "/shared/{key}": ["/shared/{shareKey}"],
  "/reports": ["/reports"],
  "/moderation": ["/moderation"],
  "/moderation/hidden": ["/moderation/hidden"],
  "/moderation/memes/{id}": ["/moderation/memes/{meme}"],
  "/moderation/log": ["/moderation/log", "/moderation/log?staff=operator&kind=hide", "/moderation/log?words=none"],
  "/moderation/people": ["/moderation/people", "/moderation/people?name={found}", "/moderation/people?name=nobody"],
  "/moderation/people/{user}": ["/moderation/people/{author}", "/moderation/people/{fan}"],
  "/moderation/pictures": ["/moderation/pictures"],
  "/moderation/pictures/{ban}": ["/moderation/pictures/1"],
  "/moderation/pictures/new": ["/moderation/pictures/new?meme={meme}"],
  "/moderation/waiting": ["/moderation/waiting"],
  "/moderation/templates": ["/moderation/templates"],
  "/moderation/templates/{id}": ["/moderation/templates/{template}"],
  "/admin": ["/admin", "/admin?range=hour", "/admin?range=week"],
  "/admin/minute": ["/admin/minute", "/admin/minute?at=2026-11-16T14:03"],
  "/admin/site": ["/admin/site"],
  "/admin/site/pages/{page}": ["/admin/site/pages/rules", "/admin/site/pages/imprint"],
  "/admin/users": ["/admin/users", "/admin/users?find={fan}", "/admin/users?find=nobody"],
  "/admin/users/{id}": ["/admin/users/{author}", "/admin/users/{fan}"],
  "/admin/keys": ["/admin/keys"],
  "/admin/storage": ["/admin/storage"],
  "/admin/jobs": ["/admin/jobs"],
  "/admin/errors": ["/admin/errors", "/admin/errors?find=failed-request", "/admin/errors?find=none"],
  "/admin/deletions": ["/admin/deletions", "/admin/deletions?find=123456789012345678"],
  "/admin/backups": ["/admin/backups"],
  "/admin/settings": ["/admin/settings"],
  "/@{user}": ["/@{authorName}", "/@{fanName}"],
  "/@{user}/numbers": ["/@{authorName}/numbers", "/@{fanName}/numbers"],
  "/profile/{user}": [],
  "/submit": ["/submit"],
  "/make": ["/make", "/make?template={template}"],
  "/submit/draft": ["/submit/draft"],
  "/search": ["/search", "/search?search=works", "/search?search=nothinglikethis"],
  "/tag/{tag}": ["/tag/try", "/tag/try?order=new&age=2"],
  "/tags": ["/tags"],
  "/templates": ["/templates", "/templates?show=new&search=nothinglikethis"],
  "/templates/{id}": ["/templates/{template}"],
  "/templates/new": ["/templates/new", "/templates/new?meme={meme}"],
  "/top": ["/top", "/top?period=1mo"],
  "/stats": ["/stats"],
  "/about": ["/about"],
  "/anywhere": ["/anywhere"],
  "/docs": ["/docs"],
  "/rules": ["/rules"],
  "/privacy": ["/privacy"],
  "/contact": ["/contact"],
  // Nobody has written it.
  "/imprint": [],
  "/sign-up": ["/sign-up", "/sign-up?invite={invite}"],
  "/sign-in": ["/sign-in?next=%2Fsubmit"],
  "/reset": ["/reset"],
  "/settings": ["/settings"],
  "/settings/account": ["/settings/account"],
  "/settings/integrations": ["/settings/integrations"],
  // These need a service; see integrations.test.ts.
  "/sign-in/{service}/callback": [],
  "/sign-in/{service}/new": [],
  "/settings/keys": ["/settings/keys"],
  "/settings/gif-keys": ["/settings/gif-keys"],
  "/settings/webhooks": ["/settings/webhooks"],
  "/settings/webhooks/{id}": ["/settings/webhooks/{webhook}"],
  "/settings/passkeys": ["/settings/passkeys"],
  "/sign-in/recovery": ["/sign-in/recovery"],
  "/settings/seeing": ["/settings/seeing"],
  "/mature": ["/mature"],
  "/settings/pro": ["/settings/pro"],
  "/notifications": ["/notifications", "/notifications?before=1"],
  "/notifications/{id}/open": [],
  "/settings/notifications": ["/settings/notifications"],
  "/translate": ["/translate"],
  "/translate/{language}": ["/translate/de?show=all", "/translate/pl", "/translate/fr?show=suggested"],
  "/confirm/{secret}": ["/confirm/{confirmation}", "/confirm/none"],
  "/unsubscribe/{link}": ["/unsubscribe/{subscription}", "/unsubscribe/none"],
  "/reset/{secret}": ["/reset/{reset}"],
};

/** Files, and anything else only machines read. */
const OTHERS: Record<string, string[]> = {
  "/feed.atom": ["/feed.atom"],
  "/hot.atom": ["/hot.atom"],
  "/tag/{tag}/feed.atom": ["/tag/try/feed.atom"],
  "/day.atom": ["/day.atom"],
  "/top.atom": ["/top.atom", "/top.atom?period=all"],
  "/moderation/memes/{id}/picture": [],
  "/moderation/memes/{id}/strip": [],
  "/@{user}/feed.atom": ["/@{authorName}/feed.atom", "/@{fanName}/feed.atom"],
  "/profile/{user}/feed.atom": [],
  "/sitemap.xml": ["/sitemap.xml"],
  "/sitemap/pages.xml": ["/sitemap/pages.xml"],
  "/sitemap/memes/{part}": ["/sitemap/memes/1-0.xml", "/sitemap/memes/2-0.xml"],
  "/sitemap/profiles/{part}": ["/sitemap/profiles/0-.xml"],
  "/robots.txt": ["/robots.txt"],
  "/sharex.sxcu": ["/sharex.sxcu"],
  "/picker.js": ["/picker.js"],
  "/offline": ["/offline"],
  "/make/offline": ["/make/offline"],
  // Needs a template; see make.test.ts.
  "/make/preview": [],
  "/opensearch.xml": ["/opensearch.xml"],
  "/manifest.webmanifest": ["/manifest.webmanifest"],
  "/favicon.ico": ["/favicon.ico"],
  "/backgrounds/{file}": ["/backgrounds/dots.svg"],
  // Endless.
  "/notifications/live": [],
  "/oembed": ["meme", "gif", "webp", "fanMeme"].map((name) => `/oembed?url={url}%2Fmeme%2F{${name}}`),
};

const NOWHERE = "/no-such-page";

export const WHO = ["guest", "member"] as const;
export type Who = (typeof WHO)[number];

/** The address of every page that a guest or a member can open, and of the page for unknown addresses. */
export const pageTemplates = (who: Who): string[] => [
  ...readRoutes()
    .filter(({ access }) => who === "member" || access === "anyone")
    .flatMap(({ path }) => PAGES[path] ?? [])
    .filter((path) => who === "member" || path !== "/?feed=following"),
  NOWHERE,
];

export const pagesFor = (site: Filled, who: Who): string[] => pageTemplates(who).map((path) => addressOf(site, path));

/** Everything that can be read, pages or not. */
export const allPlaces = (site: Filled): string[] =>
  readRoutes().flatMap(({ path }) => (PAGES[path] ?? OTHERS[path] ?? []).map((one) => addressOf(site, one)));

export function addressOf(site: Filled, path: string): string {
  const { world, author, fan, comment, reset, confirmation, subscription, invite, collection, shareKey, template } =
    site;
  const [meme, gif, webp, fanMeme] = site.memes.map(({ id }) => id);
  const names: Record<string, string | number | undefined> = {
    meme,
    gif,
    webp,
    fanMeme,
    comment,
    reset,
    confirmation,
    subscription,
    invite,
    collection,
    shareKey,
    template,
    webhook: site.webhook,
    author: author.user.id,
    fan: fan.user.id,
    authorName: author.user.username,
    fanName: fan.user.username,
    troll: site.troll?.user.id,
    found: fan.user.username.slice(0, 2).toUpperCase(),
    url: encodeURIComponent(world.addresses.url),
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (names[name] === undefined) throw new Error(`${path} names something that the site does not have.`);
    return String(names[name]);
  });
}

const readRoutes = () => siteRoutes.filter(({ method }) => method === "GET");

/** Routes in neither list. */
export const forgottenRoutes = () =>
  readRoutes()
    .map(({ path }) => path)
    .filter((path) => !(path in PAGES) && !(path in OTHERS));
