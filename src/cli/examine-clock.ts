import { newestMoment } from "../data/clock.ts";
import { dialectOf } from "../data/dialect.ts";
import { NODE_LEASE_MS } from "../data/nodes.ts";
import type { Db } from "../data/schema.ts";
import { bad, good, type Check } from "./finding.ts";
import { iso } from "./moment.ts";

/** From here on, nodes would take each other for dead. */
const MAX_SKEW_MS = NODE_LEASE_MS;

const ADVICE = "let NTP set it (timedatectl says whether it does).";

/** What is wrong with the clock of this machine, or of the database's. */
export async function clockProblems(db: Db, clock: () => number = Date.now): Promise<string[]> {
  const problems: string[] = [];
  const newest = await newestMoment(db);
  if (newest > clock() + MAX_SKEW_MS)
    problems.push(
      `The newest row is from ${iso(newest)}, but here it is only ${iso(clock())}: this machine's clock is slow, or was fast when the row was written; ${ADVICE} Until that time has come, the row is first in every list.`,
    );
  const asked = clock();
  const theirs = await dialectOf(db).clock(db);
  if (theirs === undefined) return problems;
  // Wherever in between it answered.
  const ahead = theirs < asked ? theirs - asked : Math.max(0, theirs - clock());
  if (Math.abs(ahead) > MAX_SKEW_MS)
    problems.push(
      `PostgreSQL's clock is ${Math.round(Math.abs(ahead) / 1000).toLocaleString("en")} seconds ${ahead > 0 ? "ahead of" : "behind"} this machine's: one of them is wrong; ${ADVICE}`,
    );
  return problems;
}

export async function examineClock(db: Db): Promise<Check[]> {
  const problems = await clockProblems(db);
  return problems.length ? problems.map(bad) : [good("The clock agrees with the database.")];
}
