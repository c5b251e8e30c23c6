import type { FaultCheck } from "./check.ts";
import { failedSync, fullDisk } from "./disk.ts";
import { fuzzed } from "./fuzzed.ts";
import { hostile } from "./hostile.ts";
import { kills } from "./kills.ts";
import { overload } from "./overload.ts";
import { postgresFrozen, postgresKilled } from "./postgres.ts";
import { s3 } from "./s3.ts";
import { slowClients } from "./slow-clients.ts";
import { stops } from "./stops.ts";

/** In the order in which they run. */
export const CHECKS: readonly FaultCheck[] = [
  kills,
  postgresKilled,
  postgresFrozen,
  s3,
  fullDisk,
  failedSync,
  stops,
  overload,
  slowClients,
  hostile,
  fuzzed,
];
