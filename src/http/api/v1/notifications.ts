import { z } from "zod";

import { deleteNotification } from "../../../core/notifications/delete-notification.ts";
import { countNotifications, listNotifications } from "../../../core/notifications/list-notifications.ts";
import { SMALL_ID, smallIdOf } from "../../cursor.ts";
import { jsonArray, jsonOf } from "../../json.ts";
import { route } from "../api-route.ts";
import { listInput, listRefusal, readPage } from "../lists.ts";
import { presentingOf } from "../presenting.ts";
import { done, INBOX } from "./common.ts";
import { exampleNotification } from "./examples.ts";
import { presentNotification } from "./present.ts";
import { Count, Notification, Success } from "./schemas.ts";

const TAG = "Notifications";

const getNotifications = route({
  name: "getNotifications",
  method: "GET",
  path: "/notifications",
  access: "member",
  tag: TAG,
  summary: "List your notifications",
  description: "Newest first. Long lists are paginated through the Link header.",
  input: z.object(listInput(INBOX)),
  answer: { description: "The notifications.", schema: z.array(Notification), example: [exampleNotification] },
  refusals: { 400: listRefusal(INBOX) },
  handle: async (call, list) => {
    const views = await readPage(call, list, SMALL_ID, (query) => listNotifications(call.ctx, query));
    const to = presentingOf(call);
    return jsonArray(views.map((one) => presentNotification(one, to)));
  },
});

const getNotificationCount = route({
  name: "getNotificationCount",
  method: "GET",
  path: "/notifications/count",
  unversioned: true,
  access: "member",
  tag: TAG,
  summary: "Count your notifications",
  answer: { description: "How many there are.", schema: Count, example: { count: 12 } },
  handle: async (call) => jsonOf({ count: countNotifications(call.ctx) }),
});

const deleteNotificationRoute = route({
  name: "deleteNotification",
  method: "DELETE",
  path: "/notification/{notification}",
  unversioned: true,
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Delete one of your notifications",
  params: { notification: { description: "The notification's id", example: String(exampleNotification.id) } },
  answer: { description: "Deleted.", schema: Success, example: { success: true } },
  refusals: { 404: "There is no such notification." },
  handle: (call) => done(deleteNotification(call.ctx, smallIdOf(call.params.notification!))),
});

export const notificationRoutes = [getNotifications, getNotificationCount, deleteNotificationRoute];
