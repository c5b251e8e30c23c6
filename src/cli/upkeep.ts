import { dirname } from "node:path";
import { statfs } from "node:fs/promises";

import type { Config } from "../config.ts";
import { migrate, pendingMigrations } from "../data/migrate.ts";
import { openDatabase } from "../data/open.ts";
import { checkDatabase } from "../data/check.ts";
import { openStorage } from "../storage/open.ts";
import type { Command } from "./command.ts";

/** Recounting or rebuilding a large database takes its time. */
const PATIENCE_MS = 3_600_000;

const migrateCommand: Command = {
  name: "migrate",
  args: "",
  summary: "bring the database up to date (serve does it by itself)",
  count: [0, 0],
  options: { check: { type: "boolean", help: "change nothing; exit code 1 when something is left to do" } },
  async run({ config, values }) {
    await using database = await openDatabase(config.database, PATIENCE_MS);
    if (values.check) {
      const pending = await pendingMigrations(database.db);
      const text =
        pending.length === 0
          ? "The database is up to date."
          : `Left to do: ${pending.join(", ")}. Run ./guffaw migrate.`;
      return { json: { pending }, text, exitCode: pending.length === 0 ? 0 : 1 };
    }
    const done = await migrate(database.db);
    return { json: { done }, text: done.length ? `Done: ${done.join(", ")}.` : "The database is up to date." };
  },
};

interface Finding {
  what: string;
  ok: boolean;
  said: string;
}

const doctor: Command = {
  name: "doctor",
  args: "",
  summary: "say in plain words what is wrong with settings, database and storage",
  count: [0, 0],
  async run({ config }) {
    const findings = [...settings(config), ...(await examineDatabase(config)), ...(await examineStorage(config))];
    const bad = findings.filter((finding) => !finding.ok).length;
    const lines = findings.map(({ what, ok, said }) => `${ok ? "✓" : "✗"} ${what.padEnd(9)} ${said}`);
    lines.push("", bad === 0 ? "All is well." : `${bad} ${bad === 1 ? "thing is" : "things are"} wrong.`);
    return { json: { ok: bad === 0, findings }, text: lines.join("\n"), exitCode: bad === 0 ? 0 : 1 };
  },
};

function settings(config: Config): Finding[] {
  const stray = config.unknown.map((name) => ({
    what: "settings",
    ok: false,
    said: `${name} is not a setting; see .env.example.`,
  }));
  return stray.length
    ? stray
    : [{ what: "settings", ok: true, said: `All settings can be used; data is in ${config.data}.` }];
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  const finding = (ok: boolean, said: string) => ({ what: "database", ok, said });
  try {
    await using database = await openDatabase(config.database, PATIENCE_MS);
    const pending = await pendingMigrations(database.db);
    if (pending.length) return [finding(false, `It is not up to date (${pending.join(", ")}); run ./guffaw migrate.`)];
    const wrong = await checkDatabase(database.db);
    if (wrong.length) return wrong.map((said) => finding(false, said));
    return [finding(true, `${describe(config)} answers, is up to date, and its counters are right.`)];
  } catch (error) {
    return [finding(false, error instanceof Error ? error.message : String(error))];
  }
}

const describe = ({ database }: Config) =>
  database.kind === "sqlite" ? `The SQLite file ${database.file}` : `PostgreSQL at ${new URL(database.url).host}`;

async function examineStorage(config: Config): Promise<Finding[]> {
  const finding = (ok: boolean, said: string) => ({ what: "storage", ok, said });
  try {
    const storage = openStorage(config.storage);
    await storage.probe();
    const findings = [finding(true, `${storage.description} can be written to and read from.`)];
    if (config.storage.kind === "filesystem") findings.push(await freeSpace(config.storage.root));
    return findings;
  } catch (error) {
    return [finding(false, error instanceof Error ? error.message : String(error))];
  }
}

async function freeSpace(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder).catch(() => statfs(dirname(folder)));
  const gigabytes = (bavail * bsize) / 1e9;
  const ok = gigabytes >= 1;
  return { what: "storage", ok, said: `${gigabytes.toFixed(1)} GB are free${ok ? "." : ": too little; make room."}` };
}

export const upkeepCommands = [migrateCommand, doctor];
