import { ConfigError, refuse } from "./checks.ts";
import { readDatabase, type DatabaseConfig } from "./database.ts";

export interface ReplicaConfig {
  /** Addresses of the replicas; empty if there are none. */
  urls: string[];
  /** How long a read waits for a replica that is behind, before the replica is left out. */
  maxLagMs: number;
}

const NAME = "GUFFAW_DATABASE_REPLICA_URL";
const MAX_REPLICAS = 16;
const MAX_LAG_MS = 10_000;

export function readReplicas(value: string | undefined, lag: string, database: DatabaseConfig): ReplicaConfig {
  const maxLagMs = readMaxLag(lag);
  if (value === undefined) return { urls: [], maxLagMs };
  if (database.kind !== "postgres")
    throw new ConfigError(
      `${NAME} is set, but only PostgreSQL has replicas: set GUFFAW_DATABASE_URL, or leave it out.`,
    );
  // A password may hold a comma.
  const urls = value.split(/,(?=\s*postgres(?:ql)?:\/\/)/).map((one) => one.trim());
  if (urls.length > MAX_REPLICAS) throw new ConfigError(`${NAME} has more than ${MAX_REPLICAS} addresses.`);
  for (const url of urls)
    if (readDatabase(url, "", undefined, NAME).kind !== "postgres")
      throw new ConfigError(`${NAME} is not a list of postgres:// addresses, separated by commas.`);
  return { urls, maxLagMs };
}

function readMaxLag(value: string): number {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > MAX_LAG_MS)
    refuse("GUFFAW_REPLICA_MAX_LAG_MS", value, `a number of milliseconds from 1 to ${MAX_LAG_MS}`);
  return number;
}
