import packageJson from "../../../package.json" with { type: "json" };
import { Wordmark } from "./components/logo.tsx";

/** What every page knows of the site it is part of. */
export interface Site {
  /** The path below which the pages are; empty at the top. */
  root: string;
  /** The address of a file of ours, which changes with its content. */
  asset(name: string): string;
}

interface Props {
  site: Site;
  title: string;
  description: string;
  /** Which entry of the navigation this page is. */
  current?: "docs";
  /** Stylesheets beyond the one that all pages share. */
  styles?: string[];
  scripts?: boolean;
  /** Beside the main part on a wide screen, above it on a narrow one. */
  aside?: unknown;
  children?: unknown;
}

/** The frame of every page. */
export const Layout = ({ site, title, description, current, styles = [], scripts, aside, children }: Props) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>{title === "Guffaw" ? title : `${title} · Guffaw`}</title>
      <meta name="description" content={description} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#fbf6ec" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#171310" media="(prefers-color-scheme: dark)" />
      <link rel="icon" type="image/svg+xml" href={site.asset("icon.svg")} />
      {["site.css", ...styles].map((name) => (
        <link rel="stylesheet" href={site.asset(name)} />
      ))}
      {scripts && <script type="module" src={site.asset("site.js")} />}
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Header site={site} current={current} />
      <div class={aside ? "page page-with-aside" : "page"}>
        {aside}
        <main id="main" tabindex={-1}>
          {children}
        </main>
      </div>
      <Footer site={site} />
    </body>
  </html>
);

const Header = ({ site: { root }, current }: Pick<Props, "site" | "current">) => (
  <header class="site-header">
    <a class="home" href={`${root}/`}>
      <Wordmark />
    </a>
    <nav aria-label="Site">
      <a href={`${root}/docs`} aria-current={current === "docs" ? "page" : undefined}>
        API reference
      </a>
    </nav>
  </header>
);

const Footer = ({ site: { root } }: Pick<Props, "site">) => (
  <footer class="site-footer">
    <p>
      Guffaw {packageJson.version}, free software under the {packageJson.license} licence
    </p>
    <nav aria-label="Footer">
      <a href={`${root}/`}>Home</a>
      <a href={`${root}/docs`}>API reference</a>
    </nav>
  </footer>
);
