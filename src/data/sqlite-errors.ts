import type { Database } from "bun:sqlite";

import { DomainError } from "../errors.ts";
import { DiskFullError, fullDisk, isDiskFull } from "./ballast.ts";
import { damageOf } from "./damage.ts";
import type { DatabaseMeter } from "./meter.ts";
import { MOVED_TEXT } from "./move-triggers.ts";
import { SiteMoved } from "./site-moved.ts";

/** Puts a full or broken disk into a sentence that tells the operator where to look. */
export function sqliteError(error: unknown, { filename }: Database, meter?: DatabaseMeter): unknown {
  const damage = damageOf(error, filename, meter);
  if (damage) return damage;
  const { code = "", message = "" } = (error ?? {}) as { code?: string; message?: string };
  if (code === "SQLITE_CONSTRAINT_TRIGGER" && message === MOVED_TEXT) return new SiteMoved();
  if (!/^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(code)) return error;
  const sentence = `The database cannot be written to or read (${code}): check the disk.`;
  if (code === "SQLITE_FULL" || (FULL.test(code) && isDiskFull(filename))) return new DiskFullError(fullDisk(filename));
  return FULL.test(code) ? new DiskFullError(sentence) : new DomainError("unavailable", sentence);
}

/** What SQLite reports for a full disk or an exhausted quota. */
const FULL = /^SQLITE_(FULL|IOERR_(WRITE|SHMSIZE|SHMOPEN|SHMMAP))$/;
export const isFailedSync = (error: unknown) =>
  /^SQLITE_IOERR_(DIR_)?FSYNC$/.test(String((error as { code?: unknown }).code));
