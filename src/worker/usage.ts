import { readFileSync } from "node:fs";

export interface Usage {
  /** Of the processor, by all its threads since it started. */
  seconds: number;
  bytes: number;
}

/** The kernel counts in these, on every architecture that we run on. */
const TICKS_PER_SECOND = 100;

/** What a process has used; undefined where there is no /proc, or the process is gone. */
export function usageOf(pid: number): Usage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // Its name comes second, in brackets, and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? 0;
    return { seconds, bytes: Number(kilobytes) * 1024 };
  } catch {
    return undefined;
  }
}
