import { sendNotice } from "../core/notifications/send-notice.ts";
import { listOpenReports } from "../core/reports/list-open-reports.ts";
import { REPORT, type ReportWithAssignee } from "../core/reports/read-report.ts";
import { resolveReport, takeReport } from "../core/reports/settle-report.ts";
import { actAs, required, wholeNumber, withServices, type Command } from "./command.ts";

const AS = { type: "string", value: "NAME", help: "the member of the staff who does it" } as const;
const MOST_SHOWN = 100;
const STATUS = Object.entries(REPORT).map(([name]) => name);

const notice: Command = {
  name: "notice",
  args: "NAME",
  summary: "tell one account something, as staff",
  count: [1, 1],
  options: { as: AS, text: { type: "string", value: "T", help: "what to say" } },
  run: (call) => {
    const [as, text] = [required(call.values, "as"), required(call.values, "text")];
    const user = call.args[0]!;
    return withServices(call, async (_, system) => {
      await sendNotice(await actAs(system, as), { user, text });
      return { json: { username: user, success: true }, text: `Told ${user}.` };
    });
  },
};

const listReports: Command = {
  name: "report list",
  args: "",
  summary: "show the reports that wait for the staff, oldest first",
  count: [0, 0],
  run: (call) =>
    withServices(call, async (_, ctx) => {
      const reports = await listOpenReports(ctx, MOST_SHOWN);
      const text = reports.length ? reports.map(lineOf).join("\n") : "No report is open.";
      return { json: { reports: reports.map(recordOf) }, text };
    }),
};

const recordOf = ({ report, assignee }: ReportWithAssignee) => ({
  id: report.id,
  status: report.status,
  memeid: report.meme_id,
  reason: report.reason,
  description: report.description,
  assignee: assignee?.username ?? null,
  created: new Date(report.created_at).toISOString(),
});

const lineOf = ({ report, assignee }: ReportWithAssignee) => {
  const who = assignee ? ` by ${assignee.username}` : "";
  const more = report.description ? `: ${report.description.replace(/\s+/g, " ")}` : "";
  return `${report.id}  meme ${report.meme_id}  ${STATUS[report.status]}${who}  ${report.reason}${more}`;
};

const idOf = (text: string) => wholeNumber("The report", text, 1, 2 ** 31 - 1);

const take: Command = {
  name: "report take",
  args: "ID",
  summary: "take a report on; whoever reported is told",
  count: [1, 1],
  options: { as: AS },
  run: (call) => {
    const [id, as] = [idOf(call.args[0]!), required(call.values, "as")];
    return withServices(call, async (_, system) => {
      const done = await takeReport(await actAs(system, as), id);
      const next = `Next: ./guffaw report resolve ${id} --as ${as} --comment "…"`;
      return {
        json: recordOf(done),
        text: `${as} has taken the report ${id} on meme ${done.report.meme_id}.\n${next}`,
      };
    });
  },
};

const resolve: Command = {
  name: "report resolve",
  args: "ID",
  summary: "say what came of a report; whoever reported is told",
  count: [1, 1],
  options: { as: AS, comment: { type: "string", value: "C", help: "what came of it" } },
  run: (call) => {
    const [id, as] = [idOf(call.args[0]!), required(call.values, "as")];
    const comment = required(call.values, "comment");
    return withServices(call, async (_, system) => {
      const done = await resolveReport(await actAs(system, as), id, comment);
      return { json: recordOf(done), text: `${as} has resolved the report ${id}.` };
    });
  },
};

export const staffCommands = [notice, listReports, take, resolve];
