import { lookup } from "node:dns/promises";
import { isIP } from "node:net";

import type { App } from "../app.ts";
import { addresses, type Addresses, type Config } from "../config.ts";
import { ConfigError } from "../config/checks.ts";
import { loopDelay } from "../http/ops/loop-delay.ts";
import { keepTraffic } from "../http/ops/traffic.ts";
import { keepBallast } from "../jobs/keep-ballast.ts";
import { startRunner } from "../jobs/runner.ts";
import type { ProcessGroup } from "../processes/process-group.ts";
import type { Services } from "../services.ts";
import { stopServer } from "./stop-server.ts";

/** Each route has its own limit and message; a body that is not read costs no memory. */
const MAX_BODY = 2 ** 36;
const IDLE_SECONDS = 30;

export interface OpenSite {
  port: number;
  where: Addresses;
  /** Answers requests, and those that have waited. */
  open(): void;
  /** Serves until it is asked to stop, or the disk fails. Throws if not everything was kept. */
  serveUntil(stopping: Promise<string>): Promise<void>;
}

/** Takes the port. Requests wait until it is opened. */
export async function openSite(services: Services, group: ProcessGroup): Promise<OpenSite> {
  const { config, log, guard, database } = services;
  const ready = Promise.withResolvers<App>();
  let respond: App["fetch"] = async (request, server) => (await ready.promise).fetch(request, server);
  const server = await listen(config, { fetch: (request, self) => respond(request, self), shared: group.size > 1 });
  const where = addresses(config, server.port!);
  // No other command needs the routes and pages, nor does the parent of several processes.
  const { createApp } = await import("../app.ts");
  const app = createApp(services, where, { group });
  return {
    port: server.port!,
    where,
    open() {
      respond = app.fetch;
      ready.resolve(app);
    },
    async serveUntil(stopping) {
      const ballast = await keepBallast(services);
      const traffic = keepTraffic(services, app.traffic);
      loopDelay.start();
      const jobs = await startRunner(services, { url: where.url });
      const end = await Promise.race([stopping, guard.failed.then((what) => ({ what }))]);
      if (typeof end === "string") log.info("stopping", { signal: end });
      else if (database.isGone?.()) log.error("stopping: the database file is gone", end);
      else log.error("stopping: the disk failed to keep what was written", end);
      await Promise.all([stopServer(server, app), jobs.stop()]);
      await traffic.stop();
      ballast.stop();
      loopDelay.stop();
      database.isGone?.();
      guard.requireSound();
    },
  };
}

/** Finds out whether the port is free, and which one that is, before several processes share it. */
export async function probePort(config: Config): Promise<number> {
  const probe = await listen(config, { fetch: () => new Response(null, { status: 503 }), shared: false });
  const port = probe.port!; // 0 once it has stopped
  await probe.stop(true);
  return port;
}

interface Listening {
  fetch(request: Request, server: Bun.Server<undefined>): Response | Promise<Response>;
  /** Unless it is our own processes that share the port, a second server would silently take half of the requests. */
  shared: boolean;
}

async function listen(config: Config, { fetch, shared }: Listening): Promise<Bun.Server<undefined>> {
  try {
    return Bun.serve({
      hostname: config.host,
      port: config.port,
      development: false,
      reusePort: shared,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MAX_BODY,
      fetch,
    });
  } catch (error) {
    const reason = await listenErrorText(config.host, error);
    throw new ConfigError(`Cannot listen on ${config.host} port ${config.port}: ${reason}.`);
  }
}

/** The system's errors for unknown host names vary, so the name is looked up. */
async function listenErrorText(host: string, error: unknown): Promise<string> {
  const { code, message } = error as NodeJS.ErrnoException;
  const instead = "set GUFFAW_HOST to an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them";
  const isKnown = isIP(host) || (await lookup(host).catch(() => undefined));
  if (!isKnown) return `the name ${host} is unknown; ${instead}`;
  if (code === "EADDRNOTAVAIL") return `this machine does not have that address; ${instead}`;
  if (code === "EADDRINUSE")
    return "another program is using it; stop that program or set GUFFAW_PORT to another port (0 picks a free one)";
  return `${message}; check GUFFAW_HOST and GUFFAW_PORT`;
}
