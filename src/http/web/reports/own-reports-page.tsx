import type { OwnReport } from "../../../core/reports/read-report.ts";
import { quoted } from "../../../core/notifications/notify-person.ts";
import { isoOf } from "../../time.ts";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";
import { reasonText } from "./reason-text.ts";

interface Props {
  frame: Frame;
  reports: OwnReport[];
  /** Link to the next page. */
  next: string | undefined;
}

/** The viewer's reports and their outcomes. */
export const OwnReportsPage = ({ frame, reports, next }: Props) => {
  const { say } = useWords();
  return (
    <Layout frame={frame} title={say("moderation.own")} description={say("moderation.own-lead")}>
      <div class="own-reports">
        <h1 class="title">{say("moderation.own")}</h1>
        <p class="soft">{say(reports.length > 0 ? "moderation.own-lead" : "moderation.own-none")}</p>
        {reports.length > 0 && (
          <ol class="rows">
            {reports.map((one) => (
              <Row frame={frame} one={one} />
            ))}
          </ol>
        )}
        {next !== undefined && (
          <p>
            <a class="button button-quiet" href={next}>
              {say("moderation.older")}
            </a>
          </p>
        )}
      </div>
    </Layout>
  );
};

const Row = ({ frame, one }: { frame: Frame; one: OwnReport }) => {
  const words = useWords();
  const { say, ago } = words;
  const { report, meme, comment } = one;
  const what = say(report.commentId === undefined ? "moderation.own-meme" : "moderation.own-comment");
  const anchor = report.commentId === undefined ? "" : `#comment-${report.commentId}`;
  const isThere = report.commentId === undefined ? meme : comment;
  return (
    <li class="row" id={`report-${report.id}`}>
      <div class="row-text">
        <span class="chips">
          <strong>{isThere ? <a href={`${frame.site.root}/meme/${report.memeId}${anchor}`}>{what}</a> : what}</strong>
          <span class={report.status === "resolved" ? "chip" : "chip chip-strong"}>
            {say(`moderation.status-${report.status}`)}
          </span>
        </span>
        <About one={one} />
        <span>
          <bdi>{reasonText(report.reason, words)}</bdi>
        </span>
        {report.description && (
          <span class="report-words">
            <bdi>{report.description}</bdi>
          </span>
        )}
        {report.comment !== undefined && (
          <blockquote class="report-quote">
            <p class="soft">{say("moderation.staff-said")}</p>
            <p class="report-words">
              <bdi>{report.comment}</bdi>
            </p>
          </blockquote>
        )}
        <span class="soft">
          <time datetime={isoOf(report.createdAt)}>{ago(report.createdAt, frame.now)}</time>
          {/* Notifications refer to it by this number. */}
          {` · ${say("moderation.log-of-report", { id: String(report.id) })}`}
          {!isThere && ` · ${say("moderation.own-gone")}`}
        </span>
      </div>
    </li>
  );
};

/** The beginning of what was reported, to tell reports apart. */
const About = ({ one: { report, meme, comment } }: { one: OwnReport }) => {
  const { say, translate, rich } = useWords();
  if (!meme) return null;
  const caption = meme.caption.trim() === "" ? undefined : translate(quoted(meme.caption));
  const name = caption === undefined ? <>{say("meme.wordless")}</> : <Words text={caption} />;
  if (report.commentId === undefined) return <span>{name}</span>;
  return (
    <>
      {comment && (
        <span>
          <Words text={translate(quoted(comment.content))} />
        </span>
      )}
      <span class="soft">
        {rich("moderation.own-under", { caption: caption ?? say("meme.wordless"), meme: () => name })}
      </span>
    </>
  );
};

const Words = ({ text }: { text: string }) => (
  <q>
    <bdi>{text}</bdi>
  </q>
);
