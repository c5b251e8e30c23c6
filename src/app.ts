import type { Addresses } from "./config.ts";
import { ApiFace, isForApi } from "./http/api/api-face.ts";
import { EventStreams } from "./http/api/event-streams.ts";
import { describeApi } from "./http/api/openapi.ts";
import { ROOTS } from "./http/api/roots.ts";
import { answerRefusal } from "./http/answer-json.ts";
import { Busy } from "./http/busy.ts";
import { Entrance } from "./http/entrance.ts";
import { Exchange } from "./http/exchange.ts";
import { mountGifs } from "./http/gif/gif-mounts.ts";
import { Gate, type GateOptions } from "./http/gate.ts";
import { mountMcp } from "./http/mcp/mcp-face.ts";
import { answerFailure } from "./http/media/answer-failure.ts";
import { mediaRoutes, type MediaRoutes } from "./http/media/media-routes.ts";
import { refusalFor } from "./http/refusal-for.ts";
import { OpenFace } from "./http/open-face.ts";
import { Metrics } from "./http/ops/metrics.ts";
import { opsRoutes, publicOpsRoutes } from "./http/ops/ops-routes.ts";
import type { TrafficCount } from "./http/ops/traffic.ts";
import { Journal } from "./http/journal.ts";
import { pathnameOf } from "./http/request-path.ts";
import { Router } from "./http/router.ts";
import { openServer } from "./http/server.ts";
import { AssetsFace } from "./http/web/assets-face.ts";
import { siteRoutes } from "./http/web/site-routes.tsx";
import { WebFace } from "./http/web/web-face.tsx";
import { openWebsite, type Website } from "./http/web/website.ts";
import { Alone, type ProcessGroup } from "./processes/process-group.ts";
import type { Services } from "./services.ts";
import { spending } from "./time-spent.ts";
import { isPending } from "./when-ready.ts";
import type { HttpRequest } from "./wire/http-request.ts";
import type { HttpResponse } from "./wire/http-response.ts";

export interface App {
  fetch(request: HttpRequest): HttpResponse | Promise<HttpResponse>;
  /** The same for the port of the operator's own machines, which has health, readiness and metrics only. */
  fetchOps: App["fetch"];
  /** The answer if what `fetch` returned cannot be sent. */
  failed(error: unknown): HttpResponse;
  /** Begins shutdown: readiness fails, answers ask to close the connection, and open streams end. */
  drain(): void;
  /** Refuses uploads that are still arriving. */
  stopUploads(): void;
  /** Holds new requests back while the work runs. */
  holdBack(work: () => Promise<void>): Promise<void>;
  /** Time since the last request, not counting health checks and metrics. */
  idleMs(): number;
  /** Requests counted since the traffic was last written down. */
  traffic: TrafficCount;
}

export interface AppOptions {
  /** Overrides the limits on concurrent requests. */
  gate?: GateOptions;
  /** The processes that share our port. */
  group?: ProcessGroup;
}

/** Mounts the faces and does what every request needs: id, start time, log line, metrics. */
export function createApp(services: Services, where: Addresses, options: AppOptions = {}): App {
  const addresses = { ...where, pictures: services.pictures };
  const metrics = new Metrics(services);
  const gate = new Gate(options.gate);
  const { group = new Alone() } = options;
  group.own = () => metrics.families();
  const website = openWebsite(openServer(services, addresses, gate, group), () => describeApi(ROOTS, addresses));
  const events = new EventStreams(services, addresses);
  metrics.watch(gate, { live: website.live, events });
  const isSecure = isAllSecure(addresses);
  const busy = new Busy(services.log, website.known);
  const entrance = new Entrance(gate, busy, services.cache, createRouters(website, metrics, events));
  const opsRouter = createOpsRouter(website, metrics);
  const opsEntrance = new Entrance(gate, busy, services.cache, () => opsRouter);
  const journal = new Journal(services);
  const refuse = (exchange: Exchange, error: unknown) => answerRefusal(exchange, refusalFor(services, exchange, error));
  const enterBy = (by: Entrance) => (exchange: Exchange) => {
    try {
      return by.enter(exchange);
    } catch (error) {
      return refuse(exchange, error);
    }
  };
  const finishLater = async (exchange: Exchange, response: Promise<HttpResponse>) =>
    finish(exchange, await response.catch((error: unknown) => refuse(exchange, error)));
  const finish = (exchange: Exchange, response: HttpResponse): HttpResponse => {
    exchange.lane?.leave();
    exchange.mark(response.headers);
    if (exchange.closes || metrics.isStopping) response.closes = true;
    const { status } = response;
    const seconds = (performance.now() - exchange.startedAt) / 1000;
    const isProbe = !metrics.record(exchange, status, seconds);
    journal.write(exchange, status, seconds, isProbe);
    return response;
  };
  const fetchBy = (by: Entrance): App["fetch"] => {
    const enter = enterBy(by);
    return (request) => {
      const exchange = new Exchange(request, isSecure);
      const response = journal.watch(exchange) ? spending(exchange, enter) : enter(exchange);
      if (!isPending(response)) return finish(exchange, response);
      exchange.isLate = true;
      return finishLater(exchange, response);
    };
  };

  return {
    drain() {
      metrics.isStopping = true;
      for (const streams of [website.live, events]) streams.stop();
    },
    stopUploads: () => website.uploads.stop(),
    holdBack: (work) => gate.holdBack(work),
    idleMs: () => entrance.idleMs,
    traffic: metrics.traffic,
    fetch: fetchBy(entrance),
    fetchOps: fetchBy(opsEntrance),
    failed: (error) => answerFailure(services, error),
  };
}

/** HSTS applies to a whole host, so it is only sent if nothing on the host is served over plain http. */
const isAllSecure = (addresses: Addresses) => servedAddresses(addresses).every((url) => url.startsWith("https:"));

const servedAddresses = ({ url, apiUrl, oldApiUrl }: Addresses) => [url, apiUrl, oldApiUrl];

/**
 * If the site and the API roots have different hosts, each host has its own router, since both may use the same paths.
 * Unknown hosts (a proxy, an IP address) get everything, by path.
 */
function createRouters(website: Website, metrics: Metrics, events: EventStreams): (host: string) => Router {
  const media = mediaRoutes(website);
  const api = new ApiFace(website, events);
  const addresses = servedAddresses(website.addresses);
  const hosts = new Set(addresses.map((url) => new URL(url).host));
  const everything = createRouter(website, metrics, { media, api }, () => true);
  const routers = new Map<string, Router>();
  // The CDN shows nothing but sealed pictures, whatever it is asked for.
  const cdn = website.services.pictures && new URL(website.services.pictures.url).host;
  if (cdn && !hosts.has(cdn)) routers.set(cdn, createMediaRouter(website, media));
  if (hosts.size === 1) return (host) => routers.get(host) ?? everything;
  for (const host of hosts)
    routers.set(
      host,
      createRouter(website, metrics, { media, api }, (url) => new URL(url).host === host),
    );
  return (host) => routers.get(host) ?? everything;
}

function createMediaRouter(website: Website, { sealed }: MediaRoutes): Router {
  const open = new OpenFace(website);
  const root = pathnameOf(website.services.pictures!.url);
  return new Router(website).mount(open, { root, routes: sealed, lane: "images" }).own(open, "", "images");
}

function createOpsRouter(website: Website, metrics: Metrics): Router {
  const open = new OpenFace(website);
  const routes = opsRoutes(website, metrics);
  return new Router(website).mount(open, { root: "", routes, lane: undefined, isStatic: true }).own(open, "", "reads");
}

/** All faces whose addresses this host serves. */
function createRouter(
  website: Website,
  metrics: Metrics,
  { media, api }: { media: MediaRoutes; api: ApiFace },
  serves: (url: string) => boolean,
): Router {
  const { addresses, root } = website;
  const hasPages = serves(addresses.url);
  const router = new Router(website);
  for (const { address, unversioned, routes } of ROOTS.filter((one) => serves(one.address(addresses)))) {
    const apiRoot = pathnameOf(address(addresses));
    router.mount(api, { root: apiRoot, routes, lane: "reads" }).own(api, apiRoot, "reads");
    for (const { path } of unversioned ? routes.filter((one) => one.unversioned) : [])
      router.alias(pathnameOf(unversioned!(addresses)) + path, apiRoot + path, hasPages ? isForApi : undefined);
  }
  const open = new OpenFace(website);
  router.mount(open, { root: "", routes: publicOpsRoutes(website, metrics), lane: undefined, isStatic: true });
  if (website.services.pictures)
    router.mount(open, { root: pathnameOf(website.services.pictures.url), routes: media.sealed, lane: "images" });
  if (!hasPages) return router.own(open, "", "pages");
  mountGifs(router, website, root);
  mountMcp(router, website, root);
  const pages = new WebFace(website);
  const assets = new AssetsFace(website, pages);
  return router
    .mount(open, { root, routes: media.own, lane: "images" })
    .mount(assets, { root, routes: assets.fixed, lane: "images", isStatic: true })
    .mount(assets, { root, routes: assets.changing, lane: "images" })
    .mount(pages, { root, routes: siteRoutes, lane: "pages" })
    .own(pages, "", "pages");
}
