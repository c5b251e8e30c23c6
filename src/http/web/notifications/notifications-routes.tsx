import { z } from "zod";

import { deleteAllNotifications } from "../../../core/notifications/delete-all-notifications.ts";
import { deleteGroup } from "../../../core/notifications/delete-group.ts";
import { followNotification } from "../../../core/notifications/follow-notification.ts";
import { listNotifications } from "../../../core/notifications/list-notifications.ts";
import { seeAllNotifications } from "../../../core/notifications/see-all-notifications.ts";
import { seeNotification } from "../../../core/notifications/see-notification.ts";
import { optionalNumber, wholeNumber } from "../../fields.ts";
import { schemaMessage } from "../../schema-message.ts";
import { goBack, goTo, show, stream } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { NotificationsPage } from "./notifications-page.tsx";
import { targetOf } from "./notification-target.ts";
import { smallIdOf } from "../../cursor.ts";
import { HttpResponse } from "../../../wire/http-response.ts";

/** Many of them are shown as one. */
const AMOUNT = 50;
const BUSY_SECONDS = 60;
const BOUNDS = { min: 1, max: 2 ** 31 - 1, error: schemaMessage("error.no-notification") };

const list = page({
  method: "GET",
  path: "/notifications",
  restorable: true,
  access: "member",
  input: z.object({ before: optionalNumber(BOUNDS) }),
  handle: async (visit, { before }) => {
    const { items, next } = await listNotifications(visit.ctx, { amount: AMOUNT, skip: 0, after: before });
    return show(
      visit,
      <NotificationsPage frame={visit.frame} notifications={items} next={next} isOlder={before !== undefined} />,
    );
  },
});

/** Goes to where it happened, and marks it as seen. */
const open = page({
  method: "GET",
  path: "/notifications/{id}/open",
  access: "member",
  handle: async (visit) => {
    const view = await followNotification(visit.ctx, { id: smallIdOf(visit.param("id")), see: isMeant(visit) });
    return goTo(visit, targetOf(view) ?? `/notifications#notification-${view.notification.id}`);
  },
});

/** Neither prefetched by the browser nor sent by another site. */
function isMeant({ request: { method, headers } }: Visit): boolean {
  const from = headers.get("sec-fetch-site");
  const isAhead = /prefetch|prerender/.test(`${headers.get("sec-purpose")} ${headers.get("purpose")}`);
  return method === "GET" && !isAhead && (from === null || from === "same-origin" || from === "none");
}

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
  // Buffering by a proxy would delay the news.
  "X-Accel-Buffering": "no",
};

const live = page({
  method: "GET",
  path: "/notifications/live",
  access: "member",
  handle: (visit) => {
    const { request, signedIn, words, website } = visit;
    if (request.method === "HEAD") return stream(visit, null, HEADERS);
    const { member, session } = signedIn!;
    const body = website.live.open(
      {
        userId: member.user.id,
        sessionId: session.id,
        words,
        unseen: member.user.unseenCount,
        news: visit.news,
        known: request.headers.get("last-event-id") ?? undefined,
      },
      request.signal,
    );
    if (!body) return new HttpResponse(null, { status: 503, headers: { "Retry-After": String(BUSY_SECONDS) } });
    return stream(visit, body, HEADERS);
  },
});

const next = z.string().optional();

const see = page({
  method: "POST",
  path: "/notifications/{id}/seen",
  access: "member",
  input: z.object({ next }),
  handle: async (visit, input) => {
    await seeNotification(visit.ctx, smallIdOf(visit.param("id")));
    return goBack(visit, input.next, "/notifications", "seen");
  },
});

const drop = page({
  method: "POST",
  path: "/notifications/{id}/delete",
  access: "member",
  input: z.object({ next }),
  handle: async (visit, input) => {
    await deleteGroup(visit.ctx, smallIdOf(visit.param("id")));
    return goBack(visit, input.next, "/notifications", "deleted");
  },
});

const upTo = z.object({ upTo: wholeNumber(BOUNDS) });

const seeAll = page({
  method: "POST",
  path: "/notifications/seen",
  access: "member",
  input: upTo,
  handle: async (visit, input) => {
    const { left } = await seeAllNotifications(visit.ctx, input);
    return goTo(visit, "/notifications", left === 0 ? "all-seen" : "shown-seen");
  },
});

const dropAll = page({
  method: "POST",
  path: "/notifications/delete",
  access: "member",
  input: upTo,
  handle: async (visit, input) => {
    const { left } = await deleteAllNotifications(visit.ctx, input);
    return goTo(visit, "/notifications", left === 0 ? "all-told-deleted" : "shown-deleted");
  },
});

export const notificationsPages: readonly WebRoute[] = [list, open, live, see, drop, seeAll, dropAll];
