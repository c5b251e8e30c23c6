import { postgresTest } from "../postgres-test.ts";
import { changeAndRead, PATIENCE_MS, STEPS } from "./freshness.ts";

postgresTest(
  `what another node changes is seen by every request after it, ${STEPS} times in a row`,
  () => changeAndRead("PostgreSQL"),
  PATIENCE_MS,
);
