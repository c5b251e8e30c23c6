import { listActs, type ActQuery } from "../core/moderation/list-acts.ts";
import { findDeletion, type NamedDeletion } from "../core/moderation/list-deletions.ts";
import { readNote } from "../core/moderation/read-note.ts";
import { ACT_KINDS } from "../entities/act.ts";
import { sendNotice } from "../core/notifications/send-notice.ts";
import { listOpenReports } from "../core/reports/list-open-reports.ts";
import type { ReportWithAssignee } from "../core/reports/read-report.ts";
import { resolveReport } from "../core/reports/resolve-reports.ts";
import { takeReport } from "../core/reports/take-reports.ts";
import { REPORT_STATUSES } from "../entities/report.ts";
import type { Act } from "../entities/act.ts";
import { actAs, oneOf, required, text, wholeNumber, reading, withServices, type Command } from "./command.ts";
import { counted } from "./confirm.ts";
import { iso } from "./moment.ts";

const AS = { type: "string", value: "NAME", required: true, help: "the staff member who does it" } as const;
const MAX_SHOWN = 100;

const notice: Command = {
  name: "notice",
  args: "NAME",
  summary: "send an account a notice from staff",
  count: [1, 1],
  options: { as: AS, text: { type: "string", value: "T", required: true, help: "what to say" } },
  run: (call) => {
    const [as, words] = [required(call.values, "as"), required(call.values, "text")];
    const user = call.args[0]!;
    return withServices(call, async (_, system) => {
      await sendNotice(await actAs(system, as), { user, text: words });
      return { json: { username: user, success: true }, text: `Sent a notice to ${user}.` };
    });
  },
};

const listReports: Command = {
  name: "report list",
  args: "",
  summary: "list open reports, oldest first",
  count: [0, 0],
  run: (call) =>
    reading(call, async (_, ctx) => {
      const reports = await listOpenReports(ctx, MAX_SHOWN);
      const lines = reports.length ? reports.map(lineOf).join("\n") : "There are no open reports.";
      return { json: { reports: reports.map(recordOf) }, text: lines };
    }),
};

const recordOf = ({ report, assignee }: ReportWithAssignee) => ({
  id: report.id,
  status: REPORT_STATUSES.indexOf(report.status),
  memeid: report.memeId,
  commentid: report.commentId ?? null,
  reason: report.reason,
  description: report.description,
  assignee: assignee?.username ?? null,
  created: new Date(report.createdAt).toISOString(),
});

const lineOf = ({ report, assignee }: ReportWithAssignee) => {
  const who = assignee ? ` by ${assignee.username}` : "";
  const more = report.description ? `: ${report.description.replace(/\s+/g, " ")}` : "";
  const what = report.commentId === undefined ? "" : `comment ${report.commentId} on `;
  return `${report.id}  ${what}meme ${report.memeId}  ${report.status}${who}  ${report.reason}${more}`;
};

const idOf = (text: string) => wholeNumber("The report", text, 1, 2 ** 31 - 1);

const take: Command = {
  name: "report take",
  args: "ID",
  summary: "assign a report to a staff member; the reporter is notified",
  count: [1, 1],
  options: { as: AS },
  run: (call) => {
    const [id, as] = [idOf(call.args[0]!), required(call.values, "as")];
    return withServices(call, async (_, system) => {
      const done = await takeReport(await actAs(system, as), id);
      const next = `Next: ./guffaw report resolve ${id} --as ${as} --comment "…"`;
      return {
        json: recordOf(done),
        text: `Assigned the report ${id} on meme ${done.report.memeId} to ${as}.\n${next}`,
      };
    });
  },
};

const resolve: Command = {
  name: "report resolve",
  args: "ID",
  summary: "resolve a report; the reporter is notified",
  count: [1, 1],
  options: { as: AS, comment: { type: "string", value: "C", required: true, help: "the outcome" } },
  run: (call) => {
    const [id, as] = [idOf(call.args[0]!), required(call.values, "as")];
    const comment = required(call.values, "comment");
    return withServices(call, async (_, system) => {
      const done = await resolveReport(await actAs(system, as), id, comment);
      return { json: recordOf(done), text: `${as} has resolved the report ${id}.` };
    });
  },
};

const log: Command = {
  name: "log",
  args: "",
  summary: "show what staff did, newest first; with --meme, also who deleted it",
  count: [0, 0],
  options: {
    staff: { type: "string", value: "NAME", help: "done by this account, or by operator" },
    user: { type: "string", value: "NAME", help: "concerns this account" },
    meme: { type: "string", value: "ID", help: "concerns this meme" },
    kind: { type: "string", value: "KIND", help: ACT_KINDS.join(", ") },
    words: { type: "string", value: "W", help: "its note contains these words" },
    amount: { type: "string", value: "N", help: "number of entries (default 50)" },
    after: { type: "string", value: "ID", help: "continue after this entry" },
  },
  run: (call) => {
    const kind = text(call.values, "kind");
    const query: ActQuery = {
      staff: text(call.values, "staff"),
      person: text(call.values, "user"),
      memeId: text(call.values, "meme"),
      kind: kind === undefined ? undefined : oneOf("--kind", kind, ACT_KINDS),
      words: text(call.values, "words"),
    };
    const amount = wholeNumber("--amount", text(call.values, "amount") ?? "50", 1, 1000);
    const from = text(call.values, "after");
    const after = from === undefined ? undefined : wholeNumber("--after", from, 1, 2 ** 31 - 1);
    return reading(call, async (_, ctx) => {
      const { items, next } = await listActs(ctx, query, { amount, after });
      const more = next === undefined ? [] : [`For more, add --after ${next}`];
      const deleted = query.memeId === undefined ? undefined : await findDeletion(ctx, query.memeId);
      const found = [...(deleted ? [deletionLine(deleted)] : []), ...items.map(actLine)];
      const lines = found.length === 0 && !next ? ["No matching entries."] : [...found, ...more];
      const json = {
        acts: items.map(actRecord),
        next: next ?? null,
        deletion: deleted ? deletionRecord(deleted) : null,
      };
      return { json, text: lines.join("\n") };
    });
  },
};

const actRecord = (act: Act) => ({
  id: act.id,
  at: iso(act.createdAt),
  staff: act.staffName,
  kind: act.kind,
  user: act.userName || null,
  memeid: act.memeId ?? null,
  report: act.reportId ?? null,
  note: act.note,
});

const deletionRecord = ({ deletion, user, author, key }: NamedDeletion) => ({
  memeid: deletion.memeId,
  at: iso(deletion.createdAt),
  by: deletion.userId ?? null,
  name: user?.username ?? null,
  author: deletion.authorId,
  authorname: author?.username ?? null,
  how: deletion.how,
  key: deletion.keyId ?? null,
  keyname: key?.name ?? null,
});

const HOW = { website: "on the website", command: "at the command line", account: "together with the account" };

function deletionLine({ deletion, user, author, key }: NamedDeletion): string {
  const { userId, authorId, how, keyId } = deletion;
  const name = user?.username ?? `account ${userId}, which is gone`;
  const posted = author ? `posted by ${author.username}` : `posted by account ${authorId}, which is gone`;
  const who =
    userId === undefined
      ? `the operator (${posted})`
      : userId === authorId
        ? `its author ${name}`
        : `${name} (${posted})`;
  const way = how === "key" ? `with the API key ${keyId}${key ? ` "${key.name}"` : ""}` : HOW[how];
  return `Deleted ${iso(deletion.createdAt)} by ${who}, ${way}.`;
}

function noteOf(act: Act): string {
  const meaning = readNote(act);
  switch (meaning?.says) {
    case "valid-days":
      return `valid for ${counted(meaning.days, "day")}`;
    case "pro-until":
      return `Pro until ${meaning.day}`;
    case "pro-ended":
      return "Pro ended";
    default:
      return act.note.replace(/\s+/g, " ");
  }
}

const actLine = (act: Act) =>
  [
    act.id,
    iso(act.createdAt),
    act.staffName,
    act.kind,
    act.userName,
    act.memeId && `meme ${act.memeId}`,
    act.reportId && `report ${act.reportId}`,
    noteOf(act),
  ]
    .filter(Boolean)
    .join("  ");

export const staffCommands = [notice, listReports, take, resolve, log];
