import type { PlainKey } from "../../../words/messages.ts";
import { Icon, type IconName } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../words.tsx";

const PAGES = [
  ["/settings", "settings.profile", "person"],
  ["/settings/account", "settings.account", "lock"],
  ["/settings/passkeys", "passkeys.title", "passkey"],
  ["/settings/integrations", "integrations.title", "link"],
  ["/settings/notifications", "notifications.title", "bell"],
  ["/settings/keys", "settings.keys", "key"],
  ["/settings/pro", "pro.title", "star"],
] as const satisfies [string, PlainKey, IconName][];

interface Props {
  frame: Frame;
  path: (typeof PAGES)[number][0];
  children?: unknown;
}

/** The way between the settings pages is the same on all of them. */
export const SettingsFrame = ({ frame, path, children }: Props) => {
  const { say } = useWords();
  const title = say(PAGES.find(([one]) => one === path)![1]);
  return (
    <Layout
      frame={frame}
      title={say("settings.page-title", { page: title })}
      description={say("settings.description")}
      current="settings"
    >
      <div class="settings">
        <nav class="settings-nav" aria-label={say("settings.nav")}>
          {PAGES.map(([one, name, icon]) => (
            <a href={frame.site.root + one} aria-current={one === path ? "page" : undefined}>
              <Icon name={icon} /> {say(name)}
            </a>
          ))}
        </nav>
        <div class="settings-main">
          <h1>{title}</h1>
          {children}
        </div>
      </div>
    </Layout>
  );
};

interface SectionProps {
  id: string;
  title: string;
  lead?: unknown;
  children?: unknown;
}

export const SettingsSection = ({ id, title, lead, children }: SectionProps) => (
  <section class="settings-section" aria-labelledby={`${id}-title`} id={id}>
    <h2 id={`${id}-title`}>{title}</h2>
    {lead !== undefined && <p class="soft">{lead}</p>}
    {children}
  </section>
);
