import { picturesLost } from "../../core/memes/pictures-lost.ts";
import { isSignedBy, signatureOf } from "../../core/secrets.ts";
import { DiskFullError } from "../../data/ballast.ts";
import { requireFiles } from "../../data/files.ts";
import { ping } from "../../data/open.ts";
import { withDeadline } from "../../deadline.ts";
import { DomainError } from "../../errors.ts";
import type { ProcessGroup } from "../../processes/process-group.ts";
import type { Services } from "../../services.ts";
import { isFullDisk } from "../../storage/filesystem.ts";
import type { Exchange } from "../exchange.ts";
import type { OpenRoute } from "../open-face.ts";
import type { Server } from "../server.ts";
import { textOf } from "./families.ts";
import type { Metrics } from "./metrics.ts";

const READY_MS = 3000;
const FULL = "is full";
const PLAIN = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
const HEADERS = { "Content-Type": "application/json; charset=utf-8", ...PLAIN };
const AGAIN_HEADERS = { ...HEADERS, "Retry-After": "2" };

/** Liveness, which tells nothing that the site itself does not. */
const HEALTH: OpenRoute = {
  method: "GET",
  path: "/healthz",
  access: "anyone",
  handle: () => new Response('{"status":"ok"}', { headers: HEADERS }),
};

/** On the public port. If the operator has another port for the rest, nobody finds it here. */
export const publicOpsRoutes = (server: Server, metrics: Metrics): readonly OpenRoute[] =>
  server.services.config.ops.port === undefined ? opsRoutes(server, metrics) : [HEALTH];

/** For the operator's own machines: liveness, readiness, metrics. */
export function opsRoutes({ services, group }: Server, metrics: Metrics): readonly OpenRoute[] {
  const { token } = services.config.ops;
  const guarded = (path: string, answer: () => Promise<Response>): OpenRoute => ({
    method: "GET",
    path,
    access: "anyone",
    handle({ exchange }) {
      if (token === undefined || isBearer(exchange, token)) return answer();
      throw new DomainError("not_signed_in", "This address needs the token of whoever runs this site.");
    },
  });
  return [
    HEALTH,
    guarded("/readyz", () => readiness(services, metrics, group)),
    guarded("/metrics", async () => {
      const headers = { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", ...PLAIN };
      return new Response(textOf([...(await group.metrics()), ...(await metrics.site.read())]), { headers });
    }),
  ];
}

function isBearer({ request }: Exchange, token: string): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  return given !== undefined && isSignedBy(given, token, signatureOf(token, token));
}

async function readiness(services: Services, metrics: Metrics, group: ProcessGroup): Promise<Response> {
  if (metrics.isStopping) return new Response('{"status":"stopping"}', { status: 503, headers: AGAIN_HEADERS });
  const [database, storage] = await Promise.all([databaseOf(services), storageOf(services)]);
  const rights = await answers(services, "files", () => requireRights(services), "may not all be read and written");
  const disk = diskOf(services, [database, storage].includes(FULL));
  const processes = processesOf(group);
  const ready = [database, storage, disk, rights, processes ?? "ok"].every((state) => state === "ok");
  const body = JSON.stringify({ status: ready ? "ok" : "unavailable", database, storage, disk, rights, processes });
  return new Response(body, { status: ready ? 200 : 503, headers: ready ? HEADERS : AGAIN_HEADERS });
}

async function databaseOf(services: Services): Promise<string> {
  const { meter, db, isGone } = services.database;
  if (isGone?.()) return "is missing: its file was removed or replaced, and the service ends";
  return meter.damaged ? "is damaged" : answers(services, "database", () => ping(db));
}

async function storageOf(services: Services): Promise<string> {
  const { database, storage } = services;
  const state = await answers(services, "storage", () => storage.probe());
  if (state !== "ok") return state;
  const lost = withDeadline(picturesLost({ db: database.db, storage }), READY_MS, "The storage");
  // A silent database is reported separately.
  return (await lost.catch(() => undefined)) === undefined
    ? "ok"
    : "the pictures are not there: is the folder mounted?";
}

function diskOf({ guard, database }: Services, isFull: boolean): string {
  if (guard.isBroken && !database.isGone?.()) return "failed to keep what was written: the service ends";
  if (database.ballast?.state() === "spent") return "full, ballast spent: things can only be deleted and hidden";
  return isFull ? "full: nothing can be added until there is room" : "ok";
}

/** Undefined for a process on its own. */
function processesOf({ size, running }: ProcessGroup): string | undefined {
  if (size === 1) return undefined;
  return running() === size ? "ok" : `${running()} of ${size} are running`;
}

async function requireRights({ config, storage }: Services) {
  await requireFiles(config.database);
  await storage.inspect?.();
}

async function answers(
  { log }: Services,
  what: string,
  ask: () => Promise<unknown>,
  failing = "does not answer",
): Promise<string> {
  try {
    await withDeadline(ask(), READY_MS, `The ${what}`);
    return "ok";
  } catch (error) {
    log.warn("not ready", { what, error: String(error) });
    return isFullDisk(error) || error instanceof DiskFullError ? FULL : failing;
  }
}
