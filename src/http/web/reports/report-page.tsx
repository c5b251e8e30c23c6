import type { Reportable } from "../../../core/reports/read-reportable.ts";
import { MAX_DESCRIPTION } from "../../../core/reports/report-meme.ts";
import { MAX_EMAIL } from "../../../core/users/email.ts";
import { Button, Choice, Field, FieldGroup, Form } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";
import { REASONS, type Reason } from "./reason-text.ts";

export interface TypedReport {
  /** Undefined if none was chosen. */
  reason?: Reason;
  description: string;
  /** Of a guest who wants to know the outcome. */
  email: string;
}

interface Props {
  frame: Frame;
  about: Reportable;
  typed: TypedReport;
  error?: string;
}

export const ReportPage = ({ frame, about, typed, error }: Props) => {
  const { say, rich } = useWords();
  const { meme, comment, by, reported } = about;
  const isOwn = frame.viewer !== undefined && by?.id === frame.viewer.id;
  const title = say(comment ? "moderation.report-comment" : "moderation.report-meme");
  const page = `${frame.site.root}/meme/${meme.id}`;
  const place = comment ? `${page}#comment-${comment.id}` : page;
  return (
    <Layout frame={frame} title={title} description={say("moderation.report-lead")}>
      <div class="form-page">
        <div class="form-page-head">
          <h1 class="title">{title}</h1>
          {!reported && !isOwn && (
            <p class="soft">{say(frame.viewer ? "moderation.report-lead" : "moderation.report-lead-guest")}</p>
          )}
        </div>
        <Quoted about={about} />
        {isOwn && (
          <p>
            {rich(comment ? "moderation.report-own-comment" : "moderation.report-own-meme", {
              link: (inner) => <a href={comment ? place : `${page}#tools`}>{inner}</a>,
            })}
          </p>
        )}
        {!isOwn && reported && <p class="form-error">{say("moderation.report-done")}</p>}
        {!isOwn && !reported && <ReportForm frame={frame} about={about} typed={typed} error={error} />}
        <p class="links">
          <a href={place}>{say("moderation.report-back")}</a>
          {frame.viewer && <a href={`${frame.site.root}/reports`}>{say("moderation.report-see")}</a>}
        </p>
      </div>
    </Layout>
  );
};

export const reportPath = ({ meme, comment }: Pick<Reportable, "meme" | "comment">) =>
  comment ? `/meme/${meme.id}/comments/${comment.id}/report` : `/meme/${meme.id}/report`;

/** The reported item, so that nobody reports the wrong one. */
const Quoted = ({ about: { meme, comment, by } }: Pick<Props, "about">) => {
  const { say } = useWords();
  return (
    <blockquote class="report-quote">
      {by && <p class="soft">{say(comment ? "moderation.said-by" : "meme.title", { name: by.username })}</p>}
      <p class="report-words">
        <bdi>{comment ? comment.content : meme.caption || say("meme.wordless")}</bdi>
      </p>
    </blockquote>
  );
};

const ReportForm = ({ frame, about, typed, error }: Props) => {
  const { say } = useWords();
  return (
    <Form action={frame.site.root + reportPath(about)} error={error} label={say("moderation.report")}>
      <FieldGroup legend={say("moderation.report-what")}>
        {REASONS.map((one) => (
          <Choice
            type="radio"
            name="reason"
            value={one}
            label={say(`moderation.reason-${one}`)}
            checked={typed.reason === one}
          />
        ))}
      </FieldGroup>
      <Field
        label={say("moderation.report-more")}
        name="description"
        value={typed.description}
        hint={say("moderation.report-more-hint")}
        rows={4}
        maxlength={MAX_DESCRIPTION}
      />
      {!frame.viewer && frame.site.mail && (
        <Field
          label={say("moderation.report-email")}
          name="email"
          type="email"
          value={typed.email}
          hint={say("moderation.report-email-hint")}
          autocomplete="email"
          maxlength={MAX_EMAIL}
        />
      )}
      <Button>{say("moderation.report-send")}</Button>
    </Form>
  );
};
