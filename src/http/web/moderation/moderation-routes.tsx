import { z } from "zod";

import { findReviewedMeme } from "../../../core/moderation/find-reviewed-meme.ts";
import { hideMeme } from "../../../core/moderation/hide-meme.ts";
import { listActs } from "../../../core/moderation/list-acts.ts";
import { listHidden } from "../../../core/moderation/list-hidden.ts";
import { listQueue, readReported } from "../../../core/moderation/list-queue.ts";
import { ACT_KINDS } from "../../../entities/act.ts";
import { releaseMeme } from "../../../core/moderation/release-meme.ts";
import { removeComment } from "../../../core/moderation/remove-comment.ts";
import { removeMeme } from "../../../core/moderation/remove-meme.ts";
import { resolveReports } from "../../../core/reports/resolve-reports.ts";
import { takeReports } from "../../../core/reports/take-reports.ts";
import type { PlainKey } from "../../../words/messages.ts";
import { cursorInput, decodeCursor, encodeCursor, SMALL_ID, memeCursor, smallIdOf } from "../../cursor.ts";
import { wholeNumber } from "../../fields.ts";
import { schemaMessage } from "../../schema-message.ts";
import type { Frame } from "../frame.ts";
import type { Note } from "../note.ts";
import { goBack, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { text } from "../form-fields.ts";
import { page, type FormRefusal, type WebRoute } from "../web-route.ts";
import { LogPage, MAX_SOUGHT } from "./log-page.tsx";
import { HiddenPage, OneMemePage, QueuePage } from "./queue-page.tsx";
import { answerReviewPicture, answerReviewStrip } from "./review-picture.ts";
import type { RefusedAction } from "./moderation-actions.tsx";
import { ownPath } from "../own-path.ts";

const THINGS = 10;
const ACTS = 30;

const queue = page({
  method: "GET",
  path: "/moderation",
  access: "staff",
  input: z.object(cursorInput),
  handle: async (visit, { cursor }) => show(visit, await queueOf(visit, visit.frame, cursor)),
});

async function queueOf(visit: Visit, frame: Frame, cursor?: string, refused?: RefusedAction) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, SMALL_ID);
  const { items, next } = await listQueue(visit.ctx, { amount: THINGS, after });
  const more = next === undefined ? undefined : `${visit.site.root}/moderation?cursor=${encodeCursor(next)}`;
  return <QueuePage frame={frame} items={items} next={more} refused={refused} />;
}

const hidden = page({
  method: "GET",
  path: "/moderation/hidden",
  access: "staff",
  input: z.object(cursorInput),
  handle: async (visit, { cursor }) => {
    const after = cursor === undefined ? undefined : decodeCursor(cursor, memeCursor);
    const { items, next } = await listHidden(visit.ctx, { amount: THINGS, skip: 0, after });
    const more = next && `${visit.site.root}/moderation/hidden?cursor=${encodeCursor(next)}`;
    return show(visit, <HiddenPage frame={visit.frame} memes={items} next={more} />);
  },
});

const one = page({
  method: "GET",
  path: "/moderation/memes/{id}",
  access: "staff",
  handle: async (visit) => show(visit, await oneMeme(visit, visit.frame, visit.param("id"))),
});

async function oneMeme({ ctx }: Visit, frame: Frame, id: string, refused?: RefusedAction) {
  const meme = await findReviewedMeme(ctx, id);
  const item = await readReported(ctx, meme);
  const { items } = await listActs(ctx, { memeId: meme.id }, { amount: ACTS });
  return <OneMemePage frame={frame} item={item} acts={items} refused={refused} />;
}

const picture = page({
  method: "GET",
  path: "/moderation/memes/{id}/picture",
  access: "staff",
  input: z.object({ full: z.string().optional() }),
  handle: (visit, { full }) => answerReviewPicture(visit, full !== undefined),
});

const strip = page({
  method: "GET",
  path: "/moderation/memes/{id}/strip",
  access: "staff",
  handle: answerReviewStrip,
});

const through = wholeNumber({ min: 1, max: 2 ** 31 - 1, error: schemaMessage("error.no-report") });
const next = z.string().optional();

/** Back to the list: a settled item may no longer have a page. */
const goToNext = (visit: Visit, from: string | undefined, note: Note) =>
  goBack(visit, from?.includes("/moderation/memes/") ? undefined : from, "/moderation", note);

/** Another moderator has just done it. There is nothing left to do but to say so. */
const DONE_ALREADY: Partial<Record<PlainKey, Note>> = {
  "error.report-taken": "taken-already",
  "error.report-resolved": "resolved-already",
  "error.hidden-already": "hidden-already",
  "error.not-hidden-by-staff": "released-already",
};

/** The page the form was on, with that form open, so that nothing typed is lost. */
function formAgain(visit: Visit, from: string | undefined, typed: string, { sentence, error }: FormRefusal) {
  const note = error.userMessage ? DONE_ALREADY[error.userMessage.key] : undefined;
  if (note) return goToNext(visit, from, note);
  const refused = { action: visit.here, typed, error: sentence };
  const { pathname, searchParams } = new URL(`http://here${ownPath(from, visit.site.root) ?? "/moderation"}`);
  const id = /^\/moderation\/memes\/([^/]+)$/.exec(pathname)?.[1];
  const cursor = searchParams.get("cursor") ?? undefined;
  const list = cursor === undefined ? "/moderation" : `/moderation?cursor=${encodeURIComponent(cursor)}`;
  const frame = { ...visit.frame, here: visit.site.root + (id ? pathname : list) };
  return id ? oneMeme(visit, frame, id, refused) : queueOf(visit, frame, cursor, refused);
}

const take = page({
  method: "POST",
  path: "/moderation/reports/{report}/take",
  access: "staff",
  input: z.object({ through, next }),
  handle: async (visit, input) => {
    await takeReports(visit.ctx, { id: smallIdOf(visit.param("report")), through: input.through });
    return goBack(visit, input.next, "/moderation", "report-taken");
  },
  again: (visit, typed, refused) => formAgain(visit, typed.next, "", refused),
});

const resolve = page({
  method: "POST",
  path: "/moderation/reports/{report}/resolve",
  access: "staff",
  input: z.object({ through, comment: text, next }),
  handle: async (visit, input) => {
    const id = smallIdOf(visit.param("report"));
    await resolveReports(visit.ctx, { id, through: input.through, comment: input.comment });
    return goToNext(visit, input.next, "report-resolved");
  },
  again: (visit, typed, refused) => formAgain(visit, typed.next, typed.comment, refused),
});

/** An action on a meme, or on a comment under it. */
const act = (path: string, note: Note, done: (visit: Visit, memeId: string, why: string) => Promise<void>) =>
  page({
    method: "POST",
    path: `/moderation/memes/{id}/${path}`,
    access: "staff",
    input: z.object({ reason: text, next }),
    handle: async (visit, input) => {
      await done(visit, visit.param("id"), input.reason);
      return path === "hide" ? goBack(visit, input.next, "/moderation", note) : goToNext(visit, input.next, note);
    },
    again: (visit, typed, refused) => formAgain(visit, typed.next, typed.reason, refused),
  });

const memeActs = [
  act("hide", "meme-hidden", ({ ctx }, memeId, why) => hideMeme(ctx, { memeId, reason: why })),
  act("release", "meme-released", ({ ctx }, memeId) => releaseMeme(ctx, memeId)),
  act("delete", "removed", ({ ctx }, memeId, why) => removeMeme(ctx, { memeId, reason: why })),
  act("comments/{comment}/delete", "removed", (visit, memeId, why) =>
    removeComment(visit.ctx, { memeId, commentId: smallIdOf(visit.param("comment")), reason: why }),
  ),
];

/** An empty field does not filter. */
const asked = (max: number) =>
  z
    .string()
    .optional()
    .transform((text) => text?.trim().slice(0, max) || undefined);

const log = page({
  method: "GET",
  path: "/moderation/log",
  access: "staff",
  input: z.object({
    staff: asked(MAX_SOUGHT),
    person: asked(MAX_SOUGHT),
    meme: asked(MAX_SOUGHT),
    kind: z.enum(ACT_KINDS).optional().catch(undefined),
    words: asked(MAX_SOUGHT),
    ...cursorInput,
  }),
  handle: async (visit, { cursor, meme: memeId, ...rest }) => {
    const query = { ...rest, memeId };
    const after = cursor === undefined ? undefined : decodeCursor(cursor, SMALL_ID);
    const { items, next: goesOn } = await listActs(visit.ctx, query, { amount: ACTS, after });
    const more = goesOn === undefined ? undefined : logAddress(visit, { ...rest, meme: memeId }, goesOn);
    return show(visit, <LogPage frame={visit.frame} query={query} acts={items} next={more} />);
  },
});

function logAddress({ site }: Visit, query: Record<string, string | undefined>, after: number): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${site.root}/moderation/log?${new URLSearchParams([...given, ["cursor", encodeCursor(after)]])}`;
}

export const moderationPages: readonly WebRoute[] = [
  queue,
  hidden,
  one,
  picture,
  strip,
  take,
  resolve,
  ...memeActs,
  log,
];
