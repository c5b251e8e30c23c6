import { z } from "zod";

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
    const machine = { disks: await disksOf(config), ballastSpent, unknown: config.unknown };
    return show(
      visit,
      <OverviewPage
        frame={visit.frame}
        overview={await readOverview(ctx, machine)}
        machine={machine}
        stats={await readStats(ctx)}
        mailFrom={config.mail?.from}
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

const FailureAfter = z.object({ at: z.number(), request: z.string().regex(/^[\w.-]{1,64}$/) });

const errors = page({
  method: "GET",
  path: "/admin/errors",
  access: "founder",
  input: z.object({ find: text, after: z.string().optional() }),
  handle: async (visit, { find, after }) => {
    const wanted = find.trim();
    const props = { frame: visit.frame, find: wanted, after: after !== undefined };
    if (wanted !== "") {
      const found = await findFailure(visit.ctx, wanted);
      return show(visit, <ErrorsPage {...props} failures={found ? [found] : []} next={undefined} />);
    }
    const from = after === undefined ? undefined : decodeCursor(after, FailureAfter);
    const { items, next } = await listFailures(visit.ctx, { amount: AMOUNT, after: from });
    return show(visit, <ErrorsPage {...props} failures={items} next={next && encodeCursor(next)} />);
  },
});

const DeletionAfter = z.object({ at: z.number(), memeId: z.string().regex(/^\d{1,20}$/) });

const deletions = page({
  method: "GET",
  path: "/admin/deletions",
  access: "founder",
  input: z.object({ find: text, after: z.string().optional() }),
  handle: async (visit, { find, after }) => {
    const wanted = find.trim();
    const props = { frame: visit.frame, find: wanted, after: after !== undefined };
    if (wanted !== "") {
      const found = await findDeletion(visit.ctx, wanted);
      return show(visit, <DeletionsPage {...props} deletions={found ? [found] : []} next={undefined} />);
    }
    const from = after === undefined ? undefined : decodeCursor(after, DeletionAfter);
    const { items, next } = await listDeletions(visit.ctx, { amount: AMOUNT, after: from });
    return show(visit, <DeletionsPage {...props} deletions={items} next={next && encodeCursor(next)} />);
  },
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
