import { MAX_A_MINUTE } from "../../../core/failures/failure-log.ts";
import type { Failure } from "../../../entities/failure.ts";
import type { Frame } from "../frame.ts";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { AdminLayout, FindForm, More } from "./admin-layout.tsx";

interface Props {
  frame: Frame;
  failures: Failure[];
  next: string | undefined;
  after: boolean;
  /** The id searched for. */
  find: string;
}

export const ErrorsPage = ({ frame, failures, next, after, find }: Props) => {
  const { say } = useWords();
  const here = `${frame.site.root}/admin/errors`;
  return (
    <AdminLayout frame={frame} path="/admin/errors">
      <p class="soft">{say("admin.errors-lead", { most: MAX_A_MINUTE })}</p>
      <FindForm action={here} label={say("admin.errors-find")} hint={say("admin.errors-find-hint")} value={find} />
      <SettingsSection id="failures" title={say(find === "" ? "admin.errors-recent" : "admin.found")}>
        {failures.length === 0 ? (
          <p>{say(find === "" ? "admin.errors-none" : "admin.errors-not-found")}</p>
        ) : (
          <ul class="rows">
            {failures.map((failure) => (
              <FailureItem frame={frame} failure={failure} open={find !== ""} />
            ))}
          </ul>
        )}
        <More here={here} next={next} after={after || find !== ""} />
      </SettingsSection>
    </AdminLayout>
  );
};

const FailureItem = ({ frame, failure, open }: { frame: Frame; failure: Failure; open: boolean }) => {
  const { say, ago, moment } = useWords();
  const { request, route, error, stack, createdAt } = failure;
  return (
    <li class="row">
      <div class="row-text">
        <span class="job-error">{error}</span>
        <span class="soft">
          <code>{request}</code> · <code>{route}</code> ·{" "}
          <time datetime={new Date(createdAt).toISOString()} title={`${moment(createdAt)} UTC`}>
            {ago(createdAt, frame.now)}
          </time>
        </span>
        {stack !== "" && (
          <details class="trace" open={open}>
            <summary>{say("admin.errors-stack")}</summary>
            <pre tabindex={0} role="group" aria-label={say("admin.errors-stack-of", { id: request })}>
              {stack}
            </pre>
          </details>
        )}
      </div>
    </li>
  );
};
