interface Policies {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): unknown };
}

/** Beside the folder that this script is in, whatever a page says. */
const WORKER = new URL("../service-worker.js", import.meta.url).href;
const OFFLINE = new URL("../offline", import.meta.url).href;

/**
 * Installs the service worker, once the page is there and if the site has one. Later versions need nothing from us: the
 * browser looks for them whenever it opens a page.
 */
export function registerWorker() {
  const { serviceWorker } = navigator;
  // Absent on plain http.
  if (!serviceWorker || !document.querySelector("[data-worker]")) return;
  if (serviceWorker.controller) return addEventListener("load", () => void renewOffline().catch(() => {}));
  const { trustedTypes } = window as { trustedTypes?: Policies };
  // The only script that our pages may add, by the only policy that they may make.
  const policy = trustedTypes?.createPolicy("service-worker", { createScriptURL: () => WORKER });
  const address = (policy?.createScriptURL("") ?? WORKER) as string;
  addEventListener("load", () => void serviceWorker.register(address).catch(() => {}));
}

/** The page for people without a network speaks the language of the others. */
async function renewOffline() {
  const name = (await caches.keys()).find((one) => one.startsWith("guffaw-"));
  if (name === undefined) return;
  const cache = await caches.open(name);
  const kept = await cache.match(OFFLINE);
  if (kept && kept.headers.get("content-language") !== document.documentElement.lang) await cache.add(OFFLINE);
}
