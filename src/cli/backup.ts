import { resolve } from "node:path";

import packageJson from "../../package.json" with { type: "json" };
import { listBackupNames, type OnStep } from "../core/backup/format.ts";
import { keepNewest } from "../core/backup/keep-newest.ts";
import { makeBackup } from "../core/backup/make-backup.ts";
import { restoreBackup } from "../core/backup/restore-backup.ts";
import { DomainError } from "../core/errors.ts";
import { openDatabase } from "../data/open.ts";
import { openFilesystemStorage } from "../storage/filesystem.ts";
import { openStorage } from "../storage/open.ts";
import { text, wholeNumber, withServices, type Command, type CommandCall } from "./command.ts";
import { Progress } from "./progress.ts";

const number = (count: number) => count.toLocaleString("en");
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

const backup: Command = {
  name: "backup",
  args: "FOLDER",
  summary: "copy all rows, as they are at one moment, and all images into a folder",
  details:
    "It may run beside the server, on either database. Images that are in the folder already are not copied again, so that a daily backup is quick. ./guffaw restore FOLDER brings it back, also into the other kind of database or storage.",
  count: [1, 1],
  options: { keep: { type: "string", value: "N", help: "then delete all but the newest N backups in the folder" } },
  run: (call) =>
    withServices(call, async ({ database }, ctx) => {
      const keep = text(call.values, "keep");
      const most = keep === undefined ? undefined : wholeNumber("--keep", keep, 1, 10_000);
      const target = openTarget(call);
      const { onStep, end } = progressOf(call);
      const made = await makeBackup({ ...ctx, database }, { target, version: packageJson.version, onStep });
      end();
      const old = most === undefined ? [] : await keepNewest(target, most);
      const lines = [
        `Backed up ${number(made.rows)} rows and ${number(made.images)} image files (${number(made.copied)} new, ${megabytes(made.bytes)}) as ${made.name} in ${target.description}.`,
        ...(made.missing.length > 0 ? [missingText(made.missing, "in the site's own storage")] : []),
        ...(old.length > 0 ? [`Deleted ${number(old.length)} older ${old.length === 1 ? "backup" : "backups"}.`] : []),
        `To see that it can be read: ./guffaw restore ${call.args[0]} --dry-run`,
      ];
      return { json: { ...made, deleted: old }, text: lines.join("\n"), exitCode: made.missing.length > 0 ? 1 : 0 };
    }),
};

const restore: Command = {
  name: "restore",
  args: "FOLDER",
  summary: "bring a backup back into an empty site",
  details:
    "All rows come or none. Set GUFFAW_DATA (or GUFFAW_DATABASE_URL and GUFFAW_STORAGE) to where the site is to be.",
  count: [1, 1],
  options: {
    backup: { type: "string", value: "NAME", help: "which one (the newest)" },
    "dry-run": { type: "boolean", help: "read and compare everything, and write nothing" },
  },
  run: async (call) => {
    const source = openTarget(call);
    const dryRun = call.values["dry-run"] === true;
    const name = text(call.values, "backup") ?? (await listBackupNames(source)).at(-1);
    if (!name) throw new DomainError("not_found", `There is no backup in ${source.description}.`);
    await using database = await openDatabase(call.config.database);
    const to = { db: database.db, storage: openStorage(call.config.storage) };
    const { onStep, end } = progressOf(call);
    const { rows, images, missing } = await restoreBackup(to, { source, name, dryRun, onStep });
    end();
    const lines = [
      `${dryRun ? "Read" : "Restored"} ${number(rows)} rows and ${number(images)} image files of ${name}${dryRun ? ": all of it can be restored" : ""}.`,
      ...(missing.length > 0 ? [missingText(missing, "in the backup")] : []),
      ...(dryRun ? [] : ["Next: ./guffaw doctor"]),
    ];
    return {
      json: { name, rows, images, missing, dryRun },
      text: lines.join("\n"),
      exitCode: missing.length > 0 ? 1 : 0,
    };
  },
};

/** A bar for each kind of step. */
function progressOf({ terminal }: CommandCall): { onStep: OnStep; end(): void } {
  const bars = new Map<string, Progress>();
  return {
    onStep: (what, steps, total) => {
      if (!bars.has(what)) bars.set(what, new Progress(terminal, "Copying", total, what));
      bars.get(what)!.add(steps);
    },
    end: () => bars.forEach((bar) => bar.end()),
  };
}

const openTarget = ({ args }: CommandCall) => openFilesystemStorage(resolve(args[0]!));

const missingText = (missing: string[], where: string) =>
  `${number(missing.length)} image files are not ${where}, such as ${missing[0]}.`;

export const backupCommands = [backup, restore];
