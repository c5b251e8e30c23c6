import { lstatSync, readFileSync } from "node:fs";

import { ConfigError } from "./config/checks.ts";

const LINE = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/;
const SINGLE = /^'([^']*)'(.*)$/;
const DOUBLE = /^"((?:[^"\\]|\\.)*)"(.*)$/;
/** What may follow a closing quote. */
const REST = /^\s*$|^\s+#/;

type Environment = Record<string, string | undefined>;

/** Adds the variables of a file `.env` to an environment. What the environment already has wins. */
export function addEnvFile(env: Environment, path: string): Environment {
  for (const [name, value] of readEnvFile(path)) env[name] ??= value;
  return env;
}

/** The variables in a file `.env`; none if there is no such file. A file that cannot be read is an error. */
function readEnvFile(path: string): Map<string, string> {
  if (!lstatSync(path, { throwIfNoEntry: false })) return new Map();
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new ConfigError(`${path} ${reasonOf((error as NodeJS.ErrnoException).code ?? "")}`);
  }
  return parseEnvFile(textOf(bytes, path), path);
}

function reasonOf(code: string): string {
  if (code === "EISDIR") return "is a folder, not a file: move it away.";
  if (code === "ENOENT" || code === "ELOOP") return "is a link that leads nowhere: fix it or remove it.";
  if (code === "EACCES" || code === "EPERM")
    return "exists but cannot be read by this user: grant read access, or move the file away.";
  return `exists but cannot be read (${code}): fix it or move it away.`;
}

function textOf(bytes: Uint8Array, path: string): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes); // leaves out a byte order mark
    if (!text.includes("\0")) return text;
  } catch {
    // The same sentence as for a file of zeros.
  }
  throw new ConfigError(`${path} is not a text file in UTF-8: save it as one.`);
}

/** Values are literal: nothing is expanded. Errors name the line, never the value. */
export function parseEnvFile(text: string, path: string): Map<string, string> {
  const variables = new Map<string, string>();
  const lineOf = new Map<string, number>();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const refuse = (sentence: string): never => {
      throw new ConfigError(`Line ${i + 1} of ${path} ${sentence}`);
    };
    const [, name = "", given = ""] =
      LINE.exec(line) ?? refuse("is not of the form NAME=value: fix it or start it with #.");
    if (lineOf.has(name)) refuse(`sets ${name}, which line ${lineOf.get(name)} already sets: keep one of the two.`);
    lineOf.set(name, i + 1);
    variables.set(name, valueOf(given, refuse));
  }
  return variables;
}

function valueOf(given: string, refuse: (sentence: string) => never): string {
  const value = given.trimStart();
  const quote = value[0];
  // A # is part of the value unless a space comes before it.
  if (quote !== "'" && quote !== '"') return given.replace(/\s#.*/, "").trim();
  const [, inside, rest = ""] = (quote === "'" ? SINGLE : DOUBLE).exec(value) ?? [];
  if (inside === undefined) return refuse("has an unclosed quote: close it, or remove both quotes.");
  if (!REST.test(rest)) return refuse("continues after its closing quote: put the whole value inside the quotes.");
  return quote === "'" ? inside : inside.replace(/\\(["\\n])/g, (_, one: string) => (one === "n" ? "\n" : one));
}
