import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Undefined on systems that do not say. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Where process ids mean the same: a machine until it is started again, and within it one container. */
const PLACE = Bun.hash(
  [
    hostname(),
    attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
    attempt(() => readlinkSync("/proc/self/ns/pid")),
  ].join("\n"),
).toString(36);

/** When a process began, in the system's own count: its id alone may be used again. Empty where it has ended. */
function startOf(pid: string): string | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  if (stat === undefined) return attempt(() => readFileSync("/proc/self/stat")) ? "" : undefined;
  // What precedes is the program's name, in brackets of its own.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, start] = [fields[0]!, fields[19]!];
  return state === "Z" || state === "X" ? "" : start;
}

/** Names this process among all that share a database. */
export const PROCESS_NAME = [PLACE, process.pid, startOf(String(process.pid)) ?? ""].join(".");

/** Whether a process is known to have ended. Of one elsewhere nothing is known. */
export function hasEnded(name: string): boolean {
  const [place, pid, start] = name.split(".");
  if (place !== PLACE || !pid || !start) return false;
  const now = startOf(pid);
  return now !== undefined && now !== start;
}
