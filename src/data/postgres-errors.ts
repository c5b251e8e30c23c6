import { ConfigError } from "../config/checks.ts";
import { DomainError, explainOutage } from "../errors.ts";
import { message } from "../words/messages.ts";
import { MOVED_STATE } from "./move-triggers.ts";
import { SiteMoved } from "./site-moved.ts";

/** SQLSTATE of a server error. */
export function sqlState(error: unknown): string | undefined {
  const { errno } = (error ?? {}) as { errno?: unknown };
  return typeof errno === "string" && /^[0-9A-Z]{5}$/.test(errno) ? errno : undefined;
}

/** Turns errors the caller or the operator can act on into a sentence. Returns all others unchanged. */
export function postgresError(error: unknown, url: string): unknown {
  const state = sqlState(error);
  if (state === MOVED_STATE) return new SiteMoved();
  if (state === "57014") return new DomainError("unavailable", "The database took too long; try again shortly.");
  // Missing privileges, or no schema to create tables in.
  if (state === "42501" || state === "3F000") {
    const { username, pathname } = new URL(url);
    const role = decodeURIComponent(username) || "guffaw";
    const name = decodeURIComponent(pathname.slice(1)) || "guffaw";
    return new ConfigError(
      `PostgreSQL refuses the role ${role} what Guffaw needs (${(error as Error).message}): grant it, or make the database with createdb -O ${role} ${name}.`,
    );
  }
  if (isReadOnly(error)) return new DomainError("unavailable", READ_ONLY);
  if (isAway(error)) return new DomainError("unavailable", "The database is unavailable; try again shortly.");
  return error;
}

const READ_ONLY = "this PostgreSQL takes no writes: it is a standby, or set to read only";

/** The server refuses to write, or a connection that is to write. */
const isReadOnly = (error: unknown) =>
  sqlState(error) === "25006" ||
  (sqlState(error) === "0A000" && (error as Error).message.includes("read-write mode during recovery"));

/** Errors of the network and the pool, and the server saying that it is shutting down, full, or done waiting. */
function isAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return /^(57P0\d|25P03|53300|08...)$/.test(state);
  return /CONNECTION|TIMEOUT|^ECONN|^ENOTFOUND|^EAI_/.test(String((error as { code?: unknown } | null)?.code));
}

/** The server may have received it before the connection was lost. */
export const unknownCommit = () =>
  explainOutage(
    new DomainError("unavailable", "The connection was lost before PostgreSQL said whether it kept a change."),
    message("error.unknown-commit"),
  );
