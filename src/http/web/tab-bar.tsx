import { profilePath } from "../../core/users/profile-path.ts";
import { Avatar } from "./components/avatar.tsx";
import { Icon, type IconName } from "./components/icon.tsx";
import { entryHref, signInHref, type Frame } from "./frame.ts";
import { BellCount } from "./notifications/bell.tsx";
import { useWords } from "./use-words.tsx";

/** The entry of the navigation that a page belongs to. */
export type Current = "feed" | "top" | "search" | "submit" | "make" | "stats" | "docs" | "notifications" | "me";

interface TabProps {
  href: string;
  /** Left out if the children begin with another picture. */
  icon?: IconName;
  current: boolean;
  children?: unknown;
}

const Tab = ({ href, icon, current, children }: TabProps) => (
  <a href={href} aria-current={current ? "page" : undefined}>
    {icon && <Icon name={icon} />}
    {children}
  </a>
);

/** The main places, under the thumb. Wide screens have them in the header. */
export const TabBar = ({ frame, current }: { frame: Frame; current: Current | undefined }) => {
  const { say } = useWords();
  const { site, viewer } = frame;
  const { root } = site;
  return (
    <nav class="tab-bar" aria-label={say("site.tabs")}>
      <Tab href={`${root}/`} icon="home" current={current === "feed"}>
        <span>{say("site.home")}</span>
      </Tab>
      <Tab href={`${root}/search`} icon="search" current={current === "search"}>
        <span>{say("site.search")}</span>
      </Tab>
      <Tab
        href={viewer ? `${root}/submit` : signInHref(site, "/submit")}
        icon="plus"
        current={current === "submit" || current === "make"}
      >
        <span>{say("site.post")}</span>
      </Tab>
      <Tab
        href={viewer ? `${root}/notifications` : signInHref(site, "/notifications")}
        icon="bell"
        current={current === "notifications"}
      >
        <span>{say("site.news")}</span> {viewer && <BellCount unseen={viewer.news} />}
      </Tab>
      {viewer ? (
        <Tab href={root + profilePath(viewer)} current={current === "me"}>
          <Avatar frame={frame} person={viewer} />
          <span>{say("site.me")}</span>
        </Tab>
      ) : (
        <Tab href={entryHref(frame, "/sign-in")} icon="person" current={false}>
          <span>{say("site.sign-in")}</span>
        </Tab>
      )}
    </nav>
  );
};
