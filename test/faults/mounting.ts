import { join } from "node:path";

/** Command prefix that lets a command mount a private disk; undefined if nothing can. */
export function ownMounts(): string[] | undefined {
  const ways = [
    ["unshare", "--mount"],
    ["unshare", "--user", "--map-root-user", "--mount"],
  ];
  const tries = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", "/mnt"];
  return ways.find((way) => Bun.which(way[0]!) && Bun.spawnSync([...way, ...tries], { stderr: "ignore" }).success);
}

/** Runs a script of this folder there, and returns the JSON it prints last. */
export async function runMounting<T>(way: string[], script: string, args: string[]): Promise<T> {
  const command = [...way, process.execPath, join(import.meta.dir, script), ...args];
  const child = Bun.spawn(command, { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`${script} failed: ${stderr.slice(-2000)}`);
  return JSON.parse(stdout.trim().split("\n").at(-1)!) as T;
}
