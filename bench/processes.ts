// CPU time and memory of processes, from Linux's /proc.
import { readdirSync, readFileSync } from "node:fs";

import { SERVER_PROCESS } from "../src/processes/server-process.ts";

const TICKS_PER_SECOND = 100;

interface Process {
  pid: number;
  parent: number;
  /** Its own, and that of the children it has waited for. */
  seconds: number;
}

/** Undefined if it is gone. */
function read(pid: number): Process | undefined {
  const fields = fieldsOf(pid);
  return fields && { pid, parent: Number(fields[1]), seconds: secondsIn(fields.slice(11, 15)) };
}

function fieldsOf(pid: number | string): string[] | undefined {
  const stat = readProc(pid, "stat");
  // Count from after the name, which may contain anything.
  return stat ? stat.slice(stat.lastIndexOf(")") + 2).split(" ") : undefined;
}

const secondsIn = (ticks: readonly string[]) => ticks.reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND;

const all = () =>
  readdirSync("/proc").flatMap((name) => {
    const found = /^\d+$/.test(name) ? read(Number(name)) : undefined;
    return found ? [found] : [];
  });

/** The process and everything it has started, directly or not. */
function treeOf(root: number): Process[] {
  const processes = all();
  const members = new Set([root]);
  // Ids wrap around, so a child may have a smaller one than its parent.
  for (let before = 0; before !== members.size;) {
    before = members.size;
    for (const { pid, parent } of processes) if (members.has(parent)) members.add(pid);
  }
  return processes.filter(({ pid }) => members.has(pid));
}

/** CPU time of a process and its descendants, in seconds. */
export const cpuOf = (root: number): number => treeOf(root).reduce((sum, { seconds }) => sum + seconds, 0);

/** Of that, what the compilers of a process took: threads of their own, named by the runtime. */
export function compilingOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `${pid}/task/${thread}`);
  const compilers = threads.filter((thread) => readProc(thread, "comm").startsWith("JITWorker"));
  return compilers.reduce((sum, thread) => sum + secondsIn(fieldsOf(thread)?.slice(11, 13) ?? []), 0);
}

/** Resident memory in bytes, now and at its peak: of all processes that serve, without those that decode pictures. */
export function memoryOf(root: number): { now: number; most: number } {
  const serving = treeOf(root).filter(({ pid }) => pid === root || isServerProcess(pid));
  const sum = (name: string) => serving.reduce((total, { pid }) => total + statusOf(pid, name), 0);
  return { now: sum("VmRSS"), most: sum("VmHWM") };
}

/** Within this time, the runtime has collected its garbage, in a few steps, and given the memory back. */
const REST_MS = 30_000;

/** Of a server that has had nothing to do for a while. */
export async function memoryAtRest(root: number): Promise<ReturnType<typeof memoryOf>> {
  await Bun.sleep(REST_MS);
  return memoryOf(root);
}

const isServerProcess = (pid: number) => readProc(pid, "cmdline").split("\0").includes(SERVER_PROCESS);

const statusOf = (pid: number, name: string) =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readProc(pid, "status"))?.[1] ?? 0) * 1024;

/** Empty if the process, or the thread of one, is gone. */
function readProc(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}
