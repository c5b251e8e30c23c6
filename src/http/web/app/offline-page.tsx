import { logoPath } from "../../../core/site/logo-files.ts";
import { sheetsOf } from "../accent-sheet.ts";
import { Face } from "../components/face.tsx";
import { SiteMark } from "../components/logo.tsx";
import type { Site, Theme } from "../frame.ts";
import { IconLink, tabIconHref } from "../site-icons.tsx";
import { useWords } from "../use-words.tsx";

export const OFFLINE = "/offline";

/** Addresses of what this page needs besides itself. */
export const offlineFiles = (site: Site): { sheets: string[]; pictures: string[] } => ({
  sheets: sheetsOf(site),
  pictures: [tabIconHref(site), ...(site.logo ? [site.root + logoPath(site.logo)] : [])],
});

/**
 * For people without a network. The service worker keeps it, so it is the same for everyone, and has no scripts. Its link
 * has no address: it opens again whatever was asked for.
 */
export const OfflinePage = ({ site, theme }: { site: Site; theme: Theme | undefined }) => {
  const { language, say } = useWords();
  return (
    <html lang={language} data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <title>{`${say("offline.title")} · ${site.name}`}</title>
        <meta name="description" content={say("offline.text")} />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <IconLink site={site} />
        {sheetsOf(site).map((href) => (
          <link rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <header class="site-header">
          <span class="home">
            <SiteMark site={site} />
          </span>
        </header>
        <div class="page">
          <main id="main">
            <section class="message">
              <Face grade={1} />
              <h1>{say("offline.title")}</h1>
              <p class="lead">{say("offline.text")}</p>
              <p class="actions">
                <a class="button" href="">
                  {say("offline.again")}
                </a>
              </p>
            </section>
          </main>
        </div>
      </body>
    </html>
  );
};
