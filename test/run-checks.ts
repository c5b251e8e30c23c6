// Runs the checks of a long command (`npm run test:faults`, `npm run test:deploy`) and reports the outcome.
import { availableParallelism, loadavg } from "node:os";

export interface Check {
  name: string;
  /** What it shows or measures, and the limits. */
  goal: string;
  /** `say` reports progress. */
  run(say: (progress: string) => void): Promise<Outcome>;
}

export type Outcome =
  | {
      /** How many attempts. */
      amount: string;
      figure: string;
      ok: boolean;
    }
  | { skipped: string };

/** Never returns: exits with code 1 if a check failed, 2 if the arguments are wrong. */
export async function runChecks(command: string, checks: readonly Check[]): Promise<never> {
  const asked = chosen(command, checks);
  const startedAt = performance.now();
  const [load] = loadavg() as [number];
  const results: [Check, Outcome][] = [];
  for (const check of asked) results.push([check, await run(check)]);
  const rows = results.map(([{ name, goal }, outcome]) =>
    "skipped" in outcome
      ? [verdictOf(outcome), name, "–", `skipped: ${outcome.skipped}`, goal]
      : [verdictOf(outcome), name, outcome.amount, outcome.figure, goal],
  );
  console.log(`\n${leftTable([["verdict", "check", "how much", "figure", "goal"], ...rows])}`);
  const cores = availableParallelism();
  if (load > cores / 2)
    console.log(
      `\nThe machine was busy (load ${load.toFixed(1)} on ${cores} cores): times and shares are worse than on an idle one.`,
    );
  const failed = results.filter(([, outcome]) => !("skipped" in outcome) && !outcome.ok);
  const last = failed.length ? `Failed: ${failed.map(([{ name }]) => name).join(", ")}.` : "All is well.";
  console.log(`\n${last} (${since(startedAt)})`);
  process.exit(failed.length ? 1 : 0);
}

async function run(check: Check): Promise<Outcome> {
  const startedAt = performance.now();
  const say = (progress: string) => console.error(`  ${check.name.padEnd(18)} ${since(startedAt)}  ${progress}`);
  say("started");
  const outcome = await check.run(say).catch((error: unknown): Outcome => {
    const reason = error instanceof Error ? error.message : String(error);
    return { amount: "–", figure: `could not finish: ${reason}`, ok: false };
  });
  say("skipped" in outcome ? `skipped: ${outcome.skipped}` : `${outcome.figure}: ${verdictOf(outcome)}`);
  return outcome;
}

function chosen(command: string, checks: readonly Check[]): readonly Check[] {
  const args = process.argv.slice(2);
  const usage = `${command} [-- --only NAME]… [-- --list]\nChecks: ${checks.map(({ name }) => name).join(", ")}`;
  const names: string[] = [];
  for (let i = 0; i < args.length; i++) {
    if (args[i] === "--list") exit(checks.map(({ name, goal }) => `${name.padEnd(18)} ${goal}`).join("\n"), 0);
    if (args[i] !== "--only" || !checks.some(({ name }) => name === args[i + 1])) exit(usage, 2);
    names.push(args[++i]!);
  }
  return names.length ? checks.filter(({ name }) => names.includes(name)) : checks;
}

function exit(text: string, code: number): never {
  console.error(text);
  process.exit(code);
}

function verdictOf(outcome: Outcome): string {
  if ("skipped" in outcome) return "skipped";
  return outcome.ok ? "pass" : "FAIL";
}

function since(moment: number): string {
  const passed = Math.round((performance.now() - moment) / 1000);
  return `${Math.floor(passed / 60)}:${String(passed % 60).padStart(2, "0")}`;
}

/** All columns are text, so they are left-aligned. */
export function leftTable(all: string[][]): string {
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => [...row[column]!].length)));
  return all
    .map((row) =>
      row
        .map((cell, i) => cell + " ".repeat(widths[i]! - [...cell].length))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
