import { z } from "zod";

import { listOwnReports, readReport } from "../../../core/reports/read-report.ts";
import { MAX_DESCRIPTION, MAX_REASON, reportMeme } from "../../../core/reports/report-meme.ts";
import { SMALL_ID, smallIdOf } from "../../cursor.ts";
import { jsonArray } from "../../json.ts";
import { route } from "../api-route.ts";
import { listInput, listRefusal, readPage } from "../lists.ts";
import { MEME_ID, NO_MEME, presentingOf } from "../presenting.ts";
import { INBOX, succeeded } from "./common.ts";
import { exampleReport } from "./examples.ts";
import { presentReport } from "./present.ts";
import { Report, ReportMade } from "./schemas.ts";

const TAG = "Reports";
const NO_REASON = "Send what's wrong with the meme, as text, in the parameter reason.";

const postReport = route({
  name: "reportMeme",
  method: "POST",
  path: "/meme/{id}/report",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Report a meme",
  description: "Goes to the moderators. You'll be notified when they take it on, and of the outcome.",
  params: MEME_ID,
  once: true,
  input: z.object({
    reason: z
      .string({ error: NO_REASON })
      .describe("What's wrong, in a word or two")
      .meta({ minLength: 1, maxLength: MAX_REASON, example: exampleReport.message.reason }),
    description: z
      .string({ error: "The description must be text." })
      .default("")
      .describe("More details")
      .meta({ maxLength: MAX_DESCRIPTION }),
  }),
  answer: { description: "The report.", schema: ReportMade, example: { success: true, ...exampleReport } },
  refusals: { 400: NO_REASON, 404: NO_MEME },
  handle: (call, input) =>
    call.once(async (ctx) => {
      const memeId = call.params.id!;
      const report = await reportMeme(ctx, { memeId, ...input });
      return { memeId, body: succeeded(presentReport(report, presentingOf(call))) };
    }),
});

const getReports = route({
  name: "getReports",
  method: "GET",
  path: "/reports",
  access: "member",
  tag: TAG,
  summary: "List your reports",
  description: "Newest first. Long lists are paginated through the Link header.",
  input: z.object(listInput(INBOX)),
  answer: { description: "The reports.", schema: z.array(Report), example: [exampleReport] },
  refusals: { 400: listRefusal(INBOX) },
  handle: async (call, list) => {
    const reports = await readPage(call, list, SMALL_ID, (query) => listOwnReports(call.ctx, query));
    const to = presentingOf(call);
    return jsonArray(reports.map((one) => presentReport(one, to)));
  },
});

const getReport = route({
  name: "getReport",
  method: "GET",
  path: "/report/{report}",
  unversioned: true,
  access: "member",
  tag: TAG,
  summary: "Get a report",
  description: "One of your own; staff can read any.",
  params: { report: { description: "The report's id", example: String(exampleReport.id) } },
  answer: { description: "The report.", schema: Report, example: exampleReport },
  refusals: { 404: "There is no such report." },
  handle: async (call) => presentReport(await readReport(call.ctx, smallIdOf(call.params.report!)), presentingOf(call)),
});

export const reportRoutes = [postReport, getReports, getReport];
