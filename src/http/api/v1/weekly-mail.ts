import { z } from "zod";

import { chooseWeeklyMail, isWeeklyMailWanted } from "../../../core/mails/weekly-mail.ts";
import { english } from "../../../words/en/index.ts";
import { flag } from "../../fields.ts";
import { jsonOf } from "../../json.ts";
import { route } from "../api-route.ts";
import { WeeklyMailChoice } from "./schemas.ts";

const TAG = "Notifications";
const ANSWER = { description: "What you chose.", schema: WeeklyMailChoice, example: { wanted: true } };
const NO_CHOICE = "Send true or false in the parameter wanted.";

const getWeeklyMail = route({
  name: "getWeeklyMailChoice",
  method: "GET",
  path: "/profile/me/weekly-mail",
  access: "member",
  tag: TAG,
  summary: "Get whether you get the weekly mail",
  answer: ANSWER,
  handle: async (call) => jsonOf({ wanted: await isWeeklyMailWanted(call.ctx) }),
});

const putWeeklyMail = route({
  name: "chooseWeeklyMail",
  method: "PUT",
  path: "/profile/me/weekly-mail",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Choose whether you get the weekly mail",
  description:
    "The best memes of the week from the people and tags you follow, sent to your confirmed e-mail address. The first one comes in a week.",
  input: z.object({
    wanted: flag(NO_CHOICE).describe("Whether to send it").meta({ example: false }),
  }),
  answer: ANSWER,
  refusals: { 400: english["error.weekly-no-address"] },
  handle: async (call, { wanted }) => {
    await chooseWeeklyMail(call.ctx, wanted);
    return jsonOf({ wanted });
  },
});

export const weeklyMailRoutes = [getWeeklyMail, putWeeklyMail];
