import { readPage } from "../../../core/site/read-page.ts";
import { SITE_PAGES, type SitePage } from "../../../entities/site-info.ts";
import { showCached } from "../reply.ts";
import { page, type WebRoute } from "../web-route.ts";
import { OwnPage } from "./own-page.tsx";

const ownPage = (name: SitePage) =>
  page({
    method: "GET",
    path: `/${name}`,
    restorable: true,
    access: "anyone",
    handle: async (visit) => {
      const text = await readPage(visit.ctx, name);
      return showCached(
        visit,
        (frame) => <OwnPage frame={frame} page={name} text={text} />,
        () => text,
        visit.exchange.route,
      );
    },
  });

/** There is a page only once it has been written. */
export const ownPages: readonly WebRoute[] = SITE_PAGES.map(ownPage);
