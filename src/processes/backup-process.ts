import type { Config } from "../config.ts";
import { politely } from "../politely.ts";

/** The command, not shown in the help, that a process for one scheduled backup is started with. */
export const BACKUP_PROCESS = "backup-process";

/** What such a process says at its end. */
export type BackupReport = { made: ScheduledBackup } | { failed: string };

export interface ScheduledBackup {
  name: string;
  rows: number;
  images: number;
  /** What is wrong with it, if anything. */
  problem?: string;
}

/** How long it may take to give the place back. */
const STOP_MS = 3000;

/** In a process of its own, so that reading and packing millions of rows keeps no request waiting. */
export async function backUpInOwnProcess(config: Config, signal: AbortSignal): Promise<ScheduledBackup> {
  signal.throwIfAborted();
  let report: BackupReport | undefined;
  const command = politely(process.execPath, "--no-env-file", ...process.execArgv, Bun.main, BACKUP_PROCESS);
  const child = Bun.spawn(command, {
    stdio: ["ignore", "ignore", "inherit"],
    // Ctrl-C must not reach it before it knows that the server decides about signals.
    detached: true,
    serialization: "advanced",
    ipc: (message) => void (report = message as BackupReport),
  });
  let killing: Timer | undefined;
  const stop = () => {
    child.kill("SIGTERM");
    killing = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    child.send(config);
    await child.exited;
  } finally {
    signal.removeEventListener("abort", stop);
    clearTimeout(killing);
  }
  signal.throwIfAborted();
  if (report && "made" in report) return report.made;
  throw new Error(
    report?.failed ?? `The backup's process ended (${child.signalCode ?? `exit code ${child.exitCode}`}).`,
  );
}
