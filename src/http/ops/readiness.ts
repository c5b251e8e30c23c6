import { picturesLost } from "../../core/memes/pictures-lost.ts";
import { DiskFullError } from "../../data/ballast.ts";
import { findMoved } from "../../data/departure.ts";
import { requireFiles } from "../../data/files.ts";
import { withDeadline } from "../../deadline.ts";
import type { ProcessGroup } from "../../processes/process-group.ts";
import type { Services } from "../../services.ts";
import { isFullDisk } from "../../storage/filesystem.ts";
import type { Metrics } from "./metrics.ts";

const READY_MS = 3000;
const FULL = "is full";

/** Each part is "ok", or says what is wrong with it. */
interface Readiness {
  status: "ok" | "unavailable" | "stopping";
  database?: string;
  storage?: string;
  disk?: string;
  rights?: string;
  processes?: string | undefined;
}

export async function readReadiness(services: Services, metrics: Metrics, group: ProcessGroup): Promise<Readiness> {
  if (metrics.isStopping) return { status: "stopping" };
  const [database, storage, rights] = await Promise.all([
    databaseOf(services),
    storageOf(services),
    answers(services, "files", () => requireRights(services), "may not all be read and written"),
  ]);
  const disk = diskOf(services, [database, storage].includes(FULL));
  const processes = processesOf(group);
  const ready = [database, storage, disk, rights, processes ?? "ok"].every((state) => state === "ok");
  return { status: ready ? "ok" : "unavailable", database, storage, disk, rights, processes };
}

async function databaseOf(services: Services): Promise<string> {
  const { meter, db, isGone } = services.database;
  if (isGone?.()) return "is missing: its file was removed or replaced, and the service ends";
  if (meter.damaged) return "is damaged";
  let moved: unknown;
  const state = await answers(services, "database", async () => void (moved = await findMoved(db)));
  return state === "ok" && moved ? "the site has moved: start it with the settings that the move printed" : state;
}

async function storageOf(services: Services): Promise<string> {
  const { database, storage } = services;
  const state = await answers(services, "storage", () => storage.probe());
  if (state !== "ok") return state;
  const lost = withDeadline(picturesLost({ db: database.db, storage }), READY_MS, "The storage");
  // A silent database is reported separately.
  return (await lost.catch(() => undefined)) === undefined
    ? "ok"
    : "the pictures are not there: is the folder mounted?";
}

function diskOf({ guard, database }: Services, isFull: boolean): string {
  if (guard.isBroken && !database.isGone?.()) return "failed to keep what was written: the service ends";
  if (database.ballast?.state() === "spent") return "full, ballast spent: things can only be deleted and hidden";
  return isFull ? "full: nothing can be added until there is room" : "ok";
}

/** Undefined for a process on its own. */
function processesOf({ size, running }: ProcessGroup): string | undefined {
  if (size === 1) return undefined;
  return running() === size ? "ok" : `${running()} of ${size} are running`;
}

async function requireRights({ config, storage }: Services) {
  await requireFiles(config.database);
  await storage.inspect?.();
}

async function answers(
  { log }: Services,
  what: string,
  ask: () => Promise<unknown>,
  failing = "does not answer",
): Promise<string> {
  try {
    await withDeadline(ask(), READY_MS, `The ${what}`);
    return "ok";
  } catch (error) {
    log.warn("not ready", { what, error: String(error) });
    return isFullDisk(error) || error instanceof DiskFullError ? FULL : failing;
  }
}
