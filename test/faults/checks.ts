import type { FaultCheck } from "./check.ts";
import { failedSync, fullDisk } from "./disk.ts";
import { kills } from "./kills.ts";
import { postgresFrozen, postgresKilled } from "./postgres.ts";
import { slowClients } from "./slow-clients.ts";
import { s3 } from "./s3.ts";

/** In the order in which they run. */
export const CHECKS: readonly FaultCheck[] = [
  kills,
  postgresKilled,
  postgresFrozen,
  s3,
  fullDisk,
  failedSync,
  slowClients,
];
