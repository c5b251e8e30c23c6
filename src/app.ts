import { Hono } from "hono";
import { getPath } from "hono/utils/url";

import type { Addresses } from "./config.ts";
import { createApi, nothingHere, pathnameOf, refuse, type ApiParts, type Env } from "./http/api.ts";
import { describeApi } from "./http/api/openapi.ts";
import { answerRefusal } from "./http/answer.ts";
import { Busy, BUSY } from "./http/busy.ts";
import { ProxyWatch } from "./http/forwarded.ts";
import { Gate, type GateOptions, type LaneName } from "./http/gate.ts";
import { GuestLimit } from "./http/guest-limit.ts";
import { isHost } from "./http/host.ts";
import { refusal } from "./http/errors.ts";
import { mountImages } from "./http/media/images.ts";
import { Metrics, PROBES } from "./http/ops/metrics.ts";
import { mountOps } from "./http/ops/routes.ts";
import type { TrafficCount } from "./http/ops/traffic.ts";
import { RateLimiter } from "./http/rate-limit.ts";
import { ROOTS } from "./http/api/roots.ts";
import { Scope } from "./http/scope.ts";
import { UploadSlots } from "./http/upload-slots.ts";
import { LiveCounts } from "./http/web/notifications/live.ts";
import { mountPages } from "./http/web/routes.tsx";
import { isoNow, withoutKeys } from "./log.ts";
import type { Services } from "./services.ts";

export interface App {
  /** The server is asked for patience with uploads; without one there is none to ask. */
  fetch(request: Request, server?: Pick<Bun.Server<undefined>, "timeout" | "requestIP">): Promise<Response>;
  /** Before the end: it is not ready any more, answers ask to close the connection, and what would never end does. */
  drain(): void;
  /** Lets nothing start while the work is done. */
  holdBack(work: () => Promise<void>): Promise<void>;
  /** Time since the last request, those of the operator's machines aside. */
  idleMs(): number;
  /** What it was asked, for whoever writes it down. */
  traffic: TrafficCount;
}

export interface AppOptions {
  /** Other limits of how much is begun at once. */
  gate?: GateOptions;
}

/** Mounts the faces, and does for each request what concerns them all: its id, its start, its log line, its metrics. */
export function createApp(services: Services, addresses: Addresses, options: AppOptions = {}): App {
  const metrics = new Metrics();
  const live = new LiveCounts(services);
  const gate = new Gate(options.gate);
  const busy = new Busy(services.log);
  metrics.liveStreams = () => live.size;
  metrics.mails = services.mailer?.counts;
  metrics.requestsWaiting = () => gate.waiting;
  const hsts = hstsOf(addresses);
  const facesOf = createFaces(services, addresses, metrics, live, gate);

  let lastAt = -Infinity;
  const respond = (request: Request, scope: Scope): Response | Promise<Response> => {
    if (!hasHost(request)) return noHost(request, scope);
    const path = pathOf(request);
    const faces = facesOf(request);
    const run = () => {
      services.cache.check();
      return faces.api(request, scope, path) ?? faces.pages.fetch(request, scope);
    };
    const kind = kindOf(request.method, path, faces);
    if (kind === "probe") return run();
    lastAt = scope.startedAt;
    const lane = gate[kind];
    const start = (entry: "full" | undefined) => {
      if (entry === "full") return busy.refuse(request, scope, faces.isApi(path));
      if (kind !== "writes") scope.lane = lane;
      return run();
    };
    // What is sent may come slowly: it takes its place once it is here.
    if (kind === "writes") return start(lane.isFull(scope.startedAt) ? "full" : undefined);
    const entry = lane.enter(scope.startedAt);
    return entry instanceof Promise ? entry.then(start) : start(entry);
  };
  return {
    drain() {
      metrics.isStopping = true;
      live.stop();
    },
    async holdBack(work) {
      gate.pause();
      await work().finally(() => gate.resume());
    },
    idleMs: () => performance.now() - lastAt,
    traffic: metrics.traffic,
    async fetch(request, server) {
      const scope = new Scope(
        request,
        (seconds) => server?.timeout(request, seconds),
        () => server?.requestIP(request)?.address,
      );
      let response: Response;
      try {
        response = await respond(request, scope);
      } catch (error) {
        response = refuse(request, scope, services, error);
      }
      scope.lane?.leave();
      if (hsts) response.headers.set("Strict-Transport-Security", hsts);
      if (!scope.hasRequestId) response.headers.set("X-Request-Id", scope.requestId);
      if (scope.closes) response.headers.set("Connection", "close");
      if (metrics.isStopping) response.headers.set("Connection", "close");
      const seconds = (performance.now() - scope.startedAt) / 1000;
      metrics.record(request.method, scope.route, response.status, seconds);
      if (services.log.keeps("info") && scope.route !== BUSY)
        services.log.line(lineOf(request, scope, response.status, seconds));
      return response;
    },
  };
}

const HSTS_SECONDS = 180 * 86_400;

/** Browsers then come by https only. It holds for a host as a whole, so nothing of the site may be on plain http. */
const hstsOf = (addresses: Addresses): string | undefined =>
  Object.values(addresses).every((url) => url.startsWith("https:")) ? `max-age=${HSTS_SECONDS}` : undefined;

/** The API, and everything else: pages, images, and what is for the operator. */
interface Faces {
  api: ReturnType<typeof createApi>;
  pages: Hono<Env>;
  isApi(path: string): boolean;
  /** Whether it is a file: a picture, or one of our own. */
  isFile(path: string): boolean;
}

/** The lane for a request; the operator's own machines never wait. */
function kindOf(method: string, path: string, { isApi, isFile }: Faces): LaneName | "probe" {
  if (method !== "GET" && method !== "HEAD" && method !== "OPTIONS") return "writes";
  if (isApi(path)) return "reads";
  if (isFile(path)) return "images";
  return PROBES.includes(path) ? "probe" : "pages";
}

/**
 * Where the site and the API roots have hosts of their own, each host has its own faces: two of them may use the same
 * paths. A host that nobody named (a proxy's, an address) gets everything, by path.
 */
function createFaces(
  services: Services,
  addresses: Addresses,
  metrics: Metrics,
  live: LiveCounts,
  gate: Gate,
): (request: Request) => Faces {
  const limit = services.config.rateLimit;
  const limiter = limit && new RateLimiter(limit);
  const parts: ApiParts = {
    services,
    addresses,
    limiter,
    uploads: new UploadSlots(),
    live,
    gate,
    proxy: new ProxyWatch(services),
    guests: new GuestLimit(services.config, services.clock, services.log),
    describeApi: () => describeApi(ROOTS, addresses),
  };
  const hosts = new Set(Object.values(addresses).map((url) => new URL(url).host));
  const everything = createFace(parts, metrics, () => true);
  if (hosts.size === 1) return () => everything;
  const faces = new Map<string, Faces>();
  for (const host of hosts) {
    const own = (url: string) => new URL(url).host === host;
    faces.set(host, createFace(parts, metrics, own));
  }
  return (request) => faces.get(request.headers.get("host") ?? "") ?? everything;
}

function createFace(parts: ApiParts, metrics: Metrics, serves: (url: string) => boolean): Faces {
  const { services, addresses } = parts;
  const roots = ROOTS.filter((root) => serves(root.address(addresses)));
  const pages = new Hono<Env>({ getPath: pathOf });
  mountOps(pages, services, metrics);
  pages.notFound((c) => nothingHere(c.req.raw, c.env));
  if (serves(addresses.url)) {
    const root = pathnameOf(addresses.url);
    mountImages(pages, root, services, addresses);
    pages.notFound(mountPages(pages, root, parts));
  }
  pages.onError((error, c) => refuse(c.req.raw, c.env, services, error));
  const api = roots.map((one) => `${pathnameOf(one.address(addresses))}/`);
  const files = ["/i/", "/assets/"].map((folder) => pathnameOf(addresses.url) + folder);
  return {
    api: createApi(roots, parts, { hasPages: serves(addresses.url) }),
    pages,
    isApi: (path) => api.some((prefix) => path.startsWith(prefix)),
    isFile: (path) => files.some((prefix) => path.startsWith(prefix)),
  };
}

/** Repeated slashes count as one and a last one as none: clients in the wild send both. */
function pathOf(request: Request): string {
  const path = getPath(request);
  if (!path.includes("//") && !(path.length > 1 && path.endsWith("/"))) return path;
  return path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
}

/** Without a valid Host the URL of the request is relative or cannot be parsed, and every page would fail on it. */
const hasHost = (request: Request) => isHost(request.headers.get("host")) && request.url.startsWith("http");

const noHost = (request: Request, scope: Scope) =>
  answerRefusal(request, scope, refusal("bad_host", "The request needs one valid Host header."));

/** By hand, because it is written for every request. The query is left out: whatever is in it is the caller's affair. */
function lineOf(request: Request, scope: Scope, status: number, seconds: number): string {
  const { url, method } = request;
  const start = url.indexOf("/", 8);
  const end = url.indexOf("?", 8);
  const path = start < 0 ? url : url.slice(start, end < 0 ? undefined : end);
  const { member } = scope;
  const key = member && member.via !== "session" ? `,"key":"${member.via.id}"` : "";
  const who = member ? `,"user":"${member.user.id}"${key}` : "";
  return (
    `{"time":"${isoNow()}","level":"info","message":"request","request":"${scope.requestId}",` +
    `"method":"${method}","path":${JSON.stringify(withoutKeys(path))},"route":"${scope.route}",` +
    `"status":${status},"us":${Math.round(seconds * 1e6)}${who}}`
  );
}
