import { readFileSync } from "node:fs";

export interface Usage {
  /** CPU time of all its threads since it started. */
  seconds: number;
  /** Resident memory. */
  bytes: number;
}

/** The kernel's unit on every architecture we run on. */
const TICKS_PER_SECOND = 100;

/** Resource usage of a process; undefined without /proc, or if the process is gone. */
export function usageOf(pid: number): Usage | undefined {
  try {
    const fields = statOf(pid);
    const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    return { seconds, bytes: Number(fields[21]) * (pageSize ??= findPageSize()) };
  } catch {
    return undefined;
  }
}

/** Fields from the state on: the name before it, in parentheses, may contain anything. */
function statOf(pid: number | "self"): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

let pageSize: number | undefined;

/** 4, 16 or 64 KB. Nothing says which, but our own memory is reported both in pages and in kilobytes. */
function findPageSize(): number {
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "latin1"))![1]);
  return 4096 * 4 ** Math.round(Math.log((kilobytes * 1024) / Number(statOf("self")[21]) / 4096) / Math.log(4));
}
