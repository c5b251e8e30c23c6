import { CONTRACTS, LAST_ALONE, MIGRATIONS } from "./migrations/index.ts";

const NAMES = Object.keys(MIGRATIONS);

/** The newest migration of this program, and so its version as far as tables are concerned. */
export const NEWEST = NAMES.at(-1)!;

/** The migration that a program must know to work with the tables that these leave behind; empty if any program can. */
export const neededAfter = (names: readonly string[]): string =>
  names
    .map((name) => (name <= LAST_ALONE ? name : (CONTRACTS[name] ?? "")))
    .reduce((one, other) => (one > other ? one : other), "");

/** What a program must know to work with the tables that this one makes. */
export const NEEDED = neededAfter(NAMES);

/** Migrations are numbered, so a program that knows one knows those before it. `newest` is empty if nobody knows. */
export const knows = (newest: string, needed: string): boolean => newest >= needed;
