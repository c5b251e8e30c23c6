import { isAtWork } from "../../../core/admin/jobs.ts";
import type { JobRow } from "../../../data/schema.ts";
import { KINDS } from "../../../jobs/kinds.ts";
import { english } from "../../../words/en/index.ts";
import type { PlainKey } from "../../../words/messages.ts";
import { Button, FormError, Hidden } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { SettingsSection } from "../settings/frame.tsx";
import { useWords } from "../words.tsx";
import { timeIn } from "../../../words/amounts.ts";
import { AdminFrame, More } from "./frame.tsx";

interface Props {
  frame: Frame;
  failing: JobRow[];
  waiting: JobRow[];
  next: string | undefined;
  after: boolean;
  /** Why a job was not started. */
  error?: string;
}

export const JobsPage = ({ frame, failing, waiting, next, after, error }: Props) => {
  const { say } = useWords();
  return (
    <AdminFrame frame={frame} path="/admin/jobs">
      <p class="soft">{say("admin.jobs-lead")}</p>
      <FormError error={error} />
      {failing.length > 0 && (
        <SettingsSection id="failing" title={say("admin.jobs-failing")} lead={say("admin.jobs-failing-lead")}>
          <ul class="rows">
            {failing.map((job) => (
              <JobItem frame={frame} job={job} />
            ))}
          </ul>
        </SettingsSection>
      )}
      <SettingsSection id="waiting" title={say("admin.jobs-waiting")}>
        {waiting.length === 0 ? (
          <p>{say("admin.jobs-none")}</p>
        ) : (
          <ul class="rows">
            {waiting.map((job) => (
              <JobItem frame={frame} job={job} />
            ))}
          </ul>
        )}
        <More here={`${frame.site.root}/admin/jobs`} next={next} after={after} later />
      </SettingsSection>
    </AdminFrame>
  );
};

/** What a kind of job does, in words; undefined for one that this program does not know. */
export function wordsOfJob(kind: string): PlainKey | undefined {
  const key = `admin.job-kind-${kind}`;
  return Object.hasOwn(english, key) ? (key as PlainKey) : undefined;
}

const JobItem = ({ frame, job }: { frame: Frame; job: JobRow }) => {
  const words = useWords();
  const { say, count, moment } = words;
  const { kind, subject, attempts, error, run_at } = job;
  const again = KINDS.find(({ name }) => name === kind)?.recurring;
  const about = [
    isAtWork(job) ? say("admin.job-busy") : run_at <= frame.now ? say("admin.job-due") : undefined,
    !isAtWork(job) && run_at > frame.now ? say("admin.job-at", { moment: moment(run_at) }) : undefined,
    attempts > 0 ? count("admin.job-tried", attempts) : undefined,
    again && say("admin.job-again", { time: timeIn(words, again.everyMs) }),
  ];
  return (
    <li class="row">
      <div class="row-text">
        <span class="chips">
          <strong>{kind}</strong>
          {subject !== "" && <code>{subject}</code>}
        </span>
        <JobWords kind={kind} />
        {error !== null && <span class="job-error">{error}</span>}
        <span class="soft">{about.filter(Boolean).join(" · ")}</span>
      </div>
      {!isAtWork(job) && <RunForm frame={frame} kind={kind} subject={subject} />}
    </li>
  );
};

const JobWords = ({ kind }: { kind: string }) => {
  const { tell, say } = useWords();
  const key = wordsOfJob(kind);
  return <span>{key === undefined ? say("admin.job-unknown") : tell({ key, values: {} })}</span>;
};

const RunForm = ({ frame, kind, subject }: { frame: Frame; kind: string; subject: string }) => {
  const { say } = useWords();
  return (
    <form method="post" action={`${frame.site.root}/admin/jobs/run`}>
      <Hidden name="kind" value={kind} />
      <Hidden name="subject" value={subject} />
      <Button kind="quiet" small label={say("admin.job-run-name", { name: [kind, subject].filter(Boolean).join(" ") })}>
        {say("admin.job-run")}
      </Button>
    </form>
  );
};
