import { z } from "zod";

import type { Ctx } from "../../../core/ctx.ts";
import type { Page } from "../../../core/lists.ts";
import { listFailures, findFailure } from "../../../core/failures/list-failures.ts";
import { listBackups } from "../../../core/backup/list-backups.ts";
import { readOverview } from "../../../core/overview/read-overview.ts";
import { settingsOf } from "../../../config-summary.ts";
import { readStorage } from "../../../core/overview/read-storage.ts";
import { findDeletion, listDeletions } from "../../../core/moderation/list-deletions.ts";
import { listFailed } from "../../../core/overview/list-failed.ts";
import { listSlowest, readMinute } from "../../../core/traffic/read-minute.ts";
import { readTraffic } from "../../../core/traffic/read-traffic.ts";
import { readStats } from "../../../core/stats/read-stats.ts";
import { MINUTE_MS } from "../../../data/traffic.ts";
import { disksOf } from "../../../disks.ts";
import { decodeCursor, encodeCursor, SMALL_ID } from "../../cursor.ts";
import { text } from "../form-fields.ts";
import type { Frame } from "../frame.ts";
import type { Markup } from "../jsx-runtime.ts";
import { findFfmpeg } from "../../../video/ffmpeg.ts";
import { page, type WebRoute } from "../web-route.ts";
import { BackupsPage } from "./backups-page.tsx";
import { DeletionsPage } from "./deletions-page.tsx";
import { ErrorsPage } from "./errors-page.tsx";
import { jobsPages } from "./jobs-routes.tsx";
import { MinutePage } from "./minute-page.tsx";
import { OverviewPage } from "./overview-page.tsx";
import { accountPages } from "./accounts-routes.tsx";
import { keyPages } from "./keys-routes.tsx";
import { ConfigurationPage } from "./settings-page.tsx";
import { sitePages } from "./site-routes.tsx";
import { StoragePage } from "./storage-page.tsx";
import { show } from "../reply.ts";

const AMOUNT = 30;

const overview = page({
  method: "GET",
  path: "/admin",
  access: "founder",
  input: z.object({ range: z.enum(["hour", "day", "week"]).catch("day") }),
  handle: async (visit, { range }) => {
    const { ctx } = visit;
    const { config, database } = visit.website.services;
    const ballastSpent = database.ballast?.state() === "spent";
    const replicas = database.replicas?.states ?? [];
    const machine = { disks: await disksOf(config), ballastSpent, replicas, unknown: config.unknown };
    return show(
      visit,
      <OverviewPage
        frame={visit.frame}
        overview={await readOverview(ctx, machine)}
        machine={machine}
        stats={await readStats(ctx)}
        mailFrom={config.mail?.from}
        ffmpeg={await findFfmpeg(config.video.ffmpeg)}
        uptimeMs={process.uptime() * 1000}
        range={range}
        traffic={await readTraffic(ctx, range)}
        slow={await listSlowest(ctx, range)}
        failed={await listFailed(ctx)}
      />,
    );
  },
});

const AT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

const minute = page({
  method: "GET",
  path: "/admin/minute",
  access: "founder",
  input: z.object({ at: z.string().regex(AT).optional().catch(undefined) }),
  handle: async (visit, { at }) => {
    const asked = at === undefined ? Number.NaN : Date.parse(`${at}Z`);
    // The last one that is over.
    const start = Number.isNaN(asked) ? visit.ctx.now - MINUTE_MS : asked;
    return show(visit, <MinutePage frame={visit.frame} minute={await readMinute(visit.ctx, start)} />);
  },
});

const storage = page({
  method: "GET",
  path: "/admin/storage",
  access: "founder",
  handle: async (visit) => {
    const { config } = visit.website.services;
    const disks = await disksOf(config);
    const use = await readStorage(visit.ctx, disks);
    return show(visit, <StoragePage frame={visit.frame} use={use} storage={config.storage} disks={disks} />);
  },
});

interface Findable<T, C> {
  cursor: z.ZodType<C>;
  find(ctx: Ctx, id: string): Promise<T | undefined>;
  list(ctx: Ctx, query: { amount: number; after: C | undefined }): Promise<Page<T, C>>;
  draw(props: { frame: Frame; find: string; after: boolean; next: string | undefined }, items: T[]): Markup;
}

/** A list, newest first, or the one that somebody asks for by its id. */
const findablePage = <T, C>(path: string, { cursor, find, list, draw }: Findable<T, C>) =>
  page({
    method: "GET",
    path,
    access: "founder",
    input: z.object({ find: text, after: z.string().optional() }),
    handle: async (visit, { find: typed, after }) => {
      const wanted = typed.trim();
      const props = { frame: visit.frame, find: wanted, after: after !== undefined };
      if (wanted !== "") {
        const found = await find(visit.ctx, wanted);
        return show(visit, draw({ ...props, next: undefined }, found ? [found] : []));
      }
      const from = after === undefined ? undefined : decodeCursor(after, cursor);
      const { items, next } = await list(visit.ctx, { amount: AMOUNT, after: from });
      return show(visit, draw({ ...props, next: next && encodeCursor(next) }, items));
    },
  });

const errors = findablePage("/admin/errors", {
  cursor: z.object({ at: z.number(), request: z.string().regex(/^[\w.-]{1,64}$/) }),
  find: findFailure,
  list: listFailures,
  draw: (props, failures) => <ErrorsPage {...props} failures={failures} />,
});

const deletions = findablePage("/admin/deletions", {
  cursor: z.object({ at: z.number(), memeId: z.string().regex(/^\d{1,20}$/) }),
  find: findDeletion,
  list: listDeletions,
  draw: (props, items) => <DeletionsPage {...props} deletions={items} />,
});

const backups = page({
  method: "GET",
  path: "/admin/backups",
  access: "founder",
  input: z.object({ after: z.coerce.number().pipe(SMALL_ID).optional().catch(undefined) }),
  handle: async (visit, { after }) => {
    const found = await listBackups(visit.ctx, { amount: AMOUNT, after });
    return show(visit, <BackupsPage frame={visit.frame} backups={found} after={after !== undefined} />);
  },
});

const settings = page({
  method: "GET",
  path: "/admin/settings",
  access: "founder",
  handle: (visit) => {
    const { services, addresses } = visit.website;
    const { config } = services;
    const found = settingsOf({ ...config, signup: visit.site.signup }, addresses);
    return show(visit, <ConfigurationPage frame={visit.frame} settings={found} unknown={config.unknown} />);
  },
});

export const adminPages: readonly WebRoute[] = [
  overview,
  minute,
  ...sitePages,
  ...accountPages,
  ...keyPages,
  storage,
  ...jobsPages,
  errors,
  deletions,
  backups,
  settings,
];
