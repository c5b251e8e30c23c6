import { logoPath } from "../../../core/site/logo-files.ts";
import { sheetsOf } from "../accent-sheet.ts";
import { Face } from "../components/face.tsx";
import type { Site, Theme } from "../frame.ts";
import { tabIconHref } from "../site-icons.tsx";
import { useWords } from "../use-words.tsx";
import { BarePage } from "./bare-page.tsx";

export const OFFLINE = "/offline";

/** Addresses of what this page needs besides itself. */
export const offlineFiles = (site: Site): { sheets: string[]; pictures: string[] } => ({
  sheets: sheetsOf(site),
  pictures: [tabIconHref(site), ...(site.logo ? [site.root + logoPath(site.logo)] : [])],
});

/** Has no scripts. Its link has no address: it opens again whatever was asked for. */
export const OfflinePage = ({ site, theme }: { site: Site; theme: Theme | undefined }) => {
  const { say } = useWords();
  return (
    <BarePage site={site} theme={theme} title={say("offline.title")} description={say("offline.text")}>
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
    </BarePage>
  );
};
