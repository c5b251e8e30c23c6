import { join } from "node:path";

import packageJson from "../../../../package.json" with { type: "json" };
import { cachedContent, type Content } from "../../encoding.ts";
import type { Site } from "../frame.ts";
import { OFFLINE, offlineFiles } from "./offline-page.tsx";

const SCRIPTS = join(import.meta.dir, "../../../browser");

export type ServiceWorker = Content & { hash: string };

/** Never cached: browsers look for a new version whenever they open a page, and take it at once. */
export const SERVICE_WORKER_HEADERS = {
  "Content-Type": "text/javascript; charset=utf-8",
  "Cache-Control": "no-cache",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** The service worker of this site, or the one that removes it. It is another one when the site's name or look changes. */
export async function serviceWorkerOf(site: Site): Promise<ServiceWorker> {
  const { worker, root, name } = site;
  if (!worker) return contentOf(await bundle("no-service-worker.ts"));
  const code = await bundle("service-worker.ts");
  const { sheets, pictures } = offlineFiles(site);
  const files = [root + OFFLINE, ...sheets];
  const version = Bun.hash(JSON.stringify([packageJson.version, name, files, pictures, code])).toString(36);
  return contentOf(`const SITE=${JSON.stringify({ version, root, files, pictures })};${code}`);
}

const bundles = new Map<string, Promise<string>>();

/** Made once per process. */
const bundle = (name: string) =>
  bundles.getOrInsertComputed(name, async () => {
    const { outputs } = await Bun.build({ entrypoints: [join(SCRIPTS, name)], target: "browser", minify: true });
    return outputs[0]!.text();
  });

/** The last one, compressed. */
let last: { script: string; content: ServiceWorker } | undefined;

function contentOf(script: string): ServiceWorker {
  if (last?.script !== script) {
    const content = cachedContent(new TextEncoder().encode(script), true);
    last = { script, content: { ...content, hash: Bun.hash(script).toString(36) } };
  }
  return last.content;
}
