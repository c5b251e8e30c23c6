import type { Failed } from "../../../core/overview/list-failed.ts";
import type { Words } from "../../../words/words.ts";
import { isoOf } from "../../time.ts";
import type { Frame } from "../frame.ts";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { minuteAddress } from "./slow-requests.tsx";

/** Requests, jobs, mails and backups that failed, each with the page that says more. */
export const FailedLately = ({ frame, failed }: { frame: Frame; failed: Failed[] }) => {
  const { say } = useWords();
  return (
    <SettingsSection id="failed" title={say("admin.failed")} lead={say("admin.failed-lead")}>
      {failed.length === 0 ? (
        <p>{say("admin.failed-none")}</p>
      ) : (
        <ul class="rows">
          {failed.map((one) => (
            <FailedItem frame={frame} one={one} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
};

const FailedItem = ({ frame, one }: { frame: Frame; one: Failed }) => {
  const words = useWords();
  const { ago, moment } = words;
  return (
    <li class="row">
      <div class="row-text">
        <a class="job-error" href={frame.site.root + placeOf(one)}>
          {textOf(words, one)}
        </a>
        {one.at !== undefined && (
          <a class="soft" href={minuteAddress(frame, one.at)}>
            <time datetime={isoOf(one.at)} title={`${moment(one.at)} UTC`}>
              {ago(one.at, frame.now)}
            </time>
          </a>
        )}
      </div>
    </li>
  );
};

function placeOf(one: Failed): string {
  switch (one.kind) {
    case "request":
      return `/admin/errors?find=${encodeURIComponent(one.request)}`;
    case "job":
      return "/admin/jobs";
    case "mail":
      return "/admin/jobs#mails";
    case "backup":
      return "/admin/backups";
  }
}

function textOf({ say }: Words, one: Failed): string {
  const { error } = one;
  switch (one.kind) {
    case "request":
      return say("admin.failed-request", { route: one.route, error });
    case "job":
      return say("admin.failed-job", { kind: one.job, error });
    case "mail":
      return say("admin.failed-mail", { error });
    case "backup":
      return say("admin.failed-backup", { place: one.place, error });
  }
}
