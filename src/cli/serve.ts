import { lookup } from "node:dns/promises";
import { isIP } from "node:net";

import type { App } from "../app.ts";
import { addresses, lacksUrl, type Config } from "../config.ts";
import { ConfigError } from "../config/checks.ts";
import { unknownSetting } from "../config/variable-names.ts";
import { claimStorage } from "../core/memes/claim-storage.ts";
import { picturesLost } from "../core/memes/pictures-lost.ts";
import { deleteFact } from "../data/site.ts";
import { PROXY_SEEN, SET_URL } from "../http/forwarded.ts";
import { keepTraffic } from "../http/ops/traffic.ts";
import { keepBallast } from "../jobs/keep-ballast.ts";
import { startRunner } from "../jobs/runner.ts";
import { Log } from "../log.ts";
import { contextOf, openServices, type Services } from "../services.ts";
import { isFullDisk } from "../storage/filesystem.ts";
import type { Command, Terminal } from "./command.ts";
import { stopServer } from "./stop-server.ts";
import { makeStarter, type Starter } from "./starter.ts";

/** Each route has its own limit and message; a body that is not read costs no memory. */
const MAX_BODY = 2 ** 36;
const IDLE_SECONDS = 30;

export const serve: Command = {
  name: "serve",
  args: "",
  summary: "run the service until Ctrl-C",
  details: "Settings come from the environment or from the file .env; .env.example lists them all.",
  count: [0, 0],
  saysUnknown: true,
  async run({ config, terminal }) {
    const stopping = terminal.stopSignal();
    const log = new Log(config.log, terminal.log);
    for (const name of config.unknown) {
      if (terminal.isTTY) terminal.warn(`guffaw: ${unknownSetting(name)}\n`);
      else log.warn(unknownSetting(name));
    }
    await using services = await openServices(config, { log, upgrade: true });
    const ballast = await keepBallast(services);
    await probe(services);
    await claimImages(services);
    await forgetProxy(services);

    // Take the port before making the first memes: their key is printed once, and must not be lost because the port is
    // in use. Requests that arrive meanwhile wait.
    const ready = Promise.withResolvers<App>();
    let respond: App["fetch"] = async (request, server) => (await ready.promise).fetch(request, server);
    const server = await listen(config, (request, self) => respond(request, self));
    const where = addresses(config, server.port!);
    // No other command needs the routes and pages.
    const { createApp } = await import("../app.ts");
    const app = createApp(services, where);
    const starter = config.starter ? await makeStarter(services, amongLogLines(terminal, log)) : undefined;
    respond = app.fetch;
    ready.resolve(app);
    log.info("listening", { url: where.url, host: config.host, port: server.port });
    banner(terminal, where.url, where.apiUrl, starter);
    if (lacksUrl(config)) sayUrl(config, terminal, log);
    terminal.emit({ url: where.url, port: server.port!, ...starter });

    const traffic = keepTraffic(services, app.traffic);
    const jobs = await startRunner(services, { url: where.url });
    const end = await Promise.race([stopping, services.guard.failed.then((what) => ({ what }))]);
    if (typeof end === "string") log.info("stopping", { signal: end });
    else if (services.database.isGone?.()) log.error("stopping: the database file is gone", end);
    else log.error("stopping: the disk failed to keep what was written", end);
    await Promise.all([stopServer(server, app), jobs.stop()]);
    await traffic.stop();
    ballast.stop();
    services.database.isGone?.();
    services.guard.requireSound();
    terminal.say("Stopped. Everything is saved.");
    return undefined;
  },
};

/** When standard error is not a terminal, programs read it, so every line must be a log line. */
export const amongLogLines = (terminal: Terminal, log: Log): Terminal =>
  terminal.isTTY ? terminal : { ...terminal, warn: (text) => log.info(text.trim()) };

function sayUrl({ host, signup }: Config, terminal: Terminal, log: Log) {
  const mode = signup === undefined ? ", and sign-up is invite-only" : "";
  const text = `Other machines can reach this site (GUFFAW_HOST is ${host}), but GUFFAW_URL is not set: ${SET_URL}. Until then, forms sent from other machines are refused${mode}.`;
  log.warn(text);
  terminal.say(`${text}\n`);
}

/** Each process finds out for itself whether there is a proxy in front. */
async function forgetProxy({ database, log }: Services) {
  await deleteFact(database.db, PROXY_SEEN).catch((error: unknown) =>
    log.warn("could not forget the proxy that was in front", { error: String(error) }),
  );
}

/** A site starts even on a full disk, so that people can read and delete. */
async function probe({ storage, log }: Services) {
  const say = (error: Error) => log.error("some images cannot be used", { reason: error.message });
  await storage.probe().catch((error: unknown) => {
    if (!isFullDisk(error)) throw error;
    log.error("no images can be stored", { reason: (error as Error).message });
  });
  await storage.inspect?.().catch(say);
}

/** A site whose orphaned files cannot be deleted still works, so this only logs. */
async function claimImages(services: Services) {
  const ctx = contextOf(services, { kind: "system", job: "serve" });
  const lost = await picturesLost(ctx).catch(() => undefined);
  if (lost !== undefined) return services.log.error("the pictures are not there", { reason: lost });
  const reason = await claimStorage(ctx).catch((error: Error) => error.message);
  if (reason) services.log.warn("orphaned files will not be deleted", { reason });
}

async function listen(config: Config, fetch: App["fetch"]) {
  try {
    return Bun.serve({
      hostname: config.host,
      port: config.port,
      development: false,
      reusePort: false, // a second server would silently take half of the requests
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

function banner(terminal: Terminal, url: string, apiUrl: string, starter: Starter | undefined) {
  terminal.say(`\nGuffaw is running at ${url}  (Ctrl-C stops it)\n`);
  terminal.say(`  API reference  ${url}/docs`);
  if (!starter) return terminal.say("");
  terminal.say(`  Account        ${starter.username}`);
  terminal.say(`  Password       ${starter.password}`);
  terminal.say(`  API key        ${starter.key}`);
  terminal.say("\nThe password and key are shown only once, so save them. Try it:\n");
  terminal.say(`curl -H "Authorization: ${starter.key}" ${apiUrl}/v1/meme/random\n`);
}
