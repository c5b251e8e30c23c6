import { buildInfo, shortCommit } from "../../../build-info.ts";
import { isNearlyFull, type Machine, type Overview, type Problem } from "../../../core/overview/read-overview.ts";
import type { Failed } from "../../../core/overview/list-failed.ts";
import type { SlowRequestOfMinute } from "../../../data/minutes.ts";
import type { Range, Traffic } from "../../../core/traffic/read-traffic.ts";
import type { Stats } from "../../../core/stats/read-stats.ts";
import type { Ffmpeg } from "../../../video/ffmpeg.ts";
import { ShareBar } from "../components/share-bar.tsx";
import type { Frame } from "../frame.ts";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { bytesIn, timeIn } from "../../../words/amounts.ts";
import { AdminLayout, Fact } from "./admin-layout.tsx";
import { FailedLately } from "./failed-lately.tsx";
import { SlowRequests } from "./slow-requests.tsx";
import { TrafficSection } from "./traffic-section.tsx";

export const BACKUP_COMMAND = "./guffaw backup FOLDER";

interface Props {
  frame: Frame;
  overview: Overview;
  machine: Machine;
  stats: Stats;
  /** Sender of mails. */
  mailFrom: string | undefined;
  /** What encodes videos; a sentence if nothing does. */
  ffmpeg: Ffmpeg | string;
  /** How long this process has run. */
  uptimeMs: number;
  range: Range;
  traffic: Traffic;
  slow: SlowRequestOfMinute[];
  failed: Failed[];
}

export const OverviewPage = (props: Props) => {
  const { frame, overview, range, traffic, slow, failed } = props;
  const { say } = useWords();
  return (
    <AdminLayout frame={frame} path="/admin">
      <Problems frame={frame} problems={overview.problems} />
      <SettingsSection id="facts" title={say("admin.facts")}>
        <dl class="facts">
          <Facts {...props} />
        </dl>
      </SettingsSection>
      <TrafficSection frame={frame} range={range} traffic={traffic} />
      <SlowRequests frame={frame} slow={slow} withMinute />
      <FailedLately frame={frame} failed={failed} />
    </AdminLayout>
  );
};

const Problems = ({ frame, problems }: { frame: Frame; problems: Problem[] }) => {
  const { say, count } = useWords();
  if (problems.length === 0)
    return (
      <p class="callout callout-quiet verdict">
        <strong>{say("admin.all-well")}</strong> {say("admin.all-well-text")}
      </p>
    );
  return (
    <section class="callout verdict" aria-labelledby="problems-title">
      <h2 id="problems-title">{count("admin.problems", problems.length)}</h2>
      <ul>
        {problems.map((problem) => (
          <li>
            <ProblemText frame={frame} problem={problem} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const ProblemText = ({ frame, problem }: { frame: Frame; problem: Problem }) => {
  const words = useWords();
  const { say, count, ago, rich } = words;
  const link = (path: string) => (inner: string) => <a href={frame.site.root + path}>{inner}</a>;
  const code = (inner: string) => <code>{inner}</code>;
  const described = (what: string, todo: unknown) => (
    <>
      <strong>{what}</strong> {todo}
    </>
  );
  switch (problem.kind) {
    case "disk": {
      const { folder, free } = problem.disk;
      return described(say("admin.problem-disk", { folder, free: bytesIn(words, free) }), say("admin.todo-disk"));
    }
    case "ballast-spent":
      return described(say("admin.problem-ballast"), say("admin.todo-ballast"));
    case "disk-soon":
      return described(count("admin.problem-disk-soon", problem.days), say("admin.todo-disk"));
    case "room": {
      const { used, max } = problem.room;
      const what = say("admin.problem-room", { used: { bytes: used }, most: { bytes: max } });
      return described(what, rich("admin.todo-room", { code }));
    }
    case "jobs":
      return described(
        count("admin.problem-jobs", problem.count),
        rich("admin.todo-jobs", { link: link("/admin/jobs") }),
      );
    case "mails":
      return described(
        count("admin.problem-mails", problem.count),
        rich("admin.todo-mails", { link: link("/admin/jobs#mails"), code, command: "./guffaw doctor" }),
      );
    case "failures":
      return described(
        count("admin.problem-failures", problem.count),
        rich("admin.todo-failures", { link: link("/admin/errors") }),
      );
    case "storage":
      return described(say("admin.problem-storage", { said: problem.said }), rich("admin.todo-storage", { code }));
    case "waiting":
      return described(
        count("admin.problem-waiting", problem.count),
        rich("admin.todo-waiting", { link: link("/moderation/waiting") }),
      );
    case "no-backup":
      return described(say("admin.problem-no-backup"), rich("admin.todo-backup", { code, command: BACKUP_COMMAND }));
    case "old-backup":
      return described(
        say("admin.problem-old-backup", { ago: ago(problem.at, frame.now) }),
        rich("admin.todo-backup", { code, command: BACKUP_COMMAND }),
      );
    case "bad-backup":
      return described(
        say("admin.problem-bad-backup", { said: problem.said }),
        rich("admin.todo-bad-backup", { link: link("/admin/backups") }),
      );
    case "not-swept":
      return described(
        say("admin.problem-not-swept", { ago: ago(problem.at, frame.now) }),
        rich("admin.todo-not-swept", { link: link("/admin/jobs"), code, command: "./guffaw sweep" }),
      );
    case "replica":
      return described(
        say("admin.problem-replica", { host: problem.host }),
        rich("admin.todo-replica", { code, command: "./guffaw doctor" }),
      );
    case "unknown-setting":
      return described(say("admin.problem-unknown-setting", { name: problem.name }), say("admin.todo-unknown-setting"));
  }
};

const Facts = (props: Props) => (
  <>
    <SiteFacts {...props} />
    <ReplicasFact {...props} />
    <StoredFact {...props} />
    <RoomFacts {...props} />
    <UpkeepFacts {...props} />
    <ModeFacts {...props} />
  </>
);

const SiteFacts = ({ frame, overview, stats, uptimeMs }: Props) => {
  const words = useWords();
  const { say, count, number, moment } = words;
  const { version, commit } = buildInfo();
  return (
    <>
      <Fact
        name={say("admin.version")}
        value={`Guffaw ${version}`}
        hint={say("admin.runs-on", { commit: shortCommit(commit), version: Bun.version })}
      />
      <Fact
        name={say("admin.uptime")}
        value={timeIn(words, uptimeMs)}
        hint={say("admin.uptime-since", { moment: moment(frame.now - uptimeMs) })}
      />
      <Fact
        name={say("admin.accounts")}
        value={number(stats.websiteUsers)}
        hint={count("admin.accounts-hint", stats.uniqueMemers)}
      />
      <Fact name={say("admin.memes")} value={number(stats.memes)} hint={count("admin.memes-hint", stats.ratings)} />
      <Fact name={say("admin.database")} value={bytesIn(words, overview.databaseBytes)} hint={overview.databaseName} />
    </>
  );
};

const ReplicasFact = ({ machine: { replicas } }: Pick<Props, "machine">) => {
  const { say, number } = useWords();
  if (replicas.length === 0) return null;
  const inUse = replicas.filter(({ isInUse }) => isInUse);
  return (
    <Fact
      name={say("admin.replicas")}
      value={say("admin.replicas-in-use", { count: number(inUse.length), total: number(replicas.length) })}
      hint={replicas.map(({ host }) => host).join(", ")}
    />
  );
};

const RoomFacts = ({ overview: { room, problems }, machine }: Props) => {
  const words = useWords();
  const { say } = words;
  return (
    <>
      {room && (
        <Fact
          name={say("admin.room")}
          value={bytesIn(words, room.used)}
          hint={
            <>
              <ShareBar share={Math.min(1, room.used / room.max)} />
              {say("admin.room-of", { most: { bytes: room.max } })}
            </>
          }
          bad={isNearlyFull(room)}
        />
      )}
      {machine.disks.map(({ folder, free, size }) => (
        <Fact
          name={say("admin.free")}
          value={bytesIn(words, free)}
          hint={say("admin.free-of", { size: bytesIn(words, size), folder })}
          bad={problems.some((one) => one.kind === "disk" && one.disk.folder === folder)}
        />
      ))}
    </>
  );
};

const UpkeepFacts = ({ frame, overview: { failures, failingJobs, backup, problems } }: Props) => {
  const words = useWords();
  const { say, number, ago } = words;
  const isLate = problems.some(({ kind }) => kind === "old-backup");
  return (
    <>
      <Fact
        name={say("admin.failures-day")}
        value={number(failures)}
        hint={say("admin.failures-hint")}
        bad={failures > 0}
      />
      <Fact
        name={say("admin.failing-jobs")}
        value={number(failingJobs)}
        hint={say("admin.failing-jobs-hint")}
        bad={failingJobs > 0}
      />
      <Fact
        name={say("admin.last-backup")}
        value={backup ? ago(backup.createdAt, frame.now) : say("admin.never")}
        hint={
          backup
            ? say("admin.last-backup-hint", { bytes: bytesIn(words, backup.bytes), place: backup.place })
            : say("admin.last-backup-none")
        }
        bad={!backup || isLate}
      />
    </>
  );
};

const ModeFacts = ({ frame, mailFrom, ffmpeg }: Props) => {
  const { say } = useWords();
  const { signup } = frame.site;
  const isFound = typeof ffmpeg !== "string";
  return (
    <>
      <Fact
        name={say("admin.signup")}
        value={say(`admin.signup-${signup}`)}
        hint={say(`admin.signup-${signup}-hint`)}
      />
      <Fact
        name={say("admin.mail")}
        value={say(mailFrom === undefined ? "admin.mail-off" : "admin.mail-on")}
        hint={mailFrom ?? say("admin.mail-off-hint")}
      />
      <Fact
        name={say("admin.videos")}
        value={isFound ? say("admin.videos-by", { version: ffmpeg.version }) : say("admin.videos-off")}
        hint={isFound ? ffmpeg.path : say("admin.videos-off-hint")}
      />
    </>
  );
};

const StoredFact = ({ frame, overview: { stored } }: Pick<Props, "frame" | "overview">) => {
  const words = useWords();
  const { say, count, ago } = words;
  if (!stored)
    return <Fact name={say("admin.images")} value={say("admin.images-not-counted")} hint={say("admin.images-soon")} />;
  return (
    <Fact
      name={say("admin.images")}
      value={bytesIn(words, stored.kept.bytes)}
      hint={count("admin.images-files", stored.kept.files, { ago: ago(stored.at, frame.now) })}
    />
  );
};
