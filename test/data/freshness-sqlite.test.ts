import { test } from "bun:test";

import { changeAndRead, PATIENCE_MS, STEPS } from "./freshness.ts";

test(
  `what another process changes is seen by every request after it, ${STEPS} times in a row`,
  () => changeAndRead("SQLite"),
  PATIENCE_MS,
);
