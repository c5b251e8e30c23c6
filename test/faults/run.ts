// `npm run test:faults` breaks a real site in every way we promise to survive, and reports the outcome.
import { runChecks } from "../run-checks.ts";
import { CHECKS } from "./checks.ts";

await runChecks("npm run test:faults", CHECKS);
