import { z } from "zod";

import { deleteNotification } from "../../../core/notifications/delete-notification.ts";
import { countNotifications, listNotifications } from "../../../core/notifications/list-notifications.ts";
import { SMALL_ID, smallIdOf } from "../../cursor.ts";
import { jsonArray, jsonOf } from "../../json.ts";
import { route } from "../../route.ts";
import { INBOX, SUCCESS } from "./common.ts";
import { exampleNotification } from "./examples.ts";
import { presentNotification } from "./present.ts";
import { Count, Notification, Success } from "./schemas.ts";
import { presentingOf } from "../presenting.ts";
import { listInput, listRefusal, readPage } from "../lists.ts";

const TAG = "Notifications";

const getNotifications = route({
  name: "getNotifications",
  method: "GET",
  path: "/notifications",
  access: "member",
  tag: TAG,
  summary: "What the caller was told of",
  description: "Newest first. More are at the address in the header Link.",
  input: z.object(listInput(INBOX)),
  answer: { description: "The notifications.", schema: z.array(Notification), example: [exampleNotification] },
  refusals: { 400: listRefusal(INBOX) },
  handle: async (call, list) => {
    const told = await readPage(call, list, SMALL_ID, (query) => listNotifications(call.ctx, query));
    const to = presentingOf(call);
    return jsonArray(told.map((one) => presentNotification(one, to)));
  },
});

const getNotificationCount = route({
  name: "getNotificationCount",
  method: "GET",
  path: "/notifications/count",
  unversioned: true,
  access: "member",
  tag: TAG,
  summary: "How many notifications the caller has",
  answer: { description: "Their number.", schema: Count, example: { count: 12 } },
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
  summary: "Delete an own notification",
  params: { notification: { description: "The notification's id", example: String(exampleNotification.id) } },
  answer: { description: "It is gone.", schema: Success, example: { success: true } },
  refusals: { 404: "There is no such notification." },
  handle: async (call) => {
    await deleteNotification(call.ctx, smallIdOf(call.params.notification!));
    return SUCCESS;
  },
});

export const notificationRoutes = [getNotifications, getNotificationCount, deleteNotificationRoute];
