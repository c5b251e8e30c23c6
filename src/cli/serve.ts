import { buildInfo } from "../build-info.ts";
import { addresses, lacksUrl, type Addresses, type Config } from "../config.ts";
import { unknownSetting } from "../config/variable-names.ts";
import { claimStorage } from "../core/memes/claim-storage.ts";
import { picturesLost } from "../core/memes/pictures-lost.ts";
import { deleteFact } from "../data/site.ts";
import { DomainError } from "../errors.ts";
import { PROXY_SEEN, SET_URL } from "../http/forwarded.ts";
import { queueTemplates } from "../jobs/install-templates.ts";
import { keepBallast } from "../jobs/keep-ballast.ts";
import { Log } from "../log.ts";
import { Alone } from "../processes/process-group.ts";
import { Supervisor } from "../processes/supervisor.ts";
import { contextOf, openServices, type Services } from "../services.ts";
import { isFullDisk } from "../storage/filesystem.ts";
import type { Command, Terminal } from "./command.ts";
import { clockProblems } from "./examine-clock.ts";
import { examineFonts } from "./examine-fonts.ts";
import { recordService } from "./data-place.ts";
import { openSite, probePorts, type Ports } from "./open-site.ts";
import { describeMissing } from "./renditions.ts";
import { makeStarter, type Starter } from "./starter.ts";

export const serve: Command = {
  name: "serve",
  args: "",
  summary: "run the service until Ctrl-C",
  details:
    "Settings come from the environment or from the file .env; .env.example lists them all. GUFFAW_WORKERS=auto uses all cores of the machine.",
  count: [0, 0],
  saysUnknown: true,
  async run({ config, terminal }) {
    const stopping = terminal.stopSignal();
    const log = new Log(config.log, terminal.log);
    log.info("starting", { ...buildInfo() });
    for (const name of config.unknown) {
      if (terminal.isTTY) terminal.warn(`guffaw: ${unknownSetting(name)}\n`);
      else log.warn(unknownSetting(name));
    }
    const start = { config, terminal, log, stopping };
    await (config.workers > 1 ? serveTogether(start) : serveAlone(start));
    log.info("stopped");
    await log.flush();
    terminal.say("Stopped. Everything is saved.");
    return undefined;
  },
};

interface Start {
  config: Config;
  terminal: Terminal;
  log: Log;
  stopping: Promise<string>;
}

async function serveAlone({ config, terminal, log, stopping }: Start): Promise<void> {
  await using services = await openServices(config, { log, upgrade: true });
  await prepare(services);
  // Take the port before making the first memes: their key is printed once, and must not be lost because the port is
  // in use. Requests that arrive meanwhile wait.
  const site = await openSite(services, new Alone());
  const starter = await makeStarterFor(services, terminal);
  site.open();
  announce({ config, terminal, log }, site, starter);
  limitStopping(config, terminal, stopping);
  await site.serveUntil(stopping);
}

/** Whoever sends the signal kills us after some time; better to say so ourselves. What was acknowledged is saved. */
function limitStopping({ stopSeconds }: Config, terminal: Terminal, stopping: Promise<string>) {
  const why = `guffaw: Stopping took longer than GUFFAW_STOP_SECONDS (${stopSeconds}), so the rest was cut off.\n`;
  void stopping.then(() => terminal.endWithin(stopSeconds * 1000, why));
}

/** Prepares the site, and lets several processes serve it. */
async function serveTogether({ config, terminal, log, stopping }: Start): Promise<void> {
  const ports = await probePorts(config);
  const ops = { ...config.ops, port: ports.opsPort };
  using group = new Supervisor({ ...config, port: ports.port, ops }, log);
  const starter = await withPrepared({ config, log }, async (services) => {
    await group.start();
    return makeStarterFor(services, terminal);
  }).catch(async (error: unknown) => {
    await group.stop("SIGTERM");
    throw error;
  });
  group.open();
  announce({ config, terminal, log }, ports, starter);
  limitStopping(config, terminal, stopping);
  const end = await Promise.race([stopping, group.broken]);
  await group.stop(typeof end === "string" ? end : "a failed disk");
  await log.flush();
  if (typeof end !== "string") throw new DomainError("unavailable", end.problems.join(" "));
}

/** The parent needs the database only at the start. */
async function withPrepared<T>(
  { config, log }: Pick<Start, "config" | "log">,
  work: (services: Services) => Promise<T>,
) {
  await using services = await openServices(config, { log, upgrade: true });
  await prepare(services);
  return await work(services);
}

async function prepare(services: Services): Promise<void> {
  (await keepBallast(services)).stop();
  await probe(services);
  await claimImages(services);
  await forgetProxy(services);
  await recordService(services);
  await sayMissing(services);
  await sayClock(services);
  await sayFonts(services);
}

async function sayFonts({ config, log }: Services) {
  for (const { ok, warning, said } of await examineFonts(config)) if (!ok || warning) log.warn(said);
}

async function sayClock({ database, clock, log }: Services) {
  for (const problem of await clockProblems(database.db, clock).catch(() => [])) log.warn(problem);
}

/** After an upgrade, older memes lack what newer ones have. */
async function sayMissing({ database, log }: Services) {
  const missing = await describeMissing(database.db).catch(() => undefined);
  if (missing) log.info(missing);
}

async function makeStarterFor(services: Services, terminal: Terminal): Promise<Starter | undefined> {
  // They can wait for the next start. A site on a full disk has to start, so that something can be deleted.
  await queueTemplates(services).catch((error: unknown) =>
    services.log.warn("templates put off", { error: String(error) }),
  );
  return services.config.starter ? makeStarter(services, terminal) : undefined;
}

function announce(
  { config, terminal, log }: Omit<Start, "stopping">,
  { port, opsPort }: Ports,
  starter: Starter | undefined,
) {
  const where = addresses(config, port);
  log.info("listening", { url: where.url, host: config.host, port, opsPort });
  banner(terminal, where, starter);
  if (lacksUrl(config)) sayUrl(config, terminal, log);
  terminal.emit({ url: where.url, port, ops_port: opsPort, ...starter });
}

function sayUrl({ host, signup }: Config, terminal: Terminal, log: Log) {
  const mode = signup === undefined ? ", and sign-up is invite-only" : "";
  const text = `Other machines can reach this site (GUFFAW_HOST is ${host}), but GUFFAW_URL is not set: ${SET_URL}. Until then, forms sent from other machines are refused${mode}.`;
  log.warn(text);
  terminal.say(`${text}\n`);
}

/** Each start finds out for itself whether there is a proxy in front. */
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

/** Said in one piece, so that a program that reads it never sees half. */
function banner(terminal: Terminal, { url, apiUrl }: Addresses, starter: Starter | undefined) {
  const lines = [`\nGuffaw is running at ${url}  (Ctrl-C stops it)\n`, `  API reference  ${url}/docs`];
  if (starter) lines.push(`  Account        ${starter.username}`, ...welcome(starter, apiUrl));
  terminal.say(`${lines.join("\n")}\n`);
}

function welcome({ username, password, key }: Starter, apiUrl: string): string[] {
  if (key === undefined)
    return [
      `\nIt has no password yet, because the journal would keep it. For a link to set one: ./guffaw user reset ${username}`,
    ];
  return [
    `  Password       ${password}`,
    `  API key        ${key}`,
    "\nThe password and key are shown only once, so save them. Try it:\n",
    `curl -H "Authorization: ${key}" ${apiUrl}/v1/meme/random`,
  ];
}
