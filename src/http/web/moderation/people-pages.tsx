import { isSuspended, standsAbove } from "../../../core/access.ts";
import type { ModerationRecord } from "../../../core/moderation/read-moderation-record.ts";
import { MAX_NOTICE } from "../../../core/notifications/send-notice.ts";
import { MAX_SUSPENSION_REASON } from "../../../core/users/suspend-user.ts";
import { MAX_USERNAME } from "../../../core/users/username.ts";
import type { User } from "../../../entities/user.ts";
import type { Report } from "../../../entities/report.ts";
import { isoOf } from "../../time.ts";
import { Button, Choice, Field, FieldGroup, Form, FormError } from "../components/form.tsx";
import { Badges } from "../components/person.tsx";
import { actorOf, type Frame } from "../frame.ts";
import { GrantPro } from "../pro/grant-pro.tsx";
import { reasonText } from "../reports/reason-text.ts";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { ActList } from "./act-list.tsx";
import { ModerationLayout } from "./moderation-layout.tsx";

interface ListProps {
  frame: Frame;
  sought: string;
  /** Undefined before anybody was looked for. */
  people: User[] | undefined;
}

export const PeoplePage = ({ frame, sought, people }: ListProps) => {
  const { say } = useWords();
  return (
    <ModerationLayout frame={frame} path="/moderation/people">
      <p class="soft">{say("staff.people-lead")}</p>
      <form class="form find-people" action={`${frame.site.root}/moderation/people`} role="search">
        <Field
          label={say("staff.people-name")}
          name="name"
          value={sought}
          maxlength={MAX_USERNAME + 6}
          plain
          required
        />
        <Button>{say("staff.people-find")}</Button>
      </form>
      {people?.length === 0 && <p>{say("staff.people-none")}</p>}
      {people && people.length > 0 && (
        <ul class="rows">
          {people.map((person) => (
            <PersonItem frame={frame} person={person} />
          ))}
        </ul>
      )}
    </ModerationLayout>
  );
};

const PersonItem = ({ frame, person }: { frame: Frame; person: User }) => {
  const { say, date } = useWords();
  return (
    <li class="row">
      <div class="row-text">
        <a class="person" href={`${frame.site.root}/moderation/people/${person.id}`}>
          <bdi>{person.username}</bdi>
        </a>
        <span class="soft">{say("staff.joined", { date: date(person.createdAt) })}</span>
      </div>
      <State frame={frame} person={person} />
    </li>
  );
};

const State = ({ frame, person }: { frame: Frame; person: User }) => (
  <span class="chips">
    <Badges frame={frame} person={person} />
    {isSuspended(person, frame.now) && <span class="chip chip-strong">{useWords().say("staff.suspended")}</span>}
  </span>
);

/** What was typed into a form that was refused, and which one. */
export interface Refused {
  form: "suspend" | "lift" | "notice";
  error: string;
  typed: Partial<TypedSuspension & { text: string }>;
}

export interface TypedSuspension {
  reason: string;
  end: string;
  date: string;
}

export const ENDS = ["1", "7", "30", "never", "date"] as const;

interface Props {
  frame: Frame;
  person: ModerationRecord;
  refused?: Refused;
}

export const PersonPage = ({ frame, person: { user, reports, acts }, refused }: Props) => {
  const { say } = useWords();
  return (
    <ModerationLayout frame={frame} path="/moderation/people" title={user.username}>
      <Facts frame={frame} person={user} />
      <SettingsSection id="suspension" title={say("staff.suspension")}>
        <Suspension frame={frame} person={user} refused={refused} />
      </SettingsSection>
      <SettingsSection id="reports" title={say("staff.reports-against")}>
        {reports.length > 0 ? <Reports frame={frame} reports={reports} /> : <p>{say("staff.reports-none")}</p>}
      </SettingsSection>
      {user.id !== frame.me?.id && <Notice frame={frame} person={user} refused={refused} />}
      <GrantPro frame={frame} person={user} />
      <SettingsSection id="acts" title={say("staff.acts-about")}>
        {acts.length > 0 ? <ActList frame={frame} acts={acts} /> : <p>{say("staff.acts-none")}</p>}
      </SettingsSection>
    </ModerationLayout>
  );
};

const Facts = ({ frame, person }: { frame: Frame; person: User }) => {
  const { say, count, date } = useWords();
  const hidden = person.submittedCount - person.memeCount;
  return (
    <div class="stack person-facts">
      <State frame={frame} person={person} />
      <ul class="soft">
        <li>{say("staff.joined", { date: date(person.createdAt) })}</li>
        <li>{count("staff.memes-shown", person.memeCount)}</li>
        {hidden > 0 && <li>{count("staff.memes-hidden", hidden)}</li>}
        <li>{count("staff.followers", person.followerCount)}</li>
      </ul>
      <p>
        <a href={`${frame.site.root}/profile/${person.id}`}>{say("staff.person-profile")}</a>
      </p>
    </div>
  );
};

interface FormProps {
  frame: Frame;
  person: User;
  refused: Refused | undefined;
}

const Suspension = ({ frame, person, refused }: FormProps) => {
  const { say } = useWords();
  const above = standsAbove(actorOf(frame), person);
  const isOut = isSuspended(person, frame.now);
  const mayBegin = above && !isOut;
  // Said in the form that it was sent with, unless that is not there any more.
  const isInForm = refused?.form === "notice" || (refused?.form === "suspend" && mayBegin);
  return (
    <>
      <FormError error={isInForm ? undefined : refused?.error} />
      {mayBegin && <SuspendForm frame={frame} person={person} refused={refused} />}
      {isOut && <OpenSuspension frame={frame} person={person} above={above} />}
      {!above && !isOut && <p>{say(person.id === frame.me?.id ? "staff.yourself" : "staff.not-yours")}</p>}
    </>
  );
};

const OpenSuspension = ({ frame, person, above }: { frame: Frame; person: User; above: boolean }) => {
  const { say, moment } = useWords();
  const { suspendedAt, suspendedUntil: until, suspendedReason: reason } = person;
  const since = moment(suspendedAt!);
  return (
    <>
      <div class="callout stack suspended">
        <p>
          {until === undefined
            ? say("staff.suspended-since", { since })
            : say("staff.suspended-until", { since, until: moment(until) })}
        </p>
        {reason && (
          <p class="report-words">
            <bdi>{say("staff.suspended-why", { reason })}</bdi>
          </p>
        )}
      </div>
      {above && (
        <Form action={`${frame.site.root}/moderation/people/${person.id}/lift`}>
          <p class="field-hint">{say("staff.lift-hint")}</p>
          <p>
            <Button kind="quiet">{say("staff.lift")}</Button>
          </p>
        </Form>
      )}
    </>
  );
};

const SuspendForm = ({ frame, person, refused }: FormProps) => {
  const { say } = useWords();
  const mine = refused?.form === "suspend" ? refused : undefined;
  const { reason, end = "7", date } = mine?.typed ?? {};
  return (
    <details class="confirm" open={mine !== undefined}>
      <summary class="button button-danger">{say("staff.suspend")}</summary>
      <Form action={`${frame.site.root}/moderation/people/${person.id}/suspend`} error={mine?.error}>
        <p class="field-hint">{say("staff.suspend-lead")}</p>
        <Field
          label={say("staff.suspend-reason")}
          name="reason"
          hint={say("staff.suspend-reason-hint")}
          value={reason}
          rows={3}
          maxlength={MAX_SUSPENSION_REASON}
          required
        />
        <FieldGroup legend={say("staff.suspend-end")}>
          {ENDS.map((one) => (
            <Choice type="radio" name="end" value={one} label={say(`staff.end-${one}`)} checked={one === end} />
          ))}
        </FieldGroup>
        <Field
          label={say("staff.suspend-date")}
          name="date"
          type="date"
          hint={say("staff.suspend-date-hint")}
          value={date}
        />
        <p>
          <Button kind="danger">{say("staff.suspend-yes", { name: person.username })}</Button>
        </p>
      </Form>
    </details>
  );
};

const Notice = ({ frame, person, refused }: FormProps) => {
  const { say } = useWords();
  const mine = refused?.form === "notice" ? refused : undefined;
  return (
    <SettingsSection id="notice" title={say("staff.notice")} lead={say("staff.notice-lead")}>
      <Form action={`${frame.site.root}/moderation/people/${person.id}/notice`} error={mine?.error}>
        <Field
          label={say("staff.notice-text")}
          name="text"
          value={mine?.typed.text}
          rows={3}
          maxlength={MAX_NOTICE}
          required
        />
        <p>
          <Button>{say("staff.notice-send")}</Button>
        </p>
      </Form>
    </SettingsSection>
  );
};

const Reports = ({ frame, reports }: { frame: Frame; reports: Report[] }) => (
  <ul class="rows">
    {reports.map((report) => (
      <ReportItem frame={frame} report={report} />
    ))}
  </ul>
);

const ReportItem = ({ frame, report }: { frame: Frame; report: Report }) => {
  const words = useWords();
  const { say, ago } = words;
  return (
    <li class="row">
      <div class="row-text">
        <strong>
          <bdi>{reasonText(report.reason, words)}</bdi>
        </strong>
        {report.description && <bdi>{report.description}</bdi>}
        <span class="soft">
          <a href={`${frame.site.root}/moderation/memes/${report.memeId}`}>
            {say(report.commentId === undefined ? "staff.report-on-meme" : "staff.report-on-comment")}
          </a>
          {" · "}
          <time datetime={isoOf(report.createdAt)}>{ago(report.createdAt, frame.now)}</time>
        </span>
      </div>
      <span class="chip">{say(`moderation.status-${report.status}`)}</span>
    </li>
  );
};
