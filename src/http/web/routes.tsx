import type { Context, Hono } from "hono";

import type { Addresses } from "../../config.ts";
import { readStats } from "../../core/stats/read-stats.ts";
import { contextOf, type Services } from "../../services.ts";
import type { Env } from "../api.ts";
import { refusalOf } from "../errors.ts";
import { ROOTS } from "../roots.ts";
import { answerAsset, answerPage, pageHeaders, pageOf, type Page } from "./answer.ts";
import { findAsset, loadAssets } from "./assets.ts";
import { referenceOf } from "./docs/reference.ts";
import type { Site } from "./layout.tsx";
import { DocsPage } from "./pages/docs.tsx";
import { HomePage } from "./pages/home.tsx";
import { failure, MessagePage, NOT_FOUND, WRONG_METHOD, type Message } from "./pages/message.tsx";

type Handler = (c: Context<Env>, site: Site) => Promise<Response> | Response;

/** The website's pages; returns its answer to an address that nobody knows. */
export function mountPages(app: Hono<Env>, root: string, services: Services, addresses: Addresses) {
  const headers = pageHeaders(addresses);
  const siteOf = async (): Promise<Site> => {
    const assets = await loadAssets();
    return { root, asset: (name) => `${root}/assets/${assets.get(name)!.file}` };
  };
  const say = (c: Context<Env>, site: Site, message: Message, extra: Record<string, string> = {}) =>
    answerPage(c, pageOf(<MessagePage site={site} message={message} />), { ...headers, ...extra }, message.status);

  /** A page is read with GET and HEAD; whatever goes wrong with it is told as a page too. */
  const mount = (path: string, handler: Handler) => {
    app.all(root + path || "/", async (c) => {
      c.env.route = root + path.replace(/:(\w+)/g, "{$1}") || "/";
      const site = await siteOf();
      if (c.req.method !== "GET" && c.req.method !== "HEAD") return say(c, site, WRONG_METHOD, { Allow: "GET, HEAD" });
      try {
        return await handler(c, site);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal?.status === 404) return say(c, site, NOT_FOUND);
        const { requestId, route } = c.env;
        const stack = error instanceof Error ? error.stack : undefined;
        services.log.error("page failed", { request: requestId, route, error: String(error), stack });
        return say(c, site, failure(refusal?.status ?? 500, requestId), refusal?.headers);
      }
    });
  };
  const notFound = async (c: Context<Env>) => say(c, await siteOf(), NOT_FOUND);

  mount("", async (c, site) => {
    const stats = await readStats(contextOf(services, { kind: "guest" }));
    const curl = `curl -H "Authorization: $KEY" \\\n  ${addresses.apiUrl}/v1/meme/random`;
    return answerPage(c, pageOf(<HomePage site={site} stats={stats} curl={curl} />), headers);
  });

  let docs: Page | undefined;
  mount("/docs", (c, site) => {
    docs ??= pageOf(<DocsPage site={site} reference={referenceOf(ROOTS, addresses)} />);
    return answerPage(c, docs, headers);
  });

  mount("/assets/:file", async (c) => {
    const found = findAsset(await loadAssets(), c.req.param("file")!);
    return found ? answerAsset(c, found) : notFound(c);
  });

  return notFound;
}
