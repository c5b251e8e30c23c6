import type { ParseArgsOptionsConfig } from "node:util";

import type { Config } from "../config.ts";
import { OPERATORS_POLICY, type Actor, type Ctx } from "../core/ctx.ts";
import { findUserBy } from "../core/users/find-user.ts";
import { contextOf, openServices, type ServiceOptions, type Services } from "../services.ts";
import { Log } from "../log.ts";

/** How the command line is misused: told with the usage, exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

export interface Option {
  type: "string" | "boolean";
  multiple?: boolean;
  /** The placeholder of its value in the help. */
  value?: string;
  help: string;
}

export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** What a command leaves: words for a person, an object for a program. */
export interface Outcome {
  text: string;
  json: object;
  /** 1 where the command did its work and the news is bad. */
  exitCode?: 0 | 1;
}

export interface Terminal {
  /** For people, on standard output, and silent when a program asked for JSON. */
  say(text: string): void;
  /** One JSON object on standard output, when a program asked for JSON. */
  emit(value: object): void;
  /** Standard error. */
  warn(text: string): void;
  /** Log lines, on standard error. */
  log(text: string): Promise<unknown>;
  /** Asks the person at the terminal, on standard error; undefined where there is nobody to ask. */
  ask(question: string): Promise<string | undefined>;
  readonly isTTY: boolean;
  stdin(): Promise<string>;
  /** Resolves with the signal that asks the program to stop. */
  stopSignal(): Promise<string>;
}

export interface Command {
  name: string;
  /** The words after the name, as in the help: `NAME FILE…`. */
  args: string;
  summary: string;
  details?: string;
  options?: Record<string, Option>;
  /** How many arguments it takes. */
  count: [least: number, most: number];
  /** Tells of settings that mean nothing in its own way. */
  saysUnknown?: true;
  /** It has its own words where the database of a site is lost, or brings it back. */
  worksWithoutDatabase?: true;
  run(call: CommandCall): Promise<Outcome | undefined>;
}

export interface CommandCall {
  args: string[];
  values: Values;
  config: Config;
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
    policy: OPERATORS_POLICY,
  });
}

/** The same, for what works on a full disk too. */
export const reading = <T>(
  call: Pick<CommandCall, "config" | "terminal">,
  work: (services: Services, ctx: Ctx) => Promise<T>,
) => withServices(call, work, { reading: true });

/** The context of a member: `--as NAME` acts with all that the account may do. */
export async function actAs(ctx: Ctx, name: string): Promise<Ctx> {
  const user = await findUserBy(ctx, name);
  const actor: Actor = { kind: "member", user, via: "session" };
  return { ...ctx, actor };
}

export function text(values: Values, name: string): string | undefined {
  return values[name] as string | undefined;
}

export function required(values: Values, name: string): string {
  const value = text(values, name);
  if (value === undefined) throw new UsageError(`--${name} is required.`);
  return value;
}

export function list(values: Values, name: string): string[] {
  return (values[name] as string[] | undefined) ?? [];
}

export function oneOf<const T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice.toLowerCase() === value.toLowerCase());
  if (!found) throw new UsageError(`${name} cannot be "${value}": use one of ${choices.join(", ")}.`);
  return found;
}

export function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = /^\d{1,12}$/.test(value) ? Number(value) : NaN;
  if (!(number >= least && number <= most))
    throw new UsageError(`${name} cannot be "${value}": use a whole number from ${least} to ${most}.`);
  return number;
}
