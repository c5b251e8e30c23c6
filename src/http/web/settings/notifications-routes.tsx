import { z } from "zod";

import { chooseWeeklyMail, isWeeklyMailWanted } from "../../../core/mails/weekly-mail.ts";
import { CHOICES, chooseNotifications, wantedBy } from "../../../core/notifications/choose-notifications.ts";
import { goTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { NotificationSettingsPage } from "./notifications-page.tsx";
import { unsubscribePages } from "./unsubscribe.tsx";

async function settingsPage({ ctx, frame, me }: Visit, error?: string) {
  const weekly = { email: me!.email, isWanted: await isWeeklyMailWanted(ctx), error };
  return <NotificationSettingsPage frame={frame} wanted={wantedBy(me!)} weekly={weekly} />;
}

const view = page({
  method: "GET",
  path: "/settings/notifications",
  access: "member",
  handle: async (visit) => show(visit, await settingsPage(visit)),
});

const ticked = z.string().optional();

const send = page({
  method: "POST",
  path: "/settings/notifications",
  access: "member",
  input: z.object({ rating: ticked, follow: ticked, comment: ticked, remix: ticked, report: ticked }),
  handle: async (visit, input) => {
    await chooseNotifications(
      visit.ctx,
      CHOICES.filter((kind) => input[kind] !== undefined),
    );
    return goTo(visit, "/settings/notifications", "saved");
  },
});

const sendWeekly = page({
  method: "POST",
  path: "/settings/weekly-mail",
  formPage: "/settings/notifications",
  access: "member",
  input: z.object({ wanted: ticked }),
  handle: async (visit, { wanted }) => {
    await chooseWeeklyMail(visit.ctx, wanted !== undefined);
    return goTo(visit, "/settings/notifications#weekly", "saved");
  },
  again: (visit, _, { sentence }) => settingsPage(visit, sentence),
});

export const notificationSettingsPages: readonly WebRoute[] = [view, send, sendWeekly, ...unsubscribePages];
