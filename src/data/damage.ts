import { ConfigError } from "../config/checks.ts";
import type { DatabaseMeter } from "./meter.ts";

/** Only the operator can help. Visitors just learn that something is wrong; the log says what. */
export class DamagedDatabase extends ConfigError {
  override name = "DamagedDatabase";
  constructor(
    file: string,
    /** In the database's own words. */
    readonly damage: string,
  ) {
    super(
      `The database file ${file} is damaged (${damage}): stop the server, leave GUFFAW_DATA as it is, and follow "The database is damaged" in docs/operating.md.`,
    );
  }
}

/** Undefined for any other SQLite error. */
export function damageOf(error: unknown, file: string, meter?: DatabaseMeter): DamagedDatabase | undefined {
  if (error instanceof DamagedDatabase) return error;
  const { code = "", message = "" } = (error ?? {}) as { code?: string; message?: string };
  if (!/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return undefined;
  if (meter) meter.damaged = true;
  return new DamagedDatabase(file, message);
}
