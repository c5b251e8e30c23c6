import { Face } from "../components/face.tsx";
import type { Site, Theme } from "../frame.ts";
import { useWords } from "../use-words.tsx";

export const OFFLINE = "/offline";

/** What this page needs besides itself. */
export const OFFLINE_ASSETS = ["site.css", "icon.svg"] as const;

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
        <title>{say("offline.title")}</title>
        <meta name="description" content={say("offline.text")} />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" type="image/svg+xml" href={site.asset("icon.svg")} />
        <link rel="stylesheet" href={site.asset("site.css")} />
      </head>
      <body>
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
