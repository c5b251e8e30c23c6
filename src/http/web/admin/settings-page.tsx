import type { Setting } from "../../../config-summary.ts";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { AdminLayout } from "./admin-layout.tsx";

interface Props {
  frame: Frame;
  settings: Setting[];
  /** Unknown names. */
  unknown: string[];
}

export const ConfigurationPage = ({ frame, settings, unknown }: Props) => {
  const { say } = useWords();
  return (
    <AdminLayout frame={frame} path="/admin/settings">
      <p class="soft">{say("admin.settings-lead")}</p>
      <ul class="rows">
        {settings.map((setting) => (
          <SettingItem setting={setting} />
        ))}
        {unknown.map((name) => (
          <li class="row">
            <div class="row-text">
              <code>{name}</code>
              <span class="job-error">{say("admin.settings-unknown")}</span>
            </div>
          </li>
        ))}
      </ul>
    </AdminLayout>
  );
};

const SettingItem = ({ setting: { name, value, secret, given } }: { setting: Setting }) => {
  const { say } = useWords();
  return (
    <li class="row">
      <div class="row-text">
        <code>{name}</code>
        {value === undefined ? (
          <span class="soft">{say(secret ? "admin.settings-hidden" : "admin.settings-none")}</span>
        ) : (
          <span class="setting-value" translate="no">
            {value}
          </span>
        )}
      </div>
      <span class={given ? "chip chip-strong" : "chip"}>
        {say(given ? "admin.settings-given" : "admin.settings-default")}
      </span>
    </li>
  );
};
