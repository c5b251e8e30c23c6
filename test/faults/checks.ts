import type { FaultCheck } from "./check.ts";
import { kills } from "./kills.ts";
import { postgresFrozen, postgresKilled } from "./postgres.ts";

/** In the order in which they run. */
export const CHECKS: readonly FaultCheck[] = [kills, postgresKilled, postgresFrozen];
