import { join } from "node:path";
import { parseArgs } from "node:util";

import { ConfigError } from "../config/checks.ts";
import { readConfig, type Config } from "../config.ts";
import { unknownSetting } from "../config/variable-names.ts";
import { DomainError } from "../errors.ts";
import { requireOwner } from "../ownership.ts";
import { backupCommands } from "./backup.ts";
import {
  optionsConfig,
  UsageError,
  type Command,
  type Outcome,
  type SiteCommand,
  type Terminal,
  type Values,
} from "./command.ts";
import { completionFor } from "./completion.ts";
import { help, helpFor } from "./help.ts";
import { invite } from "./invite.ts";
import { jobCommands } from "./job.ts";
import { keyCommands } from "./key.ts";
import { requireNotLost } from "./lost-database.ts";
import { mailCommands } from "./mail.ts";
import { make } from "./make.ts";
import { memeCommands } from "./meme.ts";
import { move } from "./move.ts";
import { messagesCommands } from "./messages.ts";
import { proCommands } from "./pro.ts";
import { formats } from "./formats.ts";
import { gifKeyCommands } from "./gif-key.ts";
import { renditions } from "./renditions.ts";
import { BACKUP_PROCESS } from "../processes/backup-process.ts";
import { SERVER_PROCESS } from "../processes/server-process.ts";
import { runBackupProcess } from "./backup-process.ts";
import { seed } from "./seed.ts";
import { runServerProcess } from "./server-process.ts";
import { serve } from "./serve.ts";
import { showConfig } from "./show-config.ts";
import { siteCommands } from "./site.ts";
import { staffCommands } from "./staff.ts";
import { stats } from "./stats.ts";
import { sweep } from "./sweep.ts";
import { upkeepCommands } from "./upkeep.ts";
import { userCommands } from "./user.ts";
import { version } from "./version.ts";

export const COMMANDS: readonly Command[] = [
  serve,
  ...userCommands,
  invite,
  ...keyCommands,
  ...gifKeyCommands,
  ...memeCommands,
  make,
  ...proCommands,
  ...staffCommands,
  ...siteCommands,
  ...messagesCommands,
  ...mailCommands,
  seed,
  sweep,
  renditions,
  formats,
  ...backupCommands,
  move,
  ...upkeepCommands,
  ...jobCommands,
  stats,
  showConfig,
  version,
  completionFor(() => COMMANDS),
];

export interface Invocation {
  argv: string[];
  /** Read only by commands that need settings; help works without. */
  env: () => Record<string, string | undefined>;
  /** The checkout. */
  root: string;
  terminal: (json: boolean) => Terminal;
}

/** Runs one command and returns the exit code: 0 success, 1 failure, 2 wrong usage. */
export async function main({ argv, env, root, terminal: open }: Invocation): Promise<number> {
  if (argv[0] === SERVER_PROCESS && process.send) return runServerProcess(open(false));
  if (argv[0] === BACKUP_PROCESS && process.send) return runBackupProcess(open(false));
  const flags = argv.slice(0, argv.includes("--") ? argv.indexOf("--") : undefined);
  const json = flags.includes("--json");
  const terminal = open(json);
  const words = argv
    .filter((word, i) => i >= flags.length || (word !== "--json" && word !== "--help" && word !== "-h"))
    .map((word, i) => (i === 0 && (word === "--version" || word === "-v") ? version.name : word));
  const command = findCommand(words);
  try {
    if (flags.includes("--help") || flags.includes("-h") || words[0] === "help" || argv.length === 0) {
      open(false).say(helpOn(words[0] === "help" ? words.slice(1) : words, root));
      return 0;
    }
    if (!command) throw new UsageError(unknownCommand(words));
    const { args, values } = parse(command, words.slice(command.name.split(" ").length));
    if ("answer" in command) return finish(terminal, command.answer({ args, values }));
    const variables = env();
    const config = readSettings(command, () => readConfig(variables, root));
    if ("json" in config) return finish(terminal, config);
    requireOwner(config, `./guffaw ${command.name}${words.length > command.name.split(" ").length ? " …" : ""}`);
    if (!command.worksWithoutDatabase) requireNotLost(config);
    if (!command.saysUnknown) for (const name of config.unknown) terminal.warn(`guffaw: ${unknownSetting(name)}\n`);
    const configWith = (changes: Record<string, string>) => readConfig({ ...variables, ...changes }, root);
    const outcome = await command.run({ args, values, config, configWith, terminal });
    return finish(terminal, outcome);
  } catch (error) {
    return fail(terminal, command, error);
  }
}

/** The settings, or what the command says if they are invalid. */
function readSettings(command: SiteCommand, read: () => Config): Config | Outcome {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError) || !command.onBadSettings) throw error;
    return command.onBadSettings(error.problems);
  }
}

function finish(terminal: Terminal, outcome: Outcome | undefined): number {
  if (!outcome) return 0;
  if (outcome.text !== undefined) terminal.say(outcome.text);
  terminal.emit(outcome.json);
  return outcome.exitCode ?? 0;
}

function fail(terminal: Terminal, command: Command | undefined, error: unknown): number {
  const usage = error instanceof UsageError;
  const known = usage || error instanceof DomainError || error instanceof ConfigError;
  const sentence = known ? error.message : `Unexpected error: ${error instanceof Error ? error.message : error}`;
  terminal.emit({ error: sentence });
  for (const line of error instanceof ConfigError ? error.problems : [sentence]) terminal.warn(`guffaw: ${line}\n`);
  if (usage) terminal.warn(`For help: ./guffaw ${command ? `${command.name} ` : ""}--help\n`);
  return usage ? 2 : 1;
}

function findCommand(words: string[]): Command | undefined {
  return COMMANDS.find(({ name }) => name.split(" ").every((word, i) => words[i] === word));
}

/** Help on everything, on a group such as `user`, or on one command. */
function helpOn(words: string[], root: string): string {
  const command = findCommand(words);
  if (command) return helpFor(command, join(root, "guffaw"));
  const isGroup = words.length === 1 && COMMANDS.some(({ name }) => name.startsWith(`${words[0]} `));
  if (words.length > 0 && !isGroup) throw new UsageError(unknownCommand(words));
  return help(COMMANDS, words[0]);
}

function unknownCommand(words: string[]): string {
  if (words.length === 0) return "Give a command.";
  const inGroup = COMMANDS.filter(({ name }) => name.startsWith(`${words[0]} `)).map(({ name }) => name);
  if (inGroup.length) return `"${words.slice(0, 2).join(" ")}" is not a command; choose from ${inGroup.join(", ")}.`;
  return `"${words[0]}" is not a command.`;
}

function parse(command: Command, words: string[]): { args: string[]; values: Values } {
  // Not strict, because our own messages say what is wrong.
  const options = { options: optionsConfig(command), allowPositionals: true, strict: false, tokens: true } as const;
  const { positionals: args, values, tokens } = parseArgs({ args: words, ...options });
  for (const token of tokens) if (token.kind === "option") requireOption(command, token);
  const [min, max] = command.count;
  const usage = `./guffaw ${command.name} ${command.args}`.trim();
  if (args.length < min) throw new UsageError(`Missing argument: ${usage}.`);
  if (args.length > max)
    throw new UsageError(
      max === 0
        ? `${command.name} takes no arguments, but got "${args[0]}".`
        : `Unexpected argument "${args[max]}": ${usage}.`,
    );
  requireAll(command, values);
  return { args, values };
}

function requireAll({ options = {} }: Command, values: Values) {
  const missing = Object.keys(options).filter((name) => options[name]!.required && values[name] === undefined);
  if (missing.length === 0) return;
  const names = missing.map((name) => `--${name}`).join(" and ");
  throw new UsageError(`${names} ${missing.length === 1 ? "is" : "are"} required.`);
}

interface OptionToken {
  name: string;
  rawName: string;
  value?: string;
  inlineValue?: boolean;
}

function requireOption({ name: command, options = {} }: Command, { name, rawName, value, inlineValue }: OptionToken) {
  const option = rawName.startsWith("--") && Object.hasOwn(options, name) ? options[name]! : undefined;
  if (!option) throw new UsageError(`${rawName} is not an option of guffaw ${command}.`);
  if (option.type === "boolean" && value !== undefined) throw new UsageError(`${rawName} takes no value.`);
  if (option.type === "string" && (value === undefined || (!inlineValue && /^-./.test(value))))
    throw new UsageError(`${rawName} needs a value; write one that starts with a dash as ${rawName}=-x.`);
}
