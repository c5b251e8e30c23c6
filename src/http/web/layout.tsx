import packageJson from "../../../package.json" with { type: "json" };
import { profilePath } from "../../core/users/profile-path.ts";
import { LANGUAGES } from "../../words/languages.ts";
import { sheetsOf } from "./accent-sheet.ts";
import { Avatar, AvatarSymbols } from "./components/avatar.tsx";
import { Icon } from "./components/icon.tsx";
import { SiteMark } from "./components/logo.tsx";
import { entryHref, type Frame, type Site } from "./frame.ts";
import { ProMenuEntry } from "./pro/pro-menu-entry.tsx";
import { Bell } from "./notifications/bell.tsx";
import { type Current, TabBar } from "./tab-bar.tsx";
import { IconLink, iconHref } from "./site-icons.tsx";
import { useWords } from "./use-words.tsx";

export type { Site } from "./frame.ts";

interface Props {
  frame: Frame;
  /** Undefined for the front page, which is called like the site. */
  title: string | undefined;
  description: string;
  /** The navigation entry of this page. */
  current?: Current;
  /** More for the head: link previews, feeds. */
  head?: unknown;
  /** Beside the main part on a wide screen, above it on a narrow one. */
  aside?: unknown;
  /** The main part uses the whole width. */
  wide?: boolean;
  children?: unknown;
}

/** The frame of every page. */
export const Layout = ({ frame, title, description, current, head, aside, wide, children }: Props) => {
  const { language, say } = useWords();
  return (
    <html lang={language} data-theme={frame.theme} data-person={frame.person}>
      <head>
        <meta charset="utf-8" />
        <title>{titleOf(frame.site, title)}</title>
        <meta name="description" content={description} />
        {/* Up to the edges of the screen, with everything that matters inside them, and above the keyboard. */}
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fbf6ec" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#171310" media="(prefers-color-scheme: dark)" />
        <IconLink site={frame.site} />
        <link rel="apple-touch-icon" href={iconHref(frame.site, "apple-touch-icon.png")} />
        <link rel="manifest" href={`${frame.site.root}/manifest.webmanifest`} />
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title={frame.site.name}
          href={`${frame.site.root}/opensearch.xml`}
        />
        <link
          rel="alternate"
          type="application/atom+xml"
          title={say("site.atom")}
          href={`${frame.site.root}/feed.atom`}
        />
        {sheetsOf(frame.site).map((href) => (
          <link rel="stylesheet" href={href} />
        ))}
        {head}
        <script nonce={frame.nonce} src={frame.site.asset("early.js")} />
        <script
          type="module"
          nonce={frame.nonce}
          src={frame.site.script(language)}
          data-worker={frame.site.worker ? "" : undefined}
        />
      </head>
      <body>
        <a class="skip" href="#main">
          {say("site.skip")}
        </a>
        <Header frame={frame} current={current} />
        {frame.note && (
          <p class="note" role="status">
            {say(`note.${frame.note}`)}
          </p>
        )}
        <div class={["page", aside && "page-with-aside", wide && "page-wide"].filter(Boolean).join(" ")}>
          {aside}
          <main id="main" tabindex={-1}>
            {children}
          </main>
        </div>
        <Footer frame={frame} />
        <TabBar frame={frame} current={current} />
        <AvatarSymbols />
      </body>
    </html>
  );
};

const titleOf = ({ name, tagline }: Site, title: string | undefined): string => {
  if (title !== undefined) return `${title} · ${name}`;
  return tagline === undefined ? name : `${name} · ${tagline}`;
};

/** On narrow screens the bar at the bottom has the rest of the navigation. */
const Header = ({ frame, current }: Pick<Props, "frame" | "current">) => {
  const { say } = useWords();
  const { root, signup } = frame.site;
  const on = (name: Props["current"]) => (current === name ? "page" : undefined);
  return (
    <header class="site-header">
      <a class="home" href={`${root}/`}>
        <SiteMark site={frame.site} />
      </a>
      <nav aria-label={say("site.nav")} class="site-nav">
        <a class="wide-only" href={`${root}/`} aria-current={on("feed")}>
          {say("site.memes")}
        </a>
        <a class="wide-only" href={`${root}/make`} aria-current={on("make")}>
          {say("make.link")}
        </a>
        <a href={`${root}/top`} aria-current={on("top")}>
          {say("site.memers")}
        </a>
        <a class="wide-only" href={`${root}/search`} aria-current={on("search")} data-search>
          <Icon name="search" /> <span>{say("site.search")}</span>
        </a>
      </nav>
      <div class="site-account">
        <ThemeSwitch frame={frame} />
        {frame.viewer ? (
          <>
            {frame.openReports > 0 && <OpenReports frame={frame} />}
            <Bell frame={frame} current={on("notifications")} />
            <a
              class="button button-small wide-only"
              href={`${root}/submit`}
              aria-current={on("submit")}
              data-post={frame.viewer.id}
            >
              <Icon name="plus" /> {say("site.post")}
            </a>
            <AccountMenu frame={frame} />
          </>
        ) : (
          <>
            <a class="button button-small button-quiet wide-only" href={entryHref(frame, "/sign-in")}>
              {say("site.sign-in")}
            </a>
            {signup !== "closed" && (
              <a class="button button-small" href={entryHref(frame, "/sign-up")}>
                {say("site.sign-up")}
              </a>
            )}
          </>
        )}
      </div>
    </header>
  );
};

const AccountMenu = ({ frame }: { frame: Frame }) => {
  const { viewer, site } = frame;
  const { say } = useWords();
  return (
    <details class="menu">
      <summary aria-label={say("site.your-account", { name: viewer!.username })}>
        <Avatar frame={frame} person={viewer!} /> <span class="menu-name">{viewer!.username}</span>
      </summary>
      <div class="menu-list">
        <a href={site.root + profilePath(viewer!)}>{say("site.your-profile")}</a>
        <a href={`${site.root}/saved`}>{say("saved.menu")}</a>
        <a href={`${site.root}/reports`}>{say("moderation.own")}</a>
        <a href={`${site.root}/settings`}>{say("site.settings")}</a>
        <a href={`${site.root}/settings/keys`}>{say("site.keys")}</a>
        <ProMenuEntry frame={frame} />
        {viewer!.staff && <ModerationEntry frame={frame} />}
        {viewer!.translator && <a href={`${site.root}/translate`}>{say("translate.link")}</a>}
        {viewer!.founder && <a href={`${site.root}/admin`}>{say("admin.menu")}</a>}
        <form method="post" action={`${site.root}/sign-out`}>
          <button>{say("site.sign-out")}</button>
        </form>
      </div>
    </details>
  );
};

/** Staff see on every page that somebody waits for them. */
const OpenReports = ({ frame: { site, openReports } }: { frame: Frame }) => {
  const { count, number } = useWords();
  return (
    <a class="icon-button open-reports" href={`${site.root}/moderation`} data-open-reports={openReports}>
      <Icon name="flag" />
      <span class="bell-count" aria-hidden="true">
        {openReports > 99 ? "99+" : number(openReports)}
      </span>
      <span class="sr">{count("moderation.open-reports", openReports)}</span>
    </a>
  );
};

const ModerationEntry = ({ frame: { site, openReports } }: { frame: Frame }) => {
  const { say, count, number } = useWords();
  return (
    <a href={`${site.root}/moderation`}>
      {say("moderation.menu")}
      {openReports > 0 && (
        <>
          {" "}
          <span class="badge" aria-hidden="true">
            {openReports > 99 ? "99+" : number(openReports)}
          </span>
          <span class="sr">{count("moderation.count-reports", openReports)}</span>
        </>
      )}
    </a>
  );
};

/** Works without scripts: sends a form and returns. */
const ThemeSwitch = ({ frame: { site, theme, here } }: { frame: Frame }) => (
  <form method="post" action={`${site.root}/theme`} class="theme" data-theme-switch>
    <input type="hidden" name="next" value={here} />
    <button name="theme" value={theme === "dark" ? "light" : "dark"} class="icon-button theme-button">
      <Icon name="theme" />
      <span class="sr">{useWords().say("site.theme")}</span>
    </button>
  </form>
);

const Footer = ({ frame }: { frame: Frame }) => {
  const { say } = useWords();
  const { root, pages } = frame.site;
  return (
    <footer class="site-footer">
      <p>{say("site.licence", { version: packageJson.version, licence: packageJson.license })}</p>
      <nav aria-label={say("site.footer")}>
        <a href={`${root}/about`}>{say("site.about")}</a>
        <a href={`${root}/templates`}>{say("templates.title")}</a>
        <a href={`${root}/stats`}>{say("site.statistics")}</a>
        <a href={`${root}/docs`}>{say("site.reference")}</a>
        <a href={`${root}/feed.atom`}>{say("site.feed")}</a>
        {pages.map((page) => (
          <a href={`${root}/${page}`}>{say(`site.page-${page}`)}</a>
        ))}
      </nav>
      <LanguageSwitch frame={frame} />
    </footer>
  );
};

/** Each language is named in itself: people who need it may read no other. */
const LanguageSwitch = ({ frame: { site, here } }: { frame: Frame }) => {
  const { language, say } = useWords();
  return (
    <form method="post" action={`${site.root}/language`} class="languages" aria-label={say("site.language")}>
      <input type="hidden" name="next" value={here} />
      {[...LANGUAGES].map(([tag, { name }]) => (
        <button name="language" value={tag} lang={tag} aria-current={tag === language ? "true" : undefined}>
          {name}
        </button>
      ))}
    </form>
  );
};
