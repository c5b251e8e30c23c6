import type { SlowRequestOfMinute } from "../../../data/minutes.ts";
import { MINUTE_MS } from "../../../data/traffic.ts";
import { latencyIn } from "../../../words/amounts.ts";
import { MAX_SLOW, SLOW_SECONDS } from "../../../core/traffic/slowest.ts";
import type { Frame } from "../frame.ts";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  slow: SlowRequestOfMinute[];
  /** Each names its minute, and leads there. */
  withMinute?: boolean;
}

/** The slowest requests, and where their time went. */
export const SlowRequests = ({ frame, slow, withMinute = false }: Props) => {
  const words = useWords();
  const { say } = words;
  const lead = say("admin.slowest-lead", { most: MAX_SLOW, least: latencyIn(words, SLOW_SECONDS) });
  return (
    <SettingsSection id="slowest" title={say("admin.slowest")} lead={lead}>
      {slow.length === 0 ? (
        <p>{say("admin.slowest-none")}</p>
      ) : (
        <ul class="rows">
          {slow.map((one) => (
            <SlowRequestItem frame={frame} one={one} withMinute={withMinute} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
};

const SlowRequestItem = ({
  frame,
  one,
  withMinute,
}: {
  frame: Frame;
  one: SlowRequestOfMinute;
  withMinute: boolean;
}) => {
  const words = useWords();
  const { say, moment } = words;
  const inWords = (ms: number) => latencyIn(words, ms / 1000);
  const start = one.minute * MINUTE_MS;
  return (
    <li class="row">
      <div class="row-text">
        <span>
          <strong>{inWords(one.ms)}</strong>{" "}
          <code>
            {one.method} {one.route}
          </code>{" "}
          {one.status}
        </span>
        <span class="soft">
          {/* Not measured unless each request is logged. */}
          {one.databaseMs + one.waitedMs > 0 &&
            `${say("admin.slowest-parts", { database: inWords(one.databaseMs), waited: inWords(one.waitedMs) })} · `}
          <code>{one.request}</code>
          {withMinute && (
            <>
              {" · "}
              <a href={minuteAddress(frame, start)}>{say("admin.minute-of", { moment: moment(start) })}</a>
            </>
          )}
        </span>
      </div>
    </li>
  );
};

/** As browsers write a minute in a form. */
export const minuteText = (ms: number) => new Date(ms).toISOString().slice(0, "2026-11-16T14:03".length);

export const minuteAddress = ({ site }: Frame, ms: number) =>
  `${site.root}/admin/minute?at=${encodeURIComponent(minuteText(ms))}`;

/** Chooses a minute. */
export const MinuteForm = ({ frame, at }: { frame: Frame; at: number }) => {
  const { say } = useWords();
  return (
    <form method="get" action={`${frame.site.root}/admin/minute`} class="form find-form">
      <div class="field">
        <label for="field-at">{say("admin.minute-choose")}</label>
        <span class="find-row">
          <input type="datetime-local" id="field-at" name="at" value={minuteText(at)} required />
          <button class="button">{say("admin.minute-show")}</button>
        </span>
      </div>
    </form>
  );
};
