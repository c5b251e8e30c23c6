// `npm run test:faults` breaks a real site in every way we promise to survive, and reports the outcome.
import { availableParallelism, loadavg } from "node:os";

import type { FaultCheck, Outcome } from "./check.ts";
import { CHECKS } from "./checks.ts";

const USAGE = `npm run test:faults [-- --only NAME]… [-- --list]
Checks: ${CHECKS.map(({ name }) => name).join(", ")}`;

const asked = parse(process.argv.slice(2));
const startedAt = performance.now();
const [load] = loadavg() as [number];
const cores = availableParallelism();
const results: [FaultCheck, Outcome][] = [];
for (const check of asked) {
  const checkAt = performance.now();
  const say = (progress: string) => console.error(`  ${check.name.padEnd(18)} ${since(checkAt)}  ${progress}`);
  say("started");
  const outcome = await check.run(say).catch((error: unknown): Outcome => {
    const reason = error instanceof Error ? error.message : String(error);
    return { amount: "–", figure: `could not finish: ${reason}`, ok: false };
  });
  results.push([check, outcome]);
  say("skipped" in outcome ? `skipped: ${outcome.skipped}` : `${outcome.figure}: ${verdictOf(outcome)}`);
}
const rows = results.map(([{ name, goal }, outcome]) =>
  "skipped" in outcome
    ? [verdictOf(outcome), name, "–", `skipped: ${outcome.skipped}`, goal]
    : [verdictOf(outcome), name, outcome.amount, outcome.figure, goal],
);
console.log(`\n${leftTable([["verdict", "check", "how much", "figure", "goal"], ...rows])}`);
if (load > cores / 2)
  console.log(
    `\nThe machine was busy (load ${load.toFixed(1)} on ${cores} cores): times and shares are worse than on an idle one.`,
  );
const failed = results.filter(([, outcome]) => !("skipped" in outcome) && !outcome.ok);
const last = failed.length ? `Failed: ${failed.map(([{ name }]) => name).join(", ")}.` : "All is well.";
console.log(`\n${last} (${since(startedAt)})`);
process.exit(failed.length ? 1 : 0);

function parse(args: string[]): readonly FaultCheck[] {
  const names: string[] = [];
  for (let i = 0; i < args.length; i++) {
    if (args[i] === "--list") exit(CHECKS.map(({ name, goal }) => `${name.padEnd(18)} ${goal}`).join("\n"), 0);
    if (args[i] !== "--only" || !CHECKS.some(({ name }) => name === args[i + 1])) exit(USAGE, 2);
    names.push(args[++i]!);
  }
  return names.length ? CHECKS.filter(({ name }) => names.includes(name)) : CHECKS;
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
function leftTable(all: string[][]): string {
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
