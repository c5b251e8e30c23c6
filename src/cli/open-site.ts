import { lookup } from "node:dns/promises";
import { isIP } from "node:net";

import type { App } from "../app.ts";
import { addresses, type Addresses, type Config } from "../config.ts";
import { ConfigError } from "../config/checks.ts";
import { withDeadline } from "../deadline.ts";
import { answerMalformed } from "../http/answer-malformed.ts";
import { loopDelay } from "../http/ops/loop-delay.ts";
import { keepTraffic } from "../http/ops/traffic.ts";
import { keepBallast } from "../jobs/keep-ballast.ts";
import { startRunner, type Runner } from "../jobs/runner.ts";
import type { ProcessGroup } from "../processes/process-group.ts";
import type { Services } from "../services.ts";
import { stopServer, timeForRequests } from "./stop-server.ts";
import type { Service } from "../wire/service.ts";
import { HttpResponse } from "../wire/http-response.ts";
import { HttpServer } from "../wire/listen.ts";

const IDLE_SECONDS = 30;

export interface OpenSite extends Ports {
  where: Addresses;
  /** Answers requests, and those that have waited. */
  open(): void;
  /** Serves until it is asked to stop, or the disk fails. Throws if not everything was kept. */
  serveUntil(stopping: Promise<string>): Promise<void>;
}

export interface Ports {
  port: number;
  /** Undefined if the operator's own machines use the public port. */
  opsPort: number | undefined;
}

/** Takes the ports. Requests wait until it is opened. */
export async function openSite(services: Services, group: ProcessGroup): Promise<OpenSite> {
  const { config, log, guard, database } = services;
  const ready = Promise.withResolvers<App>();
  let answer: App["fetch"] = async (request) => (await ready.promise).fetch(request);
  const { server, ops } = await listenAll(config, {
    answer: (request) => answer(request),
    answerOps: async (request) => (await ready.promise).fetchOps(request),
    // Nothing has been answered before.
    failed: (error) => app.failed(error),
    refuse: (error, address) => answerMalformed(services, error, address),
    broken: (error) => log.error("a connection was ended by an error", { error: String(error) }),
    isShared: group.size > 1,
  });
  const where = addresses(config, server.port);
  await services.node?.tell({ address: where.url }); // commands that print links ask for it
  // No other command needs the routes and pages, nor does the parent of several processes.
  const { createApp } = await import("../app.ts");
  const app = createApp(services, where, { group });
  return {
    port: server.port,
    opsPort: ops?.port,
    where,
    open() {
      answer = app.fetch;
      ready.resolve(app);
    },
    async serveUntil(stopping) {
      const ballast = await keepBallast(services);
      const traffic = keepTraffic(services, app.traffic);
      loopDelay.start();
      const jobs = startRunner(services, { where });
      // A disk may fail while they are being scheduled; then the guard knows better what happened.
      const unscheduled = jobs.then(() => new Promise<never>(() => {}));
      const end = await Promise.race([stopping, guard.failed.then((what) => ({ what })), unscheduled]);
      if (typeof end === "string") log.info("stopping", { signal: end });
      else if (database.isGone?.()) log.error("stopping: the database file is gone", end);
      else log.error("stopping: the disk failed to keep what was written", end);
      const stopMs = config.stopSeconds * 1000;
      await Promise.all([stopServer(server, app, stopMs), stopJobs(services, jobs, timeForRequests(stopMs))]);
      await traffic.stop();
      // Last, so that the operator can watch it stop.
      await ops?.stop();
      ballast.stop();
      loopDelay.stop();
      database.isGone?.();
      guard.requireSound();
    },
  };
}

/** A job that goes on for longer is left to the next start, or to another process. */
async function stopJobs({ log }: Services, jobs: Promise<Runner>, ms: number) {
  const stopped = jobs.then(
    (runner) => runner.stop(),
    () => {},
  );
  await withDeadline(stopped, ms, "A job").catch(() => log.warn("a job did not stop in time and is left for later"));
}

/** Finds out whether the ports are free, and which ones they are, before several processes share them. */
export async function probePorts(config: Config): Promise<Ports> {
  const busy = () => new HttpResponse(null, { status: 503 });
  const nobody = { answer: busy, answerOps: busy, failed: busy, refuse: busy, broken() {}, isShared: false };
  const { server, ops } = await listenAll(config, nobody);
  const ports = { port: server.port, opsPort: ops?.port }; // 0 once they have stopped
  await Promise.all([server.stop(), ops?.stop()]);
  return ports;
}

interface Answering extends Omit<Service, "idleSeconds"> {
  /** Unless it is our own processes that share the port, a second server would silently take half of the requests. */
  isShared: boolean;
}

async function listenAll(config: Config, { answerOps, ...rest }: Answering & { answerOps: Service["answer"] }) {
  const server = await listen(publicPlace(config), rest);
  const place = opsPlace(config);
  try {
    return { server, ops: place && (await listen(place, { ...rest, answer: answerOps })) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Where to listen, and the settings that say so. */
interface Place {
  host: string;
  port: number;
  names: { host: string; port: string };
}

const publicPlace = ({ host, port }: Config): Place => ({
  host,
  port,
  names: { host: "GUFFAW_HOST", port: "GUFFAW_PORT" },
});

function opsPlace({ ops: { host, port } }: Config): Place | undefined {
  const names = { host: "GUFFAW_OPS_HOST", port: "GUFFAW_OPS_PORT" };
  return port === undefined ? undefined : { host, port, names };
}

async function listen(place: Place, { isShared, ...service }: Answering): Promise<HttpServer> {
  const { host, port } = place;
  try {
    return new HttpServer({ hostname: host, port, reusePort: isShared, idleSeconds: IDLE_SECONDS, ...service });
  } catch (error) {
    throw new ConfigError(`Cannot listen on ${host} port ${port}: ${await listenErrorText(place, error)}.`);
  }
}

/** The system's errors for unknown host names vary, so the name is looked up. */
async function listenErrorText({ host, names }: Place, error: unknown): Promise<string> {
  const { code, message } = error as NodeJS.ErrnoException;
  const instead = `set ${names.host} to an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them`;
  const isKnown = isIP(host) || (await lookup(host).catch(() => undefined));
  if (!isKnown) return `the name ${host} is unknown; ${instead}`;
  if (code === "EADDRNOTAVAIL") return `this machine does not have that address; ${instead}`;
  if (code === "EADDRINUSE")
    return `another program is using it; stop that program or set ${names.port} to another port (0 picks a free one)`;
  return `${message}; check ${names.host} and ${names.port}`;
}
