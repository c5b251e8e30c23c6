import { readdirSync, readFileSync } from "node:fs";

/** Sends a signal to a process and everything below it, as when its machine dies or stalls. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const one of treeOf(pid)) {
    try {
      process.kill(one, signal);
    } catch {
      // It is already gone.
    }
  }
}

function treeOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(name));
  const tree = [root];
  // It grows while it is walked.
  for (const one of tree) for (const [pid, parent] of parents) if (parent === one) tree.push(pid);
  return tree;
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ")[1]);
  } catch {
    return 0;
  }
}
