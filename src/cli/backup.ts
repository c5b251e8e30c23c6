import { tmpdir } from "node:os";

import packageJson from "../../package.json" with { type: "json" };
import { checkBackup } from "../core/backup/check-backup.ts";
import { listBackupNames, type OnStep } from "../core/backup/format.ts";
import { makeBackup, problemOf, type Backup } from "../core/backup/make-backup.ts";
import type { ImagesRead } from "../core/backup/read-images.ts";
import { restoreImages } from "../core/backup/restore-images.ts";
import { restoreBackup } from "../core/backup/restore-backup.ts";
import { readBackupTarget, type BackupTarget } from "../config/backup.ts";
import { DomainError } from "../errors.ts";
import { openDatabase } from "../data/open.ts";
import { requireApart } from "../storage/apart.ts";
import type { BackupPlace } from "../storage/backup-place.ts";
import { openBackupPlace, openStorage } from "../storage/open.ts";
import { keepLog } from "./lost-database.ts";
import { reading, text, UsageError, wholeNumber, type Command, type CommandCall, type Outcome } from "./command.ts";
import { Progress } from "./progress.ts";
import { onSameSite } from "./same-site.ts";

const number = (count: number) => count.toLocaleString("en");
const files = (count: number) => `${number(count)} image ${count === 1 ? "file" : "files"}`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

const backup: Command = {
  name: "backup",
  args: "[PLACE]",
  summary: "copy a snapshot of all rows, and all images, into a folder or to S3",
  details:
    "PLACE is a folder or s3://bucket/folder?endpoint=…&region=…; by default, GUFFAW_BACKUP_TO. It can run beside the server, on either database. Images already there are not copied again, so a daily backup is quick. ./guffaw restore PLACE restores it, even into the other kind of database or storage.",
  count: [0, 1],
  options: {
    keep: { type: "string", value: "N", help: "then delete all but the newest N backups in the folder" },
    "allow-loss": {
      type: "boolean",
      help: "with --keep: delete older backups even if newer ones lack nearly all of their pictures",
    },
    verify: { type: "boolean", help: "then restore it on trial, into a temporary database that is deleted again" },
    adopt: {
      type: "boolean",
      help: "continue in this folder although another copy of the site's database made its newest backup; refused if that copy is a restored one",
    },
  },
  run: async (call) => {
    const given = text(call.values, "keep");
    const keep = given === undefined ? undefined : wholeNumber("--keep", given, 1, 10_000);
    const allowLoss = call.values["allow-loss"] === true;
    if (allowLoss && keep === undefined) throw new UsageError("--allow-loss needs --keep N.");
    const place = targetOf(call);
    requireApart(place, call.config);
    const target = openBackupPlace(place);
    return reading(call, async ({ database }, ctx) => {
      const [copying, trial] = [progressOf(call, "Copying"), progressOf(call, "Restoring on trial")];
      const made = await makeBackup(
        { ...ctx, database },
        {
          target,
          version: packageJson.version,
          keep,
          allowLoss,
          adopt: call.values.adopt === true,
          verifyIn: call.values.verify === true ? tmpdir() : undefined,
          onStep: copying.onStep,
          onTrialStep: trial.onStep,
        },
      );
      copying.end();
      trial.end();
      const exitCode = problemOf(made) === undefined ? 0 : 1;
      return { json: made, text: backupText(made, target, call.args[0]), exitCode };
    });
  },
};

function backupText(made: Backup, target: BackupPlace, given: string | undefined): string {
  const restoring = `./guffaw restore${given === undefined ? "" : ` ${given}`}`;
  const { missing, lost, damaged, deleted, held, lastComplete, notDeleted, notListed, notVerified } = made;
  const gone = `Deleted ${number(deleted.length)} older ${deleted.length === 1 ? "backup" : "backups"}.`;
  return [
    `Backed up ${number(made.rows)} rows and ${files(made.images)} (${number(made.copied)} new, ${megabytes(made.bytes)}) as ${made.name} in ${target.description}.`,
    ...(missing.length > 0
      ? [`${files(missing.length)} could not be copied from the site's own storage, such as ${missing[0]}.`]
      : []),
    ...(lost.length > 0
      ? [
          `The site has lost ${files(lost.length)} that an earlier backup has; ${restoring} --images-only restores:`,
          ...named(lost),
        ]
      : []),
    ...(damaged.length > 0
      ? [
          `${files(damaged.length)} in the site's own storage ${damaged.length === 1 ? "is" : "are"} damaged and not copied; earlier copies in the folder are kept, and ${restoring} --images-only restores them:`,
          ...named(damaged),
        ]
      : []),
    ...(notListed === undefined ? [] : [`It is not listed at /admin/backups: ${notListed}`]),
    ...(deleted.length > 0 ? [gone] : []),
    ...(lastComplete === undefined ? [] : [`Also kept ${lastComplete}: all newer backups lack pictures.`]),
    ...(held.length === 0 ? [] : [heldText(held)]),
    ...(notDeleted === undefined ? [] : [`Older backups were not deleted: ${notDeleted}`]),
    ...(made.verified ? ["It was restored on trial: it holds everything it should."] : []),
    ...(notVerified === undefined
      ? []
      : [`It could not be restored on trial, so older backups were kept: ${notVerified}`]),
    ...(made.verified ? [] : [`To verify it: ${restoring} --dry-run`]),
  ].join("\n");
}

function heldText(held: string[]): string {
  const isOne = held.length === 1;
  const which = isOne ? `Kept the backup ${held[0]}` : `Kept the backups ${held.join(", ")}`;
  return `${which}: newer ones lack nearly all of ${isOne ? "its" : "their"} pictures. Find out what happened to those memes; if they were meant to be deleted, run this once with --allow-loss.`;
}

const restore: Command = {
  name: "restore",
  args: "[PLACE]",
  summary: "restore a backup into an empty site",
  details:
    "PLACE is where the backups are, a folder or s3://bucket/folder; by default, GUFFAW_BACKUP_TO. It restores all rows or none. Set GUFFAW_DATA (or GUFFAW_DATABASE_URL and GUFFAW_STORAGE) to where the site should be. With --images-only it works on a site in use: it restores missing and damaged pictures of its memes, and changes nothing else.",
  count: [0, 1],
  options: {
    backup: { type: "string", value: "NAME", help: "which backup (default: the newest)" },
    "dry-run": { type: "boolean", help: "read and compare everything; write nothing" },
    "images-only": { type: "boolean", help: "restore only pictures that this site has lost" },
  },
  worksWithoutDatabase: true,
  run: async (call) => {
    const source = openBackupPlace(targetOf(call));
    const name = await chooseBackup(source, text(call.values, "backup"));
    if (call.values["images-only"] === true) return imagesOnly(call, source, name);
    return call.values["dry-run"] === true ? dryRun(call, source, name) : restoreFrom(call, source, name);
  },
};

async function chooseBackup(source: BackupPlace, asked: string | undefined): Promise<string> {
  const names = await listBackupNames(source);
  const name = asked ?? names.at(-1);
  if (name === undefined) throw new DomainError("not_found", `There is no backup in ${source.description}.`);
  if (names.includes(name)) return name;
  const newest = names.slice(-5).reverse().join(", ");
  throw new DomainError(
    "not_found",
    `There is no backup ${name} in ${source.description}${newest && `; the newest are ${newest}`}.`,
  );
}

async function dryRun(call: CommandCall, source: BackupPlace, name: string): Promise<Outcome> {
  const { onStep, end } = progressOf(call, "Reading");
  const { hasSums, ...read } = await checkBackup(source, name, onStep);
  end();
  const isWhole = read.missing.length + read.damaged.length === 0;
  const lines = [
    `Read ${number(read.rows)} rows and ${files(read.images)} of ${name}${isWhole ? ": everything can be restored" : ""}.`,
    ...(hasSums
      ? []
      : ["It was made by an older Guffaw and has no checksums for images, so only their sizes were compared."]),
    ...backupProblems(read, source, {
      missing: (them) => `; the next one copies ${them} if the site still has ${them}`,
      damaged: (them) => `; delete ${them}, and the next backup copies ${them} again if the site's own copy is good`,
    }),
  ];
  return { json: { name, ...read, hasSums, dryRun: true }, text: lines.join("\n"), exitCode: isWhole ? 0 : 1 };
}

async function restoreFrom(call: CommandCall, source: BackupPlace, name: string): Promise<Outcome> {
  requireApart(targetOf(call), call.config);
  keepLog(call.config);
  await using database = await openDatabase(call.config.database, { create: true });
  const to = { db: database.db, storage: openStorage(call.config.storage) };
  const { onStep, end } = progressOf(call, "Copying");
  const restored = await restoreBackup(to, { source, name, onStep });
  end();
  const lines = [
    `Restored ${number(restored.rows)} rows and ${files(restored.images)} of ${name}.`,
    ...backupProblems(restored, source, { missing: () => "", damaged: () => " and left out" }),
    `Next: ${onSameSite(call.config, "./guffaw doctor")}`,
  ];
  const isWhole = restored.missing.length + restored.damaged.length === 0;
  return { json: { name, ...restored, dryRun: false }, text: lines.join("\n"), exitCode: isWhole ? 0 : 1 };
}

function imagesOnly(call: CommandCall, source: BackupPlace, name: string): Promise<Outcome> {
  requireApart(targetOf(call), call.config);
  const isDry = call.values["dry-run"] === true;
  return reading(call, async (_, ctx) => {
    const { onStep, end } = progressOf(call, "Comparing");
    const { restored, missing } = await restoreImages(ctx, { source, name, dryRun: isDry, onStep });
    end();
    const came = `${isDry ? "Would restore" : "Restored"} ${files(restored)} from ${name}`;
    const left = isDry ? "would still be missing" : missing.length > 1 ? "are still missing" : "is still missing";
    const summary = `${came}; ${missing.length === 0 ? `none ${left}.` : `${number(missing.length)} ${left}:`}`;
    const lines = [summary, ...named(missing)];
    return {
      json: { name, restored, missing, dryRun: isDry },
      text: lines.join("\n"),
      exitCode: missing.length === 0 ? 0 : 1,
    };
  });
}

/** --json prints all of them. */
const MAX_NAMED = 10;

const named = (keys: string[]) => [
  ...keys.slice(0, MAX_NAMED).map((key) => `  ${key}`),
  ...(keys.length > MAX_NAMED ? [`  and ${number(keys.length - MAX_NAMED)} more (--json names them all)`] : []),
];

function backupProblems(
  { missing, damaged, gone }: ImagesRead,
  { root }: BackupPlace,
  next: { missing(them: string): string; damaged(them: string): string },
) {
  const listed = (keys: string[], how: (them: string) => string) => [
    ...(keys.length > 0
      ? [`${files(keys.length)} ${keys.length === 1 ? "is" : "are"} ${how(keys.length === 1 ? "it" : "them")}`]
      : []),
    ...named(keys.map((key) => `${root}/images/${key}`)),
  ];
  return [
    ...listed(missing, (them) => `not in the backup${next.missing(them)}:`),
    ...listed(damaged, (them) => `damaged${next.damaged(them)}:`),
    ...listed(gone, () => "not in the backup because the meme was deleted while it was made:"),
  ];
}

/** One progress bar per kind of step. */
function progressOf({ terminal }: CommandCall, label: string): { onStep: OnStep; end(): void } {
  const bars = new Map<string, Progress>();
  return {
    onStep: (what, steps, total) => {
      if (!bars.has(what)) bars.set(what, new Progress(terminal, label, total, what));
      bars.get(what)!.add(steps);
    },
    end: () => bars.forEach((bar) => bar.end()),
  };
}

/** The place given on the command line or, if there is none, in the settings. */
function targetOf({ args: [given], config }: CommandCall): BackupTarget {
  if (given === undefined && config.backup.to) return config.backup.to;
  if (given === undefined)
    throw new UsageError("No place given: name the folder of the backups, or set GUFFAW_BACKUP_TO.");
  if (given.trim() === "") throw new UsageError("No folder given: name the one that holds the backups.");
  return readBackupTarget("The place of the backups", given, config.backup.access);
}

export const backupCommands = [backup, restore];
