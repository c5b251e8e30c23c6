import { fullGC } from "bun:jsc";

import type { Config } from "./config.ts";
import { ConfigError } from "./config/checks.ts";
import { VISITORS, type Patience } from "./deadline.ts";
import { FailureLog } from "./core/failures/failure-log.ts";
import type { Actor, Ctx } from "./core/ctx.ts";
import type { Ids } from "./core/ids.ts";
import { EntityCache } from "./data/cache.ts";
import { SyncGuard } from "./sync-guard.ts";
import { JobTimes } from "./core/jobs/job-times.ts";
import { KeyUses } from "./core/keys/key-uses.ts";
import { PASSWORD_COST, type PasswordCost } from "./core/users/password-cost.ts";
import { updateGifKeyUse } from "./data/gif-keys.ts";
import { prepareDatabase, unknownMigrations } from "./data/migrate.ts";
import { isArriving } from "./data/arrival.ts";
import { findMoved } from "./data/departure.ts";
import type { OpenDatabase } from "./data/database.ts";
import type { Db } from "./data/schema.ts";
import { openDatabase } from "./data/open.ts";
import { whenQuiet } from "./data/when-quiet.ts";
import { openPictures, type SignedPictures } from "./core/memes/signed-pictures.ts";
import type { Log } from "./log.ts";
import { Mailer } from "./mail/mailer.ts";
import { NodeLease, NoIds } from "./node-lease.ts";
import { watchStatements } from "./statement-watch.ts";
import { secretsOf } from "./config-summary.ts";
import { readSiteId } from "./data/site.ts";
import { SpanExporter } from "./tracing/span-exporter.ts";
import { openStorage } from "./storage/open.ts";
import type { Storage } from "./storage/storage.ts";
import { Valkey } from "./valkey/valkey.ts";

export interface Services extends AsyncDisposable {
  config: Config;
  database: OpenDatabase;
  storage: Storage;
  /** Undefined if pictures are on no CDN. */
  pictures: SignedPictures | undefined;
  /** Reports when the disk has failed to store something. */
  guard: SyncGuard;
  cache: EntityCache;
  ids: Ids;
  /** Undefined for commands that only read. */
  node: NodeLease | undefined;
  keyUses: KeyUses;
  gifKeyUses: KeyUses;
  failures: FailureLog;
  jobTimes: JobTimes;
  /** Undefined if no mail server is configured. */
  mailer: Mailer | undefined;
  /** Undefined if none is configured. The server connects to it; commands have no use for it. */
  valkey: Valkey | undefined;
  passwordCost: PasswordCost;
  clock: () => number;
  log: Log;
  tally: Tally;
  /** Undefined if traces are not exported. */
  spans: SpanExporter | undefined;
}

/** What this process has counted since it started, for /metrics. */
export interface Tally {
  /** Those that have failed are tried again. */
  jobs: { done: number; failed: number };
  /** Those that were refused because of too many attempts have failed too. */
  signIns: { ok: number; failed: number };
}

export interface ServiceOptions {
  log: Log;
  clock?: () => number;
  /** Creates a missing database, and migrates an old one. */
  upgrade?: boolean;
  /** Opens read-only, so it works on a full disk. */
  reading?: boolean;
  /** How long to wait for a database or storage that does not answer. */
  patience?: Patience;
  /** For tests, which set hundreds of passwords. No environment variable can lower it. */
  passwordCost?: PasswordCost;
  /** For tests, which open hundreds of databases. */
  connections?: number;
}

/** Opens everything the program needs, and closes it in reverse order. */
export async function openServices(config: Config, options: ServiceOptions): Promise<Services> {
  const { clock = Date.now, log, upgrade = false, reading = false, patience = VISITORS } = options;
  const { passwordCost = PASSWORD_COST, connections } = options;
  await using opened = new AsyncDisposableStack();
  opened.use(log);
  const guard = new SyncGuard();
  const storage = openStorage(config.storage, patience, guard);
  const database = opened.use(
    await openDatabase(config.database, {
      ...patience,
      create: upgrade,
      guard,
      processes: config.workers,
      connections,
      replicas: { ...config.replicas, report: (host, problem) => tellReplica(log, host, problem) },
    }),
  );
  await prepareTables(database, { config: config.database, upgrade, log });
  const spans = config.otlpUrl === undefined ? undefined : opened.use(new SpanExporter(config.otlpUrl, log));
  watchStatements({ database, log, slowMs: config.slowQueryMs, isTraced: spans !== undefined });
  await requireSettled(database.db, { reading });
  const node = reading ? undefined : opened.use(await NodeLease.open(database.db, clock, log));
  const keyUses = opened.use(new KeyUses(database.db, log));
  const gifKeyUses = opened.use(new KeyUses(database.db, log, updateGifKeyUse));
  const failures = opened.use(new FailureLog(database.db, log, clock, secretsOf(config)));
  const valkey = config.valkey
    ? opened.use(new Valkey({ url: config.valkey, siteId: await readSiteId(database.db), log }))
    : undefined;
  const pictures = reading ? undefined : await openPictures(database.db, config.media, clock);
  const cache = new EntityCache(database, { maxBytes: config.cacheBytes });
  opened.use(whenQuiet(database.meter, () => giveMemoryBack(cache)));
  const done = opened.move();
  return {
    config,
    database,
    storage,
    pictures,
    guard,
    cache,
    ids: node?.ids ?? new NoIds(),
    node,
    keyUses,
    gifKeyUses,
    failures,
    jobTimes: new JobTimes(),
    mailer: config.mail && new Mailer(config.mail),
    valkey,
    passwordCost,
    clock,
    log,
    tally: { jobs: { done: 0, failed: 0 }, signIns: { ok: 0, failed: 0 } },
    spans,
    [Symbol.asyncDispose]: () => done.disposeAsync(),
  };
}

/** Holds everything up for some hundredths of a second, when nobody is likely to notice. */
function giveMemoryBack(cache: EntityCache): void {
  cache.rest();
  fullGC();
  Bun.shrink(); // a collection alone keeps pages that have become empty
}

function tellReplica(log: Log, host: string, problem: string | undefined): void {
  if (problem === undefined) log.info("a replica is in use", { host });
  else log.warn("a replica is left out", { host, problem });
}

async function prepareTables(
  { db }: OpenDatabase,
  { config, upgrade, log }: Pick<ServiceOptions, "log"> & { config: Config["database"]; upgrade: boolean },
): Promise<void> {
  for (const name of await prepareDatabase(db, { config, upgrade, serves: upgrade })) log.info("migrated", { name });
  const unknown = upgrade ? await unknownMigrations(db) : [];
  if (unknown.length)
    log.warn("the database belongs to a newer version: update this node too", { unknown: unknown.join(", ") });
}

export const contextOf = (services: Services, actor: Actor, db = services.database.db): Ctx => ({
  db,
  actor,
  now: services.clock(),
  ids: services.ids,
  storage: services.storage,
  cache: services.cache,
  policy: services.config,
  passwordCost: services.passwordCost,
});

/** Half a site is none; and whoever writes to the old one after a move would lose it. */
async function requireSettled(db: Db, { reading }: { reading: boolean }): Promise<void> {
  if (await isArriving(db))
    throw new ConfigError(
      "A site is being moved to this database and has not arrived: run ./guffaw move again, with the old site's settings.",
    );
  const moved = reading ? undefined : await findMoved(db);
  if (moved)
    throw new ConfigError(
      `This site moved to ${moved.to} at ${new Date(moved.at).toISOString()}: set GUFFAW_DATABASE_URL and GUFFAW_STORAGE to where it is now.`,
    );
}
