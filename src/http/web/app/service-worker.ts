import { join } from "node:path";

import packageJson from "../../../../package.json" with { type: "json" };
import { cachedContent, type Content } from "../../encoding.ts";
import type { FixedSite } from "../frame.ts";
import { OFFLINE, OFFLINE_ASSETS } from "./offline-page.tsx";

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

/** The service worker of this site, or the one that removes it. */
export async function buildServiceWorker({ worker, root, asset }: FixedSite): Promise<ServiceWorker> {
  if (!worker) return contentWithHash(await bundle("no-service-worker.ts"));
  const code = await bundle("service-worker.ts");
  const files = [root + OFFLINE, ...OFFLINE_ASSETS.map(asset)];
  const version = Bun.hash(JSON.stringify([packageJson.version, files, code])).toString(36);
  return contentWithHash(`const SITE=${JSON.stringify({ version, root, files })};${code}`);
}

async function bundle(name: string): Promise<string> {
  const { outputs } = await Bun.build({ entrypoints: [join(SCRIPTS, name)], target: "browser", minify: true });
  return outputs[0]!.text();
}

const contentWithHash = (script: string): ServiceWorker => ({
  ...cachedContent(new TextEncoder().encode(script), true),
  hash: Bun.hash(script).toString(36),
});
