import type { Config } from "../config.ts";
import { findLateJob, listFailingJobs } from "../data/jobs.ts";
import type { Db } from "../data/schema.ts";
import { KINDS } from "../jobs/kinds.ts";
import { latestTime } from "../jobs/latest-time.ts";
import { bad, good, type Check } from "./finding.ts";
import { iso } from "./moment.ts";

/** From here on it is more than a temporary problem. */
const MAX_FAILURES = 3;

export async function examineJobs(config: Config, db: Db): Promise<Check[]> {
  const problems = [...(await failing(db)), ...(await late(config, db))];
  return problems.length ? problems.map(bad) : [good("No background job keeps failing.")];
}

async function failing(db: Db): Promise<string[]> {
  const jobs = await listFailingJobs(db, MAX_FAILURES);
  if (jobs.length === 0) return [];
  const { kind, attempts, error } = jobs[0]!;
  const many = jobs.length === 1 ? "A job" : `${jobs.length.toLocaleString("en")} jobs`;
  return [`${many} failed at least ${MAX_FAILURES} times, such as ${kind} (${attempts} times): ${error}`];
}

/** Kinds of jobs that a clock which was fast has put off. */
async function late(config: Config, db: Db): Promise<string[]> {
  const found = await Promise.all(
    KINDS.map((kind) => findLateJob(db, kind.name, latestTime(kind, config, Date.now()))),
  );
  const jobs = found.filter((job) => job !== undefined);
  if (jobs.length === 0) return [];
  const kinds = jobs.map(({ kind }) => kind).join(", ");
  const until = iso(Math.max(...jobs.map(({ runAt }) => runAt)));
  return [`A fast clock put off ${kinds} (to ${until} at the latest): restart the server with the right time.`];
}
