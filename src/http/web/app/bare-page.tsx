import { sheetsOf } from "../accent-sheet.ts";
import { SiteMark } from "../components/logo.tsx";
import type { Site, Theme } from "../frame.ts";
import { IconLink } from "../site-icons.tsx";
import { useWords } from "../use-words.tsx";

interface Props {
  site: Site;
  theme: Theme | undefined;
  title: string;
  description: string;
  /** More for the head. */
  head?: unknown;
  children?: unknown;
}

/** A page for people without a network. The service worker keeps it, so it is the same for everyone. */
export const BarePage = ({ site, theme, title, description, head, children }: Props) => {
  const { language } = useWords();
  return (
    <html lang={language} data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <title>{`${title} · ${site.name}`}</title>
        <meta name="description" content={description} />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <IconLink site={site} />
        {sheetsOf(site).map((href) => (
          <link rel="stylesheet" href={href} />
        ))}
        {head}
      </head>
      <body>
        <header class="site-header">
          <span class="home">
            <SiteMark site={site} />
          </span>
        </header>
        <div class="page">
          <main id="main">{children}</main>
        </div>
      </body>
    </html>
  );
};
