import packageJson from "../../../package.json" with { type: "json" };
import { Icon } from "./components/icon.tsx";
import { Wordmark } from "./components/logo.tsx";
import type { Frame } from "./frame.ts";

export type { Site } from "./frame.ts";

interface Props {
  frame: Frame;
  title: string;
  description: string;
  /** Which entry of the navigation this page is. */
  current?: "feed" | "top" | "search" | "submit" | "stats" | "docs" | "settings";
  /** More for the head: what a pasted link unfolds to, feeds. */
  head?: unknown;
  /** Beside the main part on a wide screen, above it on a narrow one. */
  aside?: unknown;
  /** The main part uses the whole width. */
  wide?: boolean;
  children?: unknown;
}

/** The frame of every page. */
export const Layout = ({ frame, title, description, current, head, aside, wide, children }: Props) => (
  <html lang="en" data-theme={frame.theme}>
    <head>
      <meta charset="utf-8" />
      <title>{title === "Guffaw" ? title : `${title} · Guffaw`}</title>
      <meta name="description" content={description} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#fbf6ec" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#171310" media="(prefers-color-scheme: dark)" />
      <link rel="icon" type="image/svg+xml" href={frame.site.asset("icon.svg")} />
      <link rel="apple-touch-icon" href={frame.site.asset("apple-touch-icon.png")} />
      <link rel="manifest" href={`${frame.site.root}/manifest.webmanifest`} />
      <link rel="alternate" type="application/atom+xml" title="New memes" href={`${frame.site.root}/feed.atom`} />
      <link rel="stylesheet" href={frame.site.asset("site.css")} />
      {head}
      <script type="module" nonce={frame.nonce} src={frame.site.asset("site.js")} />
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Header frame={frame} current={current} />
      {frame.note && (
        <p class="note" role="status">
          {frame.note}
        </p>
      )}
      <div class={["page", aside && "page-with-aside", wide && "page-wide"].filter(Boolean).join(" ")}>
        {aside}
        <main id="main" tabindex={-1}>
          {children}
        </main>
      </div>
      <Footer frame={frame} />
    </body>
  </html>
);

const Header = ({ frame, current }: Pick<Props, "frame" | "current">) => {
  const { root, signup } = frame.site;
  const on = (name: Props["current"]) => (current === name ? "page" : undefined);
  return (
    <header class="site-header">
      <a class="home" href={`${root}/`}>
        <Wordmark />
      </a>
      <nav aria-label="Site" class="site-nav">
        <a href={`${root}/`} aria-current={on("feed")}>
          Memes
        </a>
        <a href={`${root}/top`} aria-current={on("top")}>
          Memers
        </a>
        <a href={`${root}/search`} aria-current={on("search")} data-search>
          <Icon name="search" /> <span>Search</span>
        </a>
      </nav>
      <div class="site-account">
        <ThemeSwitch frame={frame} />
        {frame.me ? (
          <>
            <a class="button button-small" href={`${root}/submit`} aria-current={on("submit")}>
              <Icon name="plus" /> Post
            </a>
            <AccountMenu frame={frame} />
          </>
        ) : (
          <>
            <a class="button button-small button-quiet" href={`${root}/sign-in`}>
              Sign in
            </a>
            {signup !== "closed" && (
              <a class="button button-small" href={`${root}/sign-up`}>
                Sign up
              </a>
            )}
          </>
        )}
      </div>
    </header>
  );
};

const AccountMenu = ({ frame: { me, site } }: { frame: Frame }) => (
  <details class="menu">
    <summary aria-label={`Your account, ${me!.username}`}>
      <Icon name="person" /> <span class="menu-name">{me!.username}</span>
    </summary>
    <div class="menu-list">
      <a href={`${site.root}/profile/${me!.id}`}>Your profile</a>
      <a href={`${site.root}/settings`}>Settings</a>
      <a href={`${site.root}/settings/keys`}>API keys</a>
      <form method="post" action={`${site.root}/sign-out`}>
        <button>Sign out</button>
      </form>
    </div>
  </details>
);

/** Works without scripts: it sends a form and comes back. */
const ThemeSwitch = ({ frame: { site, theme, here } }: { frame: Frame }) => (
  <form method="post" action={`${site.root}/theme`} class="theme" data-theme-switch>
    <input type="hidden" name="next" value={here} />
    <button name="theme" value={theme === "dark" ? "light" : "dark"} class="icon-button theme-button">
      <Icon name="theme" />
      <span class="sr">Change between light and dark</span>
    </button>
  </form>
);

const Footer = ({ frame: { site } }: { frame: Frame }) => (
  <footer class="site-footer">
    <p>
      Guffaw {packageJson.version}, free software under the {packageJson.license} licence
    </p>
    <nav aria-label="Footer">
      <a href={`${site.root}/about`}>About</a>
      <a href={`${site.root}/stats`}>Statistics</a>
      <a href={`${site.root}/docs`}>API reference</a>
      <a href={`${site.root}/feed.atom`}>Atom feed</a>
    </nav>
  </footer>
);
