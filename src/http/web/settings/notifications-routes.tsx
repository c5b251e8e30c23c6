import { z } from "zod";

import { CHOICES, chooseNotifications, wantedBy } from "../../../core/notifications/choose-notifications.ts";
import { page, type WebRoute } from "../web-route.ts";
import { NotificationSettingsPage } from "./notifications-page.tsx";
import { goTo, show } from "../reply.ts";

const view = page({
  method: "GET",
  path: "/settings/notifications",
  access: "member",
  handle: (visit) => show(visit, <NotificationSettingsPage frame={visit.frame} wanted={wantedBy(visit.me!)} />),
});

const ticked = z.string().optional();

const send = page({
  method: "POST",
  path: "/settings/notifications",
  access: "member",
  input: z.object({ rating: ticked, follow: ticked, comment: ticked, report: ticked }),
  handle: async (visit, input) => {
    await chooseNotifications(
      visit.ctx,
      CHOICES.filter((kind) => input[kind] !== undefined),
    );
    return goTo(visit, "/settings/notifications", "saved");
  },
});

export const notificationSettingsPages: readonly WebRoute[] = [view, send];
