import { standsAbove } from "../../../core/access.ts";
import { MAX_NOTE } from "../../../core/moderation/hide-meme.ts";
import { profilePath } from "../../../core/users/profile-path.ts";
import type { ModerationRecord } from "../../../core/moderation/read-moderation-record.ts";
import { MAX_NOTICE } from "../../../core/notifications/send-notice.ts";
import type { Report } from "../../../entities/report.ts";
import type { User } from "../../../entities/user.ts";
import { isoOf } from "../../time.ts";
import { Avatar } from "../components/avatar.tsx";
import { Button, Field, Form } from "../components/form.tsx";
import { PersonState } from "../components/person.tsx";
import { actorOf, type Frame } from "../frame.ts";
import { GrantPro } from "../pro/grant-pro.tsx";
import { reasonText } from "../reports/reason-text.ts";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { ActList } from "./act-list.tsx";
import { ModerationLayout } from "./moderation-layout.tsx";
import { Suspension, type Refused, type SuspensionProps } from "./suspension.tsx";

interface Props {
  frame: Frame;
  person: ModerationRecord;
  refused?: Refused;
}

/** What moderators see of a person, and can do. */
export const PersonPage = ({ frame, person: { user, reports, acts }, refused }: Props) => {
  const { say } = useWords();
  return (
    <ModerationLayout frame={frame} path="/moderation/people" title={user.username}>
      <Facts frame={frame} person={user} />
      <SettingsSection id="suspension" title={say("staff.suspension")}>
        <Suspension frame={frame} person={user} refused={refused} />
      </SettingsSection>
      <TheirPicture frame={frame} person={user} refused={refused} />
      <SettingsSection id="reports" title={say("staff.reports-against")}>
        {reports.length > 0 ? <Reports frame={frame} reports={reports} /> : <p>{say("staff.reports-none")}</p>}
      </SettingsSection>
      {user.id !== frame.viewer?.id && <Notice frame={frame} person={user} refused={refused} />}
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
      <PersonState frame={frame} person={person} />
      <ul class="soft">
        <li>{say("staff.joined", { date: date(person.createdAt) })}</li>
        <li>{count("staff.memes-shown", person.memeCount)}</li>
        {hidden > 0 && <li>{count("staff.memes-hidden", hidden)}</li>}
        <li>{count("staff.followers", person.followerCount)}</li>
      </ul>
      <p>
        <a href={frame.site.root + profilePath(person)}>{say("staff.person-profile")}</a>
      </p>
    </div>
  );
};

/** Stays with its error if the picture has gone meanwhile. */
const TheirPicture = ({ frame, person, refused }: SuspensionProps) => {
  const { say } = useWords();
  const mine = refused?.form === "avatar" ? refused : undefined;
  if (!mine && (!person.avatarKey || !standsAbove(actorOf(frame), person))) return undefined;
  return (
    <SettingsSection id="picture" title={say("staff.avatar")} lead={say("staff.avatar-lead")}>
      <p>
        <Avatar frame={frame} person={person} large />
      </p>
      <Form action={`${frame.site.root}/moderation/people/${person.id}/avatar`} error={mine?.error}>
        <Field
          label={say("staff.avatar-reason")}
          name="reason"
          value={mine?.typed.reason}
          maxlength={MAX_NOTE}
          required
        />
        <p>
          <Button kind="danger">{say("staff.avatar-remove")}</Button>
        </p>
      </Form>
    </SettingsSection>
  );
};

const Notice = ({ frame, person, refused }: SuspensionProps) => {
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
