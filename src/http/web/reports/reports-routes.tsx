import { z } from "zod";

import { DomainError } from "../../../errors.ts";
import { listOwnReportsInFull } from "../../../core/reports/read-report.ts";
import { readReportable } from "../../../core/reports/read-reportable.ts";
import { reportAsGuest } from "../../../core/reports/report-as-guest.ts";
import { reportComment, reportMeme } from "../../../core/reports/report-meme.ts";
import { message } from "../../../words/messages.ts";
import { cursorInput, decodeCursor, encodeCursor, SMALL_ID, smallIdOf } from "../../cursor.ts";
import { goTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { text } from "../form-fields.ts";
import { page, type WebRoute } from "../web-route.ts";
import { OwnReportsPage } from "./own-reports-page.tsx";
import { storedReason, REASONS } from "./reason-text.ts";
import { ReportPage, type TypedReport } from "./report-page.tsx";

const AMOUNT = 30;

const PATHS = ["/meme/{id}/report", "/meme/{id}/comments/{comment}/report"] as const;

/** The comment in the address, or else the meme itself. */
function targetOf(visit: Visit) {
  const comment = visit.param("comment");
  return { memeId: visit.param("id"), commentId: comment === "" ? undefined : smallIdOf(comment) };
}

async function formOf(visit: Visit, typed: TypedReport, error?: string) {
  const about = await readReportable(visit.ctx, targetOf(visit));
  return <ReportPage frame={visit.frame} about={about} typed={typed} error={error} />;
}

const ask = (path: (typeof PATHS)[number]) =>
  page({
    method: "GET",
    path,
    access: "anyone",
    handle: async (visit) => show(visit, await formOf(visit, { description: "", email: "" })),
  });

const send = (path: (typeof PATHS)[number]) =>
  page({
    method: "POST",
    path,
    access: "anyone",
    // Unknown values count as not chosen.
    input: z.object({ reason: z.enum(REASONS).optional().catch(undefined), description: text, email: text }),
    handle: async (visit, typed) => {
      await report(visit, typed);
      return goTo(visit, visit.me ? "/reports" : `/meme/${visit.param("id")}`, "reported");
    },
    again: (visit, typed, { sentence }) => formOf(visit, typed, sentence),
  });

async function report(visit: Visit, { reason, description, email }: TypedReport): Promise<void> {
  if (reason === undefined) throw new DomainError("invalid", message("error.report-reason"));
  if (reason === "other" && description.trim() === "")
    throw new DomainError("invalid", message("error.report-describe"), { field: "description" });
  const complaint = { reason: storedReason(reason), description, once: true };
  const { memeId, commentId } = targetOf(visit);
  if (!visit.me) {
    visit.website.limits.report(visit.network);
    return reportAsGuest(visit.ctx, { memeId, commentId, email, reason: complaint.reason, description });
  }
  if (commentId === undefined) await reportMeme(visit.ctx, { memeId, ...complaint });
  else await reportComment(visit.ctx, { memeId, commentId, ...complaint });
}

const own = page({
  method: "GET",
  path: "/reports",
  restorable: true,
  access: "member",
  input: z.object(cursorInput),
  handle: async (visit, { cursor }) => {
    const after = cursor === undefined ? undefined : decodeCursor(cursor, SMALL_ID);
    const { items, next } = await listOwnReportsInFull(visit.ctx, { amount: AMOUNT, skip: 0, after });
    const more = next === undefined ? undefined : `${visit.site.root}/reports?cursor=${encodeCursor(next)}`;
    return show(visit, <OwnReportsPage frame={visit.frame} reports={items} next={more} />);
  },
});

export const reportPages: readonly WebRoute[] = [...PATHS.flatMap((path) => [ask(path), send(path)]), own];
