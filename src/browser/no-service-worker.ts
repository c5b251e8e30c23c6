// Replaces the service worker of a site that has switched it off: takes over at once, removes what the other one kept,
// and leaves.
interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
declare const self: {
  addEventListener(type: "install" | "activate", listener: (event: WaitingEvent) => void): void;
  skipWaiting(): Promise<void>;
  registration: { unregister(): Promise<boolean> };
};

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  for (const name of await caches.keys()) if (name.startsWith("guffaw-")) await caches.delete(name);
  await self.registration.unregister();
}
