import type { Minute } from "../../../core/traffic/read-minute.ts";
import { MINUTE_MS } from "../../../data/traffic.ts";
import type { BackupRecord } from "../../../entities/backup-record.ts";
import type { Failure } from "../../../entities/failure.ts";
import type { JobMinute } from "../../../entities/minute.ts";
import { latencyIn } from "../../../words/amounts.ts";
import type { Frame } from "../frame.ts";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { AdminLayout, Fact } from "./admin-layout.tsx";
import { minuteAddress, MinuteForm, SlowRequests } from "./slow-requests.tsx";

interface Props {
  frame: Frame;
  minute: Minute;
}

/** Why was it slow at 14:03? */
export const MinutePage = ({ frame, minute }: Props) => {
  const { say, moment } = useWords();
  const { start, slow, jobs, backups, failures } = minute;
  return (
    <AdminLayout frame={frame} path="/admin/minute">
      <p class="soft">{say("admin.minute-lead")}</p>
      <MinuteForm frame={frame} at={start} />
      <p class="actions">
        <a class="button button-quiet" rel="prev" href={minuteAddress(frame, start - MINUTE_MS)}>
          {say("admin.minute-before")}
        </a>
        <a class="button button-quiet" rel="next" href={minuteAddress(frame, start + MINUTE_MS)}>
          {say("admin.minute-after")}
        </a>
      </p>
      <SettingsSection id="minute" title={say("admin.minute-of", { moment: moment(start) })}>
        <MinuteFacts minute={minute} />
      </SettingsSection>
      <SlowRequests frame={frame} slow={slow} />
      <Listed id="jobs" title={say("admin.minute-jobs")} none={say("admin.minute-jobs-none")}>
        {jobs.map((job) => (
          <JobItem job={job} />
        ))}
      </Listed>
      <Listed id="backups" title={say("admin.minute-backups")} none={say("admin.minute-backups-none")}>
        {backups.map((backup) => (
          <BackupItem backup={backup} />
        ))}
      </Listed>
      <Listed id="errors" title={say("admin.minute-errors")} none={say("admin.minute-errors-none")}>
        {failures.map((failure) => (
          <ErrorItem frame={frame} failure={failure} />
        ))}
      </Listed>
    </AdminLayout>
  );
};

const Listed = ({ id, title, none, children }: { id: string; title: string; none: string; children?: unknown[] }) => (
  <SettingsSection id={id} title={title}>
    {children === undefined || children.length === 0 ? <p>{none}</p> : <ul class="rows">{children}</ul>}
  </SettingsSection>
);

const MinuteFacts = ({ minute: { traffic, load, usual, usualQueries } }: { minute: Minute }) => {
  const words = useWords();
  const { say, count, number } = words;
  const { median, p95, p99, requests, failed } = traffic;
  if (median === undefined) return <p>{say("admin.minute-none")}</p>;
  const inWords = (seconds: number | undefined) => (seconds === undefined ? "–" : latencyIn(words, seconds));
  return (
    <dl class="facts">
      <Fact
        name={say("admin.traffic")}
        value={number(requests)}
        hint={count("admin.minute-failed", failed)}
        bad={failed > 0}
      />
      <Fact
        name={say("admin.minute-p99")}
        value={inWords(p99)}
        hint={say("admin.minute-usual", {
          median: inWords(median),
          p95: inWords(p95),
          usual: inWords(usual.median),
          worst: inWords(usual.p99),
        })}
      />
      <Fact
        name={say("admin.minute-database")}
        value={inWords(load.databaseMs / 1000)}
        hint={count("admin.minute-queries", load.queries, { usual: usualQueries })}
      />
      <Fact
        name={say("admin.minute-waited")}
        value={inWords(load.waitedMs / 1000)}
        hint={count("admin.minute-waiting", load.maxWaiting)}
      />
    </dl>
  );
};

const JobItem = ({ job: { kind, runs, failed, ms } }: { job: JobMinute }) => {
  const words = useWords();
  const { say, count } = words;
  const text = count("admin.minute-job-runs", runs, { time: latencyIn(words, ms / 1000) });
  return (
    <li class="row">
      <div class="row-text">
        <code>{kind}</code>
        <span class="soft">{failed > 0 ? `${text} · ${say("admin.minute-job-failed", { failed })}` : text}</span>
      </div>
    </li>
  );
};

const BackupItem = ({ backup: { place, createdAt, endedAt, error } }: { backup: BackupRecord }) => {
  const { say, moment } = useWords();
  const start = moment(createdAt);
  return (
    <li class="row">
      <div class="row-text">
        <span>
          {endedAt === undefined
            ? say("admin.minute-backup-open", { place, start })
            : say("admin.minute-backup", { place, start, end: moment(endedAt) })}
        </span>
        {error !== undefined && <span class="job-error">{error}</span>}
      </div>
    </li>
  );
};

const ErrorItem = ({ frame, failure: { request, route, error } }: { frame: Frame; failure: Failure }) => (
  <li class="row">
    <div class="row-text">
      <span class="job-error">{error}</span>
      <span class="soft">
        <a href={`${frame.site.root}/admin/errors?find=${encodeURIComponent(request)}`}>
          <code>{request}</code>
        </a>{" "}
        · <code>{route}</code>
      </span>
    </div>
  </li>
);
