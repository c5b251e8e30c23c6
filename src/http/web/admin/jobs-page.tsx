import { isAtWork } from "../../../core/jobs/list-jobs.ts";
import { MAIL_KINDS } from "../../../core/mails/queue-mail.ts";
import type { MailOfAccount } from "../../../data/mails.ts";
import type { Job } from "../../../entities/job.ts";
import { KINDS } from "../../../jobs/kinds.ts";
import { english } from "../../../words/en/index.ts";
import type { PlainKey } from "../../../words/messages.ts";
import { Button, FormError, Hidden } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { timeIn } from "../../../words/amounts.ts";
import { AdminLayout, More } from "./admin-layout.tsx";

interface Props {
  frame: Frame;
  failing: Job[];
  waiting: Job[];
  /** Mails that were given up. */
  givenUp: MailOfAccount[];
  /** The mails that jobs send, by id. */
  mails: ReadonlyMap<string, MailOfAccount>;
  next: string | undefined;
  after: boolean;
  /** Why a job was not started. */
  error?: string;
}

export const JobsPage = ({ frame, failing, waiting, givenUp, mails, next, after, error }: Props) => {
  const { say } = useWords();
  return (
    <AdminLayout frame={frame} path="/admin/jobs">
      <p class="soft">{say("admin.jobs-lead")}</p>
      <FormError error={error} />
      {failing.length > 0 && (
        <SettingsSection id="failing" title={say("admin.jobs-failing")} lead={say("admin.jobs-failing-lead")}>
          <ul class="rows">
            {failing.map((job) => (
              <JobItem frame={frame} job={job} mail={mails.get(job.subject)} />
            ))}
          </ul>
        </SettingsSection>
      )}
      {givenUp.length > 0 && (
        <SettingsSection id="mails" title={say("admin.mails-failed")} lead={say("admin.mails-failed-lead")}>
          <ul class="rows">
            {givenUp.map((mail) => (
              <MailItem frame={frame} mail={mail} />
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
              <JobItem frame={frame} job={job} mail={mails.get(job.subject)} />
            ))}
          </ul>
        )}
        <More here={`${frame.site.root}/admin/jobs`} next={next} after={after} later />
      </SettingsSection>
    </AdminLayout>
  );
};

/** What a kind of job does; undefined for an unknown kind. */
export function wordsOfJob(kind: string): PlainKey | undefined {
  const key = `admin.job-kind-${kind}`;
  return Object.hasOwn(english, key) ? (key as PlainKey) : undefined;
}

const JobItem = ({ frame, job, mail }: { frame: Frame; job: Job; mail: MailOfAccount | undefined }) => {
  const words = useWords();
  const { say, count, moment } = words;
  const { kind, subject, attempts, error, runAt } = job;
  const again = KINDS.find(({ name }) => name === kind)?.recurring;
  const about = [
    isAtWork(job) ? say("admin.job-busy") : runAt <= frame.now ? say("admin.job-due") : undefined,
    !isAtWork(job) && runAt > frame.now ? say("admin.job-at", { moment: moment(runAt) }) : undefined,
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
        {mail && <AboutMail frame={frame} mail={mail} />}
        {error !== undefined && <span class="job-error">{error}</span>}
        <span class="soft">{about.filter(Boolean).join(" · ")}</span>
      </div>
      {!isAtWork(job) && <RunForm frame={frame} kind={kind} subject={subject} />}
    </li>
  );
};

const MailItem = ({ frame, mail }: { frame: Frame; mail: MailOfAccount }) => {
  const { say, count, moment } = useWords();
  const about = [
    say("admin.mail-given-up", { moment: moment(mail.failedAt!) }),
    count("admin.job-tried", mail.tries),
    mail.request === undefined ? undefined : say("admin.mail-request", { id: mail.request }),
  ];
  return (
    <li class="row">
      <div class="row-text">
        <AboutMail frame={frame} mail={mail} strong />
        <span class="job-error">{mail.error}</span>
        <span class="soft">{about.filter(Boolean).join(" · ")}</span>
      </div>
    </li>
  );
};

/** Which mail, and to whom; never its content. */
const AboutMail = ({ frame, mail, strong }: { frame: Frame; mail: MailOfAccount; strong?: boolean }) => {
  const { say, rich } = useWords();
  const kind = MAIL_KINDS.find((one) => one === mail.kind);
  const what = kind ? say(`admin.mail-${kind}`) : mail.kind;
  const link = (inner: string) => (
    <a href={`${frame.site.root}/admin/users/${mail.userId}`}>
      <bdi>{inner}</bdi>
    </a>
  );
  const named = rich("admin.mail-to", { what, name: mail.username ?? "", link });
  const text = mail.username === undefined ? what : named;
  return strong ? <strong>{text}</strong> : <span>{text}</span>;
};

const JobWords = ({ kind }: { kind: string }) => {
  const { translate, say } = useWords();
  const key = wordsOfJob(kind);
  return <span>{key === undefined ? say("admin.job-unknown") : translate({ key, values: {} })}</span>;
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
