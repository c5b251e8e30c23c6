import type { PlainKey } from "../../../words/messages.ts";
import { Icon, type IconName } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../words.tsx";

const PAGES = [
  ["/moderation", "moderation.reports", "flag"],
  ["/moderation/waiting", "moderation.waiting", "clock"],
  ["/moderation/pictures", "moderation.pictures", "hide"],
  ["/moderation/people", "moderation.people", "person"],
  ["/moderation/log", "moderation.log", "list"],
] as const satisfies [string, PlainKey, IconName][];

interface Props {
  frame: Frame;
  /** Which entry of the navigation this page belongs to. */
  path: (typeof PAGES)[number][0];
  /** The heading, where it is not what the entry is called. */
  title?: string;
  children?: unknown;
}

/** The way between the pages for staff is the same on all of them. */
export const ModerationFrame = ({ frame, path, title, children }: Props) => {
  const { say } = useWords();
  const heading = title ?? say(PAGES.find(([one]) => one === path)![1]);
  return (
    <Layout
      frame={frame}
      title={say("moderation.title", { page: heading })}
      description={say("moderation.description")}
      wide
    >
      <div class="settings moderation">
        <nav class="settings-nav" aria-label={say("moderation.nav")}>
          {PAGES.map(([one, name, icon]) => (
            <a href={frame.site.root + one} aria-current={one === path ? "page" : undefined}>
              <Icon name={icon} /> {say(name)}
            </a>
          ))}
        </nav>
        <div class="settings-main moderation-main">
          <h1>{heading}</h1>
          {children}
        </div>
      </div>
    </Layout>
  );
};
