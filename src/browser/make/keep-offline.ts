const FILES = new URL(".", import.meta.url).href;
const PAGE = new URL("../make/offline", import.meta.url).href;

/**
 * Keeps the maker for when there is no network: its page, without anybody's name on it, and every file of ours that this
 * one has loaded, or will.
 */
export async function keepForOffline(): Promise<void> {
  if (!navigator.serviceWorker || !document.querySelector("[data-worker]")) return;
  await navigator.serviceWorker.ready;
  const name = (await caches.keys()).find((one) => one.startsWith("guffaw-"));
  if (name === undefined) return;
  const cache = await caches.open(name);
  await cache.add(new Request(PAGE, { cache: "reload" }));
  const keep = async (loaded: PerformanceEntryList) => {
    for (const { name: file } of loaded)
      // They have their hash in their address, so a copy is never old.
      if (file.startsWith(FILES) && !(await cache.match(file))) await cache.add(file);
  };
  // A busy browser lists a file some time after it has loaded it.
  new PerformanceObserver((list) => void keep(list.getEntries()).catch(() => {})).observe({
    type: "resource",
    buffered: true,
  });
}
