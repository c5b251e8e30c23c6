import type { Backups } from "../../../core/backup/list-backups.ts";
import type { BackupRecord } from "../../../entities/backup-record.ts";
import { CodeBlock } from "../components/code.tsx";
import type { Frame } from "../frame.ts";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { bytesIn, timeIn } from "../../../words/amounts.ts";
import { AdminLayout, More } from "./admin-layout.tsx";
import { BACKUP_COMMAND } from "./overview-page.tsx";

interface Props {
  frame: Frame;
  backups: Backups;
  after: boolean;
}

export const BackupsPage = ({ frame, backups: { items, next, lastGood, last, nextAt, overdue }, after }: Props) => {
  const { say, rich, ago, moment } = useWords();
  const verdict = lastGood
    ? say(overdue ? "admin.backups-old" : "admin.backups-good", { ago: ago(lastGood.createdAt, frame.now) })
    : say("admin.backups-never");
  return (
    <AdminLayout frame={frame} path="/admin/backups">
      <p class={overdue ? "callout verdict" : "callout callout-quiet verdict"}>
        <strong>{verdict}</strong>
        {nextAt !== undefined && ` ${say("admin.backups-next", { moment: moment(nextAt) })}`}
      </p>
      {last?.error !== undefined && (
        <p class="callout verdict">
          {say("admin.backups-failed", { ago: ago(last.createdAt, frame.now), error: last.error })}
        </p>
      )}
      <SettingsSection id="how" title={say("admin.backups-how")} lead={say("admin.backups-how-text")}>
        <CodeBlock label={say("admin.backups-command")} text={BACKUP_COMMAND} />
        {nextAt === undefined && <p>{rich("admin.backups-schedule", { code: (text) => <code>{text}</code> })}</p>}
        <p class="soft">{say("admin.backups-lead")}</p>
      </SettingsSection>
      {items.length > 0 && (
        <SettingsSection id="backups" title={say("admin.backups-list")}>
          <ul class="rows">
            {items.map((backup) => (
              <BackupItem frame={frame} backup={backup} />
            ))}
          </ul>
          <More here={`${frame.site.root}/admin/backups`} next={next?.toString()} after={after} />
        </SettingsSection>
      )}
    </AdminLayout>
  );
};

const BackupItem = ({ frame, backup }: { frame: Frame; backup: BackupRecord }) => {
  const words = useWords();
  const { say, count, ago } = words;
  const { place, rows, images, bytes, error, createdAt, endedAt, verifiedAt } = backup;
  const state = error !== undefined ? "failed" : endedAt === undefined ? "under-way" : "good";
  const holds = [
    count("admin.backup-rows", rows),
    count("admin.backup-images", images),
    bytesIn(words, bytes),
    ...(endedAt === undefined ? [] : [say("admin.backup-took", { time: timeIn(words, endedAt - createdAt) })]),
  ];
  return (
    <li class="row">
      <div class="row-text">
        <span class="chips">
          <strong>{ago(createdAt, frame.now)}</strong>
          <span class={state === "good" ? "chip" : "chip chip-strong"}>{say(`admin.backup-${state}`)}</span>
          {verifiedAt !== undefined && <span class="chip">{say("admin.backup-verified")}</span>}
        </span>
        <code>{place}</code>
        {error !== undefined && <span class="job-error">{error}</span>}
        {endedAt !== undefined && <span class="soft">{holds.join(" · ")}</span>}
      </div>
    </li>
  );
};
