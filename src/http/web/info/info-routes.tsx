import { z } from "zod";

import { listTopMemers } from "../../../core/stats/list-top-memers.ts";
import { readSiteHistory } from "../../../core/stats/read-history.ts";
import { readStats } from "../../../core/stats/read-stats.ts";
import { chooseLanguage } from "../../../core/users/choose-language.ts";
import { takesVideos } from "../../../video/ffmpeg.ts";
import { LANGUAGES } from "../../../words/languages.ts";
import { referenceOf, type Reference } from "../docs/reference.ts";
import { AnywherePage } from "./anywhere-page.tsx";
import { AboutPage } from "./about-page.tsx";
import { DocsPage } from "../docs/docs-page.tsx";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { StatsPage } from "./stats-page.tsx";
import { TopPage } from "./top-page.tsx";
import { goBack, show, showCached } from "../reply.ts";

const pathOf = ({ exchange }: Visit) => exchange.route;

const about = page({
  method: "GET",
  path: "/about",
  restorable: true,
  access: "anyone",
  handle: async (visit) => {
    const totals = await readStats(visit.ctx);
    const curl = `curl -H "Authorization: $KEY" \\\n  ${visit.website.addresses.apiUrl}/v1/meme/random`;
    return showCached(
      visit,
      (frame) => <AboutPage frame={frame} stats={totals} curl={curl} />,
      () => totals,
      pathOf(visit),
    );
  },
});

const anywhere = page({
  method: "GET",
  path: "/anywhere",
  restorable: true,
  access: "anyone",
  handle: async (visit) => {
    const { frame, ctx, website } = visit;
    const videos = await takesVideos(ctx.policy.video);
    return show(visit, <AnywherePage frame={frame} apiUrl={website.addresses.apiUrl} videos={videos} />);
  },
});

const stats = page({
  method: "GET",
  path: "/stats",
  restorable: true,
  access: "anyone",
  handle: async (visit) => {
    const [totals, history] = await Promise.all([readStats(visit.ctx), readSiteHistory(visit.ctx)]);
    return showCached(
      visit,
      (frame) => <StatsPage frame={frame} stats={totals} history={history} />,
      () => [totals, history],
      pathOf(visit),
    );
  },
});

const top = page({
  method: "GET",
  path: "/top",
  restorable: true,
  access: "anyone",
  input: z.object({ period: z.enum(["1d", "7d", "1mo"]).catch("7d") }),
  handle: async (visit, { period }) => {
    const boards = await listTopMemers(visit.ctx);
    return show(visit, <TopPage frame={visit.frame} period={period} memers={boards[period]} />);
  },
});

const references = new WeakMap<object, Reference>();

const docs = page({
  method: "GET",
  path: "/docs",
  restorable: true,
  access: "anyone",
  handle: (visit) => {
    const { addresses, describeApi } = visit.website;
    const reference = references.get(addresses) ?? referenceOf(describeApi(), addresses);
    references.set(addresses, reference);
    return showCached(
      visit,
      (frame) => <DocsPage frame={frame} reference={reference} />,
      () => [],
      pathOf(visit),
    );
  },
});

const theme = page({
  method: "POST",
  path: "/theme",
  access: "anyone",
  input: z.object({ theme: z.enum(["light", "dark", ""]).catch(""), next: z.string().optional() }),
  handle: (visit, { theme: chosen, next }) => {
    visit.cookies.setTheme(chosen === "" ? undefined : chosen);
    return goBack(visit, next, "/");
  },
});

const language = page({
  method: "POST",
  path: "/language",
  access: "anyone",
  input: z.object({ language: z.enum([...LANGUAGES.keys()]).catch("en"), next: z.string().optional() }),
  handle: async (visit, { language: chosen, next }) => {
    visit.cookies.setLanguage(chosen);
    if (visit.me) await chooseLanguage(visit.ctx, chosen);
    return goBack(visit, next, "/");
  },
});

export const infoPages: readonly WebRoute[] = [about, anywhere, stats, top, docs, theme, language];
