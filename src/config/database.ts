import { isAbsolute, join } from "node:path";

import { ConfigError, IN_PASSWORDS, refuse, requireDecodable, requirePath } from "./checks.ts";

export type DatabaseConfig =
  | { kind: "sqlite"; file: string }
  | {
      kind: "postgres";
      url: string;
      /** Connections of this server, all its processes together. */
      pool?: number;
    };

/** Fewer would make requests wait for each other's transactions. */
export const MIN_CONNECTIONS = 4;
const MAX_CONNECTIONS = 1000;
export const DEFAULT_CONNECTIONS = 16;

export function readPool(value: string): number {
  const number = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (number < MIN_CONNECTIONS || number > MAX_CONNECTIONS)
    refuse("GUFFAW_DATABASE_POOL", value, `a number of connections from ${MIN_CONNECTIONS} to ${MAX_CONNECTIONS}`);
  return number;
}

/** The address may hold a password, so the error never repeats it. */
export function readPostgres(name: string, value: string): string {
  const url = withHost(value);
  const parts = URL.canParse(url) ? new URL(url) : undefined;
  if (!parts?.hostname || parts.hash || /@/.test(parts.pathname + parts.search))
    throw new ConfigError(
      `${name} is not a valid postgres:// address: use postgres://user:password@host:5432/name (${IN_PASSWORDS}), or postgres://user@/name?host=/run/postgresql for a socket.`,
    );
  if (parts.searchParams.has("password"))
    throw new ConfigError(
      `${name} has its password in the query: write it before the host, as in postgres://user:password@host/name.`,
    );
  requireDecodable(name, parts);
  return url;
}

/** The address of a socket has no host before its path, and is no URL without one. */
const withHost = (value: string) =>
  /[?&]host=(\/|%2F)/i.test(value)
    ? value.replace(/^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?=[/:])/, "$1localhost")
    : value;

export function readDatabase(
  value: string | undefined,
  data: string,
  pool?: number,
  name = "GUFFAW_DATABASE_URL",
): DatabaseConfig {
  if (value === undefined) return { kind: "sqlite", file: join(data, "guffaw.db") };
  if (/^postgres(ql)?:\/\//.test(value)) {
    return { kind: "postgres", url: readPostgres(name, value), pool };
  }
  const file = /^(?:sqlite|file):(?:\/\/)?(.+)$/.exec(value)?.[1] ?? value;
  if (file.startsWith(":memory:"))
    throw new ConfigError(
      `${name} names a database in memory, which is lost at exit and which no other process can see: use a SQLite file.`,
    );
  if (/^[a-z][a-z0-9+.-]*:/i.test(file)) {
    throw new ConfigError(`${name} names a database of another kind: use a SQLite file or a postgres:// address.`);
  }
  requirePath(name, file);
  return { kind: "sqlite", file: isAbsolute(file) ? file : join(data, file) };
}
