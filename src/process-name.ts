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

/** Scope in which process ids are comparable: one boot of one machine, and within it one container. */
const PLACE = Bun.hash(
  [
    hostname(),
    attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
    attempt(() => readlinkSync("/proc/self/ns/pid")),
  ].join("\n"),
).toString(36);

/** When a process started, in clock ticks, since ids are reused. Empty if it has ended. */
function startOf(pid: string): string | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  if (stat === undefined) return attempt(() => readFileSync("/proc/self/stat")) ? "" : undefined;
  // The program's name comes first, in parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, start] = [fields[0]!, fields[19]!];
  return state === "Z" || state === "X" ? "" : start;
}

/** Unique among all processes that share a database. */
export const PROCESS_NAME = [PLACE, process.pid, startOf(String(process.pid)) ?? ""].join(".");

/** Whether a process is known to have ended. Nothing is known about processes elsewhere. */
export function hasEnded(name: string): boolean {
  const [place, pid, start] = name.split(".");
  if (place !== PLACE || !pid || !start) return false;
  const now = startOf(pid);
  return now !== undefined && now !== start;
}
