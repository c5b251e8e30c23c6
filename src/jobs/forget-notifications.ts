import * as notifications from "../core/notifications/forget-notifications.ts";
import type { JobKind } from "./job-kind.ts";

export const forgetNotifications: JobKind = {
  name: "forget-notifications",
  recurring: { everyMs: 86_400_000, firstAfterMs: 300_000 },
  async run({ ctx, log, signal }) {
    const gone = await notifications.forgetNotifications(ctx, { signal });
    if (gone > 0) log.info("old notifications forgotten", { gone });
  },
};
