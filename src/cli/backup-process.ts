import { tmpdir } from "node:os";

import packageJson from "../../package.json" with { type: "json" };
import type { Config } from "../config.ts";
import { makeBackup, problemOf } from "../core/backup/make-backup.ts";
import type { BackupReport, ScheduledBackup } from "../processes/backup-process.ts";
import { requireApart } from "../storage/apart.ts";
import { openBackupPlace } from "../storage/open.ts";
import { reading, type Terminal } from "./command.ts";

/** Makes one scheduled backup. The server that started it gives the settings. */
export async function runBackupProcess(terminal: Terminal): Promise<number> {
  const begun = Promise.withResolvers<Config>();
  process.once("message", (config) => begun.resolve(config as Config));
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error("The server stopped."));
  process.on("SIGTERM", stop);
  process.on("disconnect", stop);
  // A terminal sends this to every process. The server decides.
  process.on("SIGINT", () => {});
  const report = await backUp(await begun.promise, terminal, stopping.signal).then(
    (made): BackupReport => ({ made }),
    (error: unknown): BackupReport => ({ failed: error instanceof Error ? error.message : String(error) }),
  );
  process.removeListener("disconnect", stop);
  if (process.connected) {
    process.send!(report);
    process.disconnect?.();
  }
  return "made" in report ? 0 : 1;
}

function backUp(config: Config, terminal: Terminal, signal: AbortSignal): Promise<ScheduledBackup> {
  const { to, keep } = config.backup;
  requireApart(to!, config);
  const target = openBackupPlace(to!);
  return reading({ config, terminal }, async ({ database }, ctx) => {
    const options = { target, version: packageJson.version, keep, verifyIn: tmpdir(), signal };
    const made = await makeBackup({ ...ctx, database }, options);
    const { name, rows, images } = made;
    return { name, rows, images, problem: problemOf(made) };
  });
}
