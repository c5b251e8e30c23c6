// Runs commands as the user who starts this: reads them from standard input, and prints the runs, both as JSON.
import { guffaw, type RunOptions } from "./guffaw.ts";

const calls = (await Bun.stdin.json()) as { args: string[]; env: RunOptions["env"] }[];
const runs = [];
for (const { args, env } of calls) runs.push(await guffaw(args, { env }));
process.stdout.write(JSON.stringify(runs));
