import { constants, existsSync } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { addresses, type Config } from "../config.ts";
import { DomainError } from "../errors.ts";
import { keyOf, renditionsOf } from "../core/memes/renditions.ts";
import { Ballast } from "../data/ballast.ts";
import { checkDatabase, proveWritable, sampleMemes, type ImageOwner } from "../data/check.ts";
import { DamagedDatabase } from "../data/damage.ts";
import { dialectOf } from "../data/dialect.ts";
import { filesOf } from "../data/files.ts";
import { findFormats } from "../data/formats.ts";
import { findMeme } from "../data/memes.ts";
import { newerDatabase, pendingMigrations, prepareDatabase, unknownMigrations } from "../data/migrate.ts";
import { MIGRATIONS } from "../data/migrations/index.ts";
import { isMissing, noSite, openDatabase } from "../data/open.ts";
import { describePlace } from "../data/postgres-address.ts";
import type { Db } from "../data/schema.ts";
import { disksOf, nearest, type Disk } from "../disks.ts";
import { openProviders } from "../http/web/integrations/provider.ts";
import { requireOneOwner } from "../ownership.ts";
import { openStorage } from "../storage/open.ts";
import type { Storage } from "../storage/storage.ts";
import type { Command, Outcome } from "./command.ts";
import { examineBackups } from "./examine-backups.ts";
import { examineBases } from "./examine-bases.ts";
import { examineClock } from "./examine-clock.ts";
import { examineValkey } from "./examine-valkey.ts";
import { examinePlace } from "./data-place.ts";
import { examineReplicas } from "./examine-replicas.ts";
import { examineFonts } from "./examine-fonts.ts";
import { examineVideo } from "./examine-video.ts";
import { examineJobs } from "./examine-jobs.ts";
import { examineLogo } from "./examine-logo.ts";
import { examineAddress, examinePeople, examineRoom, examineSettings } from "./examine-guards.ts";
import { counted } from "./confirm.ts";
import { bad, good, type Finding, type Check } from "./finding.ts";
import { requireNotLost } from "./lost-database.ts";
import { examineMail } from "./mail.ts";
import { describeOrphans } from "./sweep.ts";

/** Recounting or rebuilding a large database takes long. */
const PATIENCE = { deadlineMs: 3_600_000 };
/** How many of the newest memes are checked for image files, and as many of the rest. */
const SAMPLE = 500;
const AT_ONCE = 8;

const migrateCommand: Command = {
  name: "migrate",
  args: "",
  summary: "bring the database up to date (serve does it automatically)",
  count: [0, 0],
  options: { check: { type: "boolean", help: "change nothing; exit with 1 if migrations are pending" } },
  async run({ config, values }) {
    if (values.check) return checkMigrations(config);
    await using database = await openDatabase(config.database, { ...PATIENCE, create: true });
    const done = await prepareDatabase(database.db, { config: config.database, upgrade: true });
    return { json: { done }, text: done.length ? `Applied: ${done.join(", ")}.` : "The database is up to date." };
  },
};

async function checkMigrations(config: Config): Promise<Outcome> {
  const missing = missingFile(config);
  if (missing) return { json: { pending: Object.keys(MIGRATIONS), unknown: [] }, text: notYet(missing), exitCode: 1 };
  await using database = await openDatabase(config.database, PATIENCE);
  const [unknown, pending] = [await unknownMigrations(database.db), await pendingMigrations(database.db)];
  const text = unknown.length
    ? newerDatabase(unknown)
    : pending.length
      ? `Pending: ${pending.join(", ")}. Run ./guffaw migrate.`
      : "The database is up to date.";
  return { json: { pending, unknown }, text, exitCode: unknown.length + pending.length === 0 ? 0 : 1 };
}

/** The SQLite file if it does not exist yet; a check must not create it. */
const missingFile = ({ database }: Config) =>
  database.kind === "sqlite" && isMissing(database.file) ? database.file : undefined;

const notYet = (file: string) => `There is no database yet at ${file}; ./guffaw serve or ./guffaw migrate creates it.`;

const doctor: Command = {
  name: "doctor",
  args: "",
  summary: "check settings, database, storage and images, and explain any problem",
  count: [0, 0],
  saysUnknown: true,
  onBadSettings: (problems) => report(problems.map((said) => ({ what: "settings", ...bad(said) }))),
  worksWithoutDatabase: true,
  async run({ config }) {
    const database = await examine("database", () => examineDatabase(config));
    const storage = await examine("storage", () => examineStorage(config));
    const usable = [...database, ...storage].every(({ ok }) => ok);
    return report([
      ...(await examine("settings", async () => examineSettings(config))),
      ...database,
      ...storage,
      ...(usable ? await examineSite(config) : []),
      ...(await examine("replicas", () => examineReplicas(config))),
      ...(await examine("services", () => examineServices(config))),
      ...(await examine("fonts", () => examineFonts(config))),
      ...(await examine("video", () => examineVideo(config))),
      ...(await examine("gifs", async () => examineGifs(config))),
      ...(await examine("valkey", () => examineValkey(config))),
      ...(await examine("mail", () => examineMail(config))),
      ...(await examine("disk", () => examineDisks(config))),
    ]);
  },
};

const examineGifs = ({ gifApi }: Config): Check[] =>
  gifApi === "off" ? [good("GUFFAW_GIF_API is off, so GIF keys do not work.")] : [];

function report(findings: Finding[]): Outcome {
  const wrong = findings.filter((finding) => !finding.ok).length;
  const warnings = findings.filter((finding) => finding.warning).length;
  const lines = findings.map((finding) => `${markOf(finding)} ${finding.what.padEnd(9)} ${finding.said}`);
  lines.push("", wrong ? `${counted(wrong, "problem")} found. What to do: docs/troubleshooting.md` : verdict(warnings));
  return { json: { ok: wrong === 0, findings }, text: lines.join("\n"), exitCode: wrong === 0 ? 0 : 1 };
}

const markOf = ({ ok, warning }: Finding) => (warning ? "!" : ok ? "✓" : "✗");
const verdict = (warnings: number) =>
  warnings ? `All is well, but for ${counted(warnings, "warning")}.` : "All is well.";

async function examine(what: string, look: () => Promise<Check[]>): Promise<Finding[]> {
  const said = await look().catch((error: unknown) => [bad(error instanceof Error ? error.message : String(error))]);
  return said.map((one) => ({ what, ...one }));
}

async function examineDatabase(config: Config): Promise<Check[]> {
  const missing = missingFile(config);
  requireNotLost(config);
  if (missing) return [bad((await toBeMade(missing, noSite(config.database))).said)];
  if (config.database.kind === "sqlite") requireOneOwner(dirname(config.database.file), filesOf(config.database.file));
  await using database = await openDatabase(config.database, PATIENCE);
  const { db } = database;
  const damage = await dialectOf(db).integrity(db);
  if (damage.length && config.database.kind === "sqlite")
    throw new DamagedDatabase(config.database.file, damage.join("; ").replace(/\s+/g, " "));
  const unfit = await dialectOf(db).unfit(db);
  if (unfit) return [bad(unfit)];
  const unknown = await unknownMigrations(db);
  if (unknown.length) return [bad(newerDatabase(unknown))];
  const pending = await pendingMigrations(db);
  if (pending.length === Object.keys(MIGRATIONS).length) return [bad(noSite(config.database))];
  if (pending.length) return [bad(`It is not up to date (${pending.join(", ")}); run ./guffaw migrate.`)];
  const wrong = [...(await unwritable(db)), ...(await checkDatabase(db))];
  if (wrong.length) return wrong.map(bad);
  return [good(`${describe(config)} is intact, writable and up to date, and its counters are correct.`)];
}

async function unwritable(db: Db): Promise<string[]> {
  try {
    await proveWritable(db);
    return [];
  } catch (error) {
    if (error instanceof DomainError) return [error.message];
    return [`It cannot be written to (${error instanceof Error ? error.message : error}).`];
  }
}

const describe = ({ database }: Config) =>
  database.kind === "sqlite" ? `The SQLite file ${database.file}` : `PostgreSQL at ${describePlace(database.url)}`;

async function examineStorage({ data, storage: config }: Config): Promise<Check[]> {
  if (config.kind === "filesystem" && !existsSync(config.root))
    return [await toBeMade(config.root, `There is no folder ${config.root} yet; the first image creates it.`)];
  if (config.kind === "filesystem" && config.root.startsWith(join(data, "/"))) requireOneOwner(data, [config.root]);
  const storage = openStorage(config);
  await storage.probe();
  await storage.inspect?.({ all: true });
  return [good(`${capitalized(storage.description)} can be written to and read from.`)];
}

const capitalized = (text: string) => text[0]!.toUpperCase() + text.slice(1);

/** Checks create nothing: a missing path only needs a folder in which it can be created. */
async function toBeMade(path: string, said: string): Promise<Check> {
  const code = await stat(path).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (code === "EACCES") return bad(`${path} cannot be read by this user: run doctor as the server's user.`);
  const place = nearest(dirname(path));
  const may = await access(place, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return may ? good(said) : bad(`${path} does not exist and cannot be created: ${place} is not a writable folder.`);
}

/** Checks that need tables. */
async function examineSite(config: Config): Promise<Finding[]> {
  await using database = await openDatabase(config.database, PATIENCE);
  const { db } = database;
  const storage = openStorage(config.storage);
  return [
    ...(await examine("images", () => examineImages(db, storage))),
    ...(await examine("bases", () => examineBases(db, storage))),
    ...(await examine("logo", () => examineLogo(db, storage))),
    ...(await examine("orphans", async () => [await describeOrphans({ db, storage, now: Date.now() })])),
    ...(await examine("room", () => examineRoom(config, db))),
    ...(await examine("address", () => examineAddress(config, db))),
    ...(await examine("place", () => examinePlace(config, db))),
    ...(await examine("people", () => examinePeople(db))),
    ...(await examine("clock", () => examineClock(db))),
    ...(await examine("jobs", () => examineJobs(config, db))),
    ...(await examine("backups", () => examineBackups(config, db))),
  ];
}

async function examineImages(db: Db, storage: Storage): Promise<Check[]> {
  const memes = await sampleMemes(db, SAMPLE);
  const lost: ImageOwner[] = [];
  // A meme that was deleted meanwhile has lost nothing.
  for (const meme of await withoutFiles(db, storage, memes)) if (await findMeme(db, meme.id)) lost.push(meme);
  const checked = counted(memes.length, "meme");
  if (lost.length === 0) return [good(`Checked ${checked}; all image files are there.`)];
  const which = `${lost.length.toLocaleString("en")} without all their image files`;
  return [
    bad(
      `Checked ${checked}; ${which}, such as ${lost[0]!.id}. ./guffaw restore FOLDER --images-only restores them from a backup.`,
    ),
  ];
}

async function withoutFiles(db: Db, storage: Storage, memes: ImageOwner[]): Promise<ImageOwner[]> {
  const looks = new Map<string, Promise<boolean>>(); // seeded memes share their files
  const look = async (key: string) => ((await storage.open(key))?.size ?? 0) > 0;
  const isThere = (key: string) => looks.get(key) ?? looks.set(key, look(key)).get(key)!;
  const lost: ImageOwner[] = [];
  for (let at = 0; at < memes.length; at += AT_ONCE) {
    const some = memes.slice(at, at + AT_ONCE);
    const ids = some.map(({ id }) => id);
    const formats = Map.groupBy(await findFormats(db, ids), ({ memeId }) => memeId);
    const keysOf = ({ id, image }: ImageOwner) => [
      ...renditionsOf(image).map((one) => keyOf(image, one)),
      ...(formats.get(id) ?? []).map(({ format }) => format.key),
    ];
    const there = await Promise.all(some.map((meme) => Promise.all(keysOf(meme).map(isThere))));
    lost.push(...some.filter((_, i) => there[i]!.includes(false)));
  }
  return lost;
}

const examineDisks = async (config: Config): Promise<Check[]> => [
  ...ballast(config),
  ...(await disksOf(config)).map(freeSpace),
];

function ballast({ database }: Config): Check[] {
  if (database.kind !== "sqlite" || new Ballast(database.file).state() !== "spent") return [];
  return [
    bad("The disk of the database is full and its ballast spent: people can only delete and hide until you make room."),
  ];
}

function freeSpace({ folder, free }: Disk): Check {
  const gigabytes = free / 1e9;
  const said = `${gigabytes.toFixed(1)} GB free at ${folder}`;
  return gigabytes >= 1 ? good(`${said}.`) : bad(`${said}: not enough; free some space.`);
}

/** Sign-in services, each with the redirect URI it must know. */
async function examineServices(config: Config): Promise<Check[]> {
  const { url } = addresses(config, config.port);
  const providers = [...openProviders({ config, clock: Date.now }).values()];
  return Promise.all(
    providers.map(async (provider) => {
      try {
        await provider.probe();
      } catch (error) {
        const cause = error instanceof Error ? error.cause : undefined;
        return bad(`${provider.label} at ${provider.issuer} does not answer (${cause ?? error}).`);
      }
      return good(`${provider.label} answers; its redirect URI must be ${url}/sign-in/${provider.name}/callback.`);
    }),
  );
}

export const upkeepCommands = [migrateCommand, doctor];
