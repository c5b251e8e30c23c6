import type { Command } from "./command.ts";

/** Lists all commands, or those of one group. */
export function help(commands: readonly Command[], group?: string): string {
  const inGroup = commands.filter(({ name }) => name.startsWith(`${group} `));
  const shown = inGroup.length ? inGroup : commands;
  const width = Math.max(...shown.map((c) => `${c.name} ${c.args}`.length));
  return [
    "Guffaw, a meme sharing service that anyone can run.",
    "",
    "  ./guffaw <command> [options]",
    "",
    ...shown.map((c) => `  ${`${c.name} ${c.args}`.padEnd(width)}  ${c.summary}`),
    "",
    "Add --help to any command for details, or --json for output as one JSON object.",
    "Exit codes: 0 success, 1 failure, 2 wrong usage.",
  ].join("\n");
}

export function helpFor({ name, args, summary, details, options = {} }: Command, guffaw: string): string {
  const rows = Object.entries(options).map(([option, { value, help, type, required }]) => [
    `--${option}${type === "string" ? ` ${value ?? "VALUE"}` : ""}`,
    required ? `${help}; required` : help,
  ]);
  rows.push(["--json", "print one JSON object"], ["--help", "print this"]);
  const width = Math.max(...rows.map(([left]) => left!.length));
  return [
    `./guffaw ${name} ${args}`.trim() + " [options]",
    "",
    `  ${summary[0]!.toUpperCase()}${summary.slice(1)}.`,
    ...(details ? ["", `  ${typeof details === "string" ? details : details(guffaw)}`] : []),
    "",
    ...rows.map(([left, right]) => `  ${left!.padEnd(width)}  ${right}`),
  ].join("\n");
}
