import type { ParseArgsOptionsConfig } from "node:util";

import type { Config } from "../config.ts";
import { OPERATORS_POLICY, type Actor, type Ctx } from "../core/ctx.ts";
import { findUserBy } from "../core/users/find-user.ts";
import { contextOf, openServices, type ServiceOptions, type Services } from "../services.ts";
import { Log } from "../log.ts";

/** Wrong usage of the command line: reported with the usage, exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

export interface Option {
  type: "string" | "boolean";
  multiple?: boolean;
  /** Placeholder of its value in the help. */
  value?: string;
  required?: true;
  help: string;
}

export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** The result of a command: text for people, an object for programs. */
export interface Outcome {
  /** Undefined if the command has already said everything. */
  text?: string;
  json: object;
  /** 1 if the command worked, but what it found is bad. */
  exitCode?: 0 | 1;
}

export interface Terminal {
  /** Text for people, on standard output; silent with --json. */
  say(text: string): void;
  /** One JSON object on standard output, with --json only. */
  emit(value: object): void;
  /** Standard error. */
  warn(text: string): void;
  /** Log lines, on standard error. */
  log(bytes: Uint8Array): Promise<unknown>;
  /** Asks the person at the terminal, on standard error; undefined if there is no terminal. */
  ask(question: string): Promise<string | undefined>;
  readonly isTTY: boolean;
  /** The caller's umask; our own is stricter. */
  readonly umask: number;
  stdin(): Promise<string>;
  /** Resolves with the signal that asks the program to stop. */
  stopSignal(): Promise<string>;
  /** Ends the program with exit code 1 if it still runs by then, after saying why. */
  endWithin(ms: number, why: string): void;
}

interface CommandBase {
  name: string;
  /** The arguments as the help shows them: `NAME FILE…`. */
  args: string;
  summary: string;
  /** May name the program by its absolute path. */
  details?: string | ((guffaw: string) => string);
  options?: Record<string, Option>;
  /** How many arguments it takes. */
  count: [least: number, most: number];
}

/** It needs neither settings nor a site, so it works even where those are broken. */
export interface PlainCommand extends CommandBase {
  answer(call: Pick<CommandCall, "args" | "values">): Outcome;
}

export interface SiteCommand extends CommandBase {
  /** It reports unknown settings in its own way. */
  saysUnknown?: true;
  /** It reports invalid settings in its own way. */
  onBadSettings?(problems: string[]): Outcome;
  /** It reports a lost database in its own words, or restores it. */
  worksWithoutDatabase?: true;
  run(call: CommandCall): Promise<Outcome | undefined>;
}

export type Command = PlainCommand | SiteCommand;

export interface CommandCall {
  args: string[];
  values: Values;
  config: Config;
  /** The same settings with some of them changed. */
  configWith(changes: Record<string, string>): Config;
  terminal: Terminal;
}

export const optionsConfig = (command: Command): ParseArgsOptionsConfig =>
  Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  );

/** Opens the services for one command. The log stays quiet: the command itself says what it did. */
export async function withServices<T>(
  { config, terminal }: Pick<CommandCall, "config" | "terminal">,
  work: (services: Services, ctx: Ctx) => Promise<T>,
  options: Pick<ServiceOptions, "reading"> = {},
): Promise<T> {
  const log = new Log(config.log === "info" ? "warn" : config.log, terminal.log);
  await using services = await openServices(config, { ...options, log, patience: {} });
  return await work(services, {
    ...contextOf(services, { kind: "system", job: "command line" }),
    policy: { ...OPERATORS_POLICY, video: config.video },
  });
}

/** The same for commands that only read, which work on a full disk too. */
export const reading = <T>(
  call: Pick<CommandCall, "config" | "terminal">,
  work: (services: Services, ctx: Ctx) => Promise<T>,
) => withServices(call, work, { reading: true });

/** The context of a member: `--as NAME` can do whatever that account may do. */
export async function actAs(ctx: Ctx, name: string): Promise<Ctx> {
  const user = await findUserBy(ctx, name);
  const actor: Actor = { kind: "member", user, via: "session" };
  return { ...ctx, actor };
}

export function text(values: Values, name: string): string | undefined {
  return values[name] as string | undefined;
}

/** The value of an option that the command declares as required. */
export function required(values: Values, name: string): string {
  return values[name] as string;
}

export function list(values: Values, name: string): string[] {
  return (values[name] as string[] | undefined) ?? [];
}

export function oneOf<const T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice.toLowerCase() === value.toLowerCase());
  if (!found) throw new UsageError(`${name} cannot be "${value}": use one of ${choices.join(", ")}.`);
  return found;
}

export function wholeNumber(name: string, value: string, min: number, max: number): number {
  const number = /^\d{1,12}$/.test(value) ? Number(value) : NaN;
  if (!(number >= min && number <= max))
    throw new UsageError(`${name} cannot be "${value}": use a whole number from ${min} to ${max}.`);
  return number;
}
