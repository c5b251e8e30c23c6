// The service worker, a bundle of its own. It keeps one page for people without a network, with its looks, and the meme
// maker once somebody has used it (make/keep-offline.ts puts it here). Every other page comes from the site, so nothing
// here can be stale or private. It also takes pictures that other apps share with the installed site.
import { handOver } from "./handed-over.ts";

/** Prepended by the server. */
declare const SITE: {
  /** Changes with this code, with the site's name and with every file below: browsers then install it anew. */
  version: string;
  root: string;
  /** The page for people without a network, first, and its stylesheets. */
  files: string[];
  /** Its logo and icon, without which it is still a page. */
  pictures: string[];
};

interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends WaitingEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

/** What our types do not know, because they are those of pages. */
interface Worker {
  addEventListener(type: "install" | "activate", listener: (event: WaitingEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
}
declare const self: Worker;

const { version, root, files, pictures } = SITE;
const [offline, ...sheets] = files as [string, ...string[]];
const looks = [...sheets, ...pictures];
const CACHE = `guffaw-${version}`;
const MAKER = `${root}/make`;
/** Where the site's files are. All have their hash in their address. */
const ASSETS = `${root}/assets/`;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method === "POST" && pathname === `${root}/submit/shared`) event.respondWith(receive(request));
  else if (request.method !== "GET") return;
  else if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (looks.includes(pathname) || pathname.startsWith(ASSETS)) event.respondWith(kept(request));
});

/** The new version takes over at once, from open pages too: it has nothing they could miss. */
async function install() {
  const cache = await caches.open(CACHE);
  // The others have their hash in their address, so the copy that the page has just loaded is the right one.
  await cache.addAll([new Request(offline, { cache: "reload" }), ...sheets]);
  await Promise.allSettled(pictures.map((picture) => cache.add(picture)));
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("guffaw-") && name !== CACHE) await caches.delete(name);
  // The browser asks the site while it starts this worker, so pages are not slower for it.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function navigate({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    const cache = await caches.open(CACHE);
    const isMaker = new URL(request.url).pathname === MAKER;
    const maker = isMaker ? await cache.match(`${MAKER}/offline`) : undefined;
    return maker ?? (await cache.match(offline)) ?? Response.error();
  }
}

const kept = async (request: Request): Promise<Response> =>
  (await (await caches.open(CACHE)).match(request)) ?? fetch(request);

/** Guests sign in on the way, and then find it in the form. */
async function receive(request: Request): Promise<Response> {
  const form = await request.formData();
  const picture = form.getAll("image").find((one) => one instanceof File && one.size > 0);
  const words = ["text", "title"].map((name) => form.get(name)).find((one) => typeof one === "string" && one !== "");
  if (picture instanceof File)
    await handOver({ file: picture, words: String(words ?? ""), person: "" }).catch(() => {});
  return Response.redirect(`${root}/submit`, 303);
}
