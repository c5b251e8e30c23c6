import type { Config } from "../config.ts";
import { cancelMove, moveSite, type Moved, type Place } from "../core/move/move-site.ts";
import { describeDatabase, openDatabase } from "../data/open.ts";
import { openStorage } from "../storage/open.ts";
import { reading, text, UsageError, type Command, type CommandCall, type Outcome } from "./command.ts";
import { Progress } from "./progress.ts";

export const move: Command = {
  name: "move",
  args: "",
  summary: "move this site to another database, and its pictures to another storage, while it serves",
  details:
    "Copies everything, then what was written meanwhile, compares both sites, lets writes wait for a moment, and marks the old site as moved: it still shows everything, and refuses every change. If it is interrupted, run it again: it goes on where it was. Then start the server with the settings it prints.",
  count: [0, 0],
  options: {
    to: {
      type: "string",
      value: "ADDRESS",
      help: "the new database, empty: postgres://user:password@host/name or a SQLite file",
    },
    storage: {
      type: "string",
      value: "ADDRESS",
      help: "the new storage, s3://bucket?endpoint=…&region=… or file:/folder (default: pictures stay where they are)",
    },
    "allow-loss": { type: "boolean", help: "move although pictures are missing from the old storage" },
    cancel: { type: "boolean", help: "give up a move that has not ended; the site goes on where it is" },
  },
  run: async (call) => {
    const [to, storage] = [text(call.values, "to"), text(call.values, "storage")];
    if (call.values.cancel === true) {
      if (to !== undefined || storage !== undefined) throw new UsageError("--cancel takes no other options.");
      return cancel(call);
    }
    if (to === undefined) throw new UsageError("--to is required.");
    return moveTo(call, { GUFFAW_DATABASE_URL: to, ...(storage === undefined ? {} : { GUFFAW_STORAGE: storage }) });
  },
};

/** Settings of the old database that mean nothing to the new one. */
const OLD_ONLY = {
  GUFFAW_DATABASE_URL_FILE: "",
  GUFFAW_DATABASE_REPLICA_URL: "",
  GUFFAW_DATABASE_REPLICA_URL_FILE: "",
};

async function moveTo(call: CommandCall, settings: Record<string, string>): Promise<Outcome> {
  const there = call.configWith({ ...OLD_ONLY, ...settings });
  requireOther(call.config, there);
  return reading(call, async ({ database, storage, config, clock }) => {
    await using target = await openDatabase(there.database, { create: true });
    const from: Place = { database, storage, description: describeDatabase(config.database) };
    const to: Place = {
      database: target,
      storage: openStorage(there.storage),
      description: describeDatabase(there.database),
    };
    const { onStep, end } = progressOf(call);
    const moved = await moveSite(from, to, {
      withPictures: settings.GUFFAW_STORAGE !== undefined,
      allowLoss: call.values["allow-loss"] === true,
      clock,
      onStep,
    });
    end();
    return { json: { ...moved, to: to.description }, text: textOf(moved, to, settings) };
  });
}

function requireOther(here: Config, there: Config): void {
  if (JSON.stringify(here.database) === JSON.stringify(there.database))
    throw new UsageError("The site is in this database already: give --to another one.");
}

function textOf({ rows, lacking, pausedMs }: Moved, to: Place, settings: Record<string, string>): string {
  const number = (count: number) => count.toLocaleString("en");
  return [
    pausedMs === undefined
      ? `This site has moved to ${to.description}.`
      : `Moved ${number(rows)} rows to ${to.description}, and compared all of them. Writes waited for ${(pausedMs / 1000).toFixed(2)} s.`,
    ...(lacking.length === 0
      ? []
      : [`${number(lacking.length)} picture files were missing or damaged and did not move, such as ${lacking[0]}.`]),
    "The old site refuses every change from now on. Stop it, and start the server with these settings:",
    ...Object.entries(settings).map(([name, value]) => `  ${name}=${withoutPassword(value)}`),
    "Then: ./guffaw doctor",
  ].join("\n");
}

/** The operator has it: it need not be in the log of a terminal as well. */
const withoutPassword = (address: string) => address.replace(/^(postgres(?:ql)?:\/\/[^:@/]*):[^@/]*@/, "$1:…@");

async function cancel(call: CommandCall): Promise<Outcome> {
  return reading(call, async ({ database, storage, config }) => {
    await cancelMove({ database, storage, description: describeDatabase(config.database) });
    return {
      json: { cancelled: true },
      text: "No move is under way any more. The half-copied database can be deleted.",
    };
  });
}

const LABELS = { copying: "Copying", comparing: "Comparing" };

function progressOf({ terminal }: CommandCall) {
  const bars = new Map<string, Progress>();
  return {
    onStep: (what: keyof typeof LABELS, rows: number, total: number) => {
      if (!bars.has(what)) bars.set(what, new Progress(terminal, LABELS[what], total, "rows"));
      bars.get(what)!.add(rows);
    },
    end: () => bars.forEach((bar) => bar.end()),
  };
}
