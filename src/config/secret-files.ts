import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { ConfigError, type Env, requirePath } from "./checks.ts";

/** Settings that are secrets or contain one. Each can be given as a file, in NAME_FILE. */
const SECRETS: readonly string[] = [
  "GUFFAW_DATABASE_URL",
  "GUFFAW_DATABASE_REPLICA_URL",
  "GUFFAW_SMTP_URL",
  "GUFFAW_VALKEY_URL",
  "GUFFAW_OPS_TOKEN",
  "GUFFAW_BACKUP_ACCESS_KEY_ID",
  "GUFFAW_BACKUP_SECRET_ACCESS_KEY",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
];
const FILE = "_FILE";

const isSecret = (name: string) => SECRETS.includes(name) || /^GUFFAW_OIDC_\w+_CLIENT_SECRET$/.test(name);

export const isSecretFile = (name: string) => name.endsWith(FILE) && isSecret(name.slice(0, -FILE.length));

/** The environment with each NAME_FILE replaced by NAME and what that file contains. */
export function readSecretFiles(env: Env, root: string): Env {
  const result: Env = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    const secret = name.slice(0, -FILE.length);
    if (!isSecretFile(name)) result[name] ??= value;
    else if (!value?.trim()) continue;
    else if (env[secret]?.trim()) problems.push(`${secret} and ${name} are both set: keep one of them.`);
    else
      try {
        result[secret] = readSecret(name, resolve(root, requirePath(name, value.trim())));
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        problems.push(...error.problems);
      }
  }
  if (problems.length > 0) throw new ConfigError(...problems);
  return result;
}

/** Without the line break that editors and echo leave at the end. */
function readSecret(name: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new ConfigError(`${name} names ${path}, which ${reasonOf((error as NodeJS.ErrnoException).code ?? "")}.`);
  }
  if (text === "") throw new ConfigError(`${name} names ${path}, which is empty: write the value into it.`);
  // Anything else would end up in a header or an address, half of it.
  if (/[\0\r\n]/.test(text))
    throw new ConfigError(`${name} names ${path}, which has more than one line: keep only the value.`);
  return text;
}

function reasonOf(code: string): string {
  if (code === "ENOENT" || code === "ENOTDIR") return "does not exist: create it, or correct the path";
  if (code === "EISDIR") return "is a folder: give the path of a file";
  if (code === "EACCES" || code === "EPERM") return "this user may not read: grant read access";
  return `cannot be read (${code})`;
}
