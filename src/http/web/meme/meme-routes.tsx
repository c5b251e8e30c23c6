import { z } from "zod";

import { commentOnMeme } from "../../../core/comments/comment-on-meme.ts";
import { likeComment, unlikeComment } from "../../../core/comments/like-comment.ts";
import { deleteComment } from "../../../core/comments/delete-comment.ts";
import { setRemix } from "../../../core/make/set-remix.ts";
import { captionMeme } from "../../../core/memes/caption-meme.ts";
import { deleteMeme } from "../../../core/memes/delete-meme.ts";
import { disableMeme } from "../../../core/memes/disable-meme.ts";
import { enableMeme } from "../../../core/memes/enable-meme.ts";
import { readMemeInFull, type MemeInFull } from "../../../core/memes/read-meme-page.ts";
import { rateMeme } from "../../../core/ratings/rate-meme.ts";
import { readHistogram } from "../../../core/ratings/read-histogram.ts";
import { takeRatingBack } from "../../../core/ratings/take-rating-back.ts";
import { isId } from "../../../core/ids.ts";
import { REMIXERS } from "../../../entities/made-meme.ts";
import { DomainError } from "../../../errors.ts";
import { message } from "../../../words/messages.ts";
import { optionalNumber, wholeNumber } from "../../fields.ts";
import { schemaMessage } from "../../schema-message.ts";
import type { PendingRating } from "../cookie-jar.ts";
import type { Note } from "../note.ts";
import { ownPath } from "../own-path.ts";
import { passingTime } from "../passing-time.ts";
import { goBack, goTo, json, showCached } from "../reply.ts";
import { ratedMark, type Visit } from "../visit.ts";
import { text } from "../form-fields.ts";
import { page, type WebRoute } from "../web-route.ts";
import { readWalk } from "./read-walk.ts";
import { MemePage, type RefusedForms } from "./meme-page.tsx";
import { smallIdOf } from "../../cursor.ts";
import { averageOf } from "../../../core/memes/average.ts";
import type { HttpResponse } from "../../../wire/http-response.ts";

const commentNumber = optionalNumber({ min: 0, max: 2 ** 31 - 1, error: schemaMessage("error.no-comment") });

/** Characters of the address of a list. */
const MAX_FROM = 2000;

/** The page with the form just sent: what was wrong with it, and what was typed. */
async function memeAgain(visit: Visit, refused: RefusedForms) {
  const one = await readMemeInFull(visit.ctx, visit.param("id"));
  return <MemePage frame={visit.frame} one={one} {...refused} />;
}

const meme = page({
  method: "GET",
  path: "/meme/{id}",
  restorable: true,
  access: "anyone",
  input: z.object({ after: commentNumber, from: z.string().max(MAX_FROM).optional().catch(undefined) }),
  handle: async (visit, { after, from }) => {
    const one = await readMemeInFull(visit.ctx, visit.param("id"), after);
    const walk = await readWalk(visit, one.meme.id, from);
    return showCached(
      visit,
      (frame) => <MemePage frame={frame} one={one} walk={walk} />,
      () => [one, walk, passingTime(visit, worksOf(one))],
    );
  },
});

const worksOf = ({ meme: { createdAt }, author, comments, copies: { earlier, later }, making }: MemeInFull) => [
  { at: createdAt, by: author },
  { at: making.editedAt ?? createdAt, by: author },
  ...[...earlier, ...later, ...making.family.ancestors, ...making.family.children].map((other) => ({
    at: other.meme.createdAt,
    by: other.author,
  })),
  ...comments.items.map(({ comment: { createdAt: at }, by }) => ({ at, by })),
];

const rate = page({
  method: "POST",
  path: "/meme/{id}/rate",
  // Guests are sent to sign in, and their rating waits for them.
  access: "anyone",
  input: z.object({
    rating: wholeNumber({ min: 0, max: 5, error: schemaMessage("error.bad-rating") }),
    next: z.string().optional(),
  }),
  handle: async (visit, { rating, next }) => {
    const memeId = visit.param("id");
    if (!visit.me) return rateAfterSignIn(visit, { memeId, rating }, next);
    if (rating === 0) await takeRatingBack(visit.ctx, memeId);
    else await rateMeme(visit.ctx, { memeId, rating });
    if (!visit.wantsJson) return goBack(visit, next, `/meme/${memeId}`);
    const { meme: now, histogram } = await readHistogram(visit.ctx, memeId);
    return json(visit, { rating, average: averageOf(now), total: now.rating.total, histogram });
  },
});

function rateAfterSignIn(visit: Visit, pending: PendingRating, next: string | undefined): HttpResponse {
  if (visit.wantsJson) throw new DomainError("not_signed_in", message("error.sign-in-first"));
  const { memeId } = pending;
  if (isId(memeId) && pending.rating > 0) visit.cookies.keepRating(pending);
  const { root } = visit.site;
  const after = root + (ownPath(next, root) ?? `/meme/${memeId}`).replace(/#.*/, "") + ratedMark(memeId);
  return goTo(visit, `/sign-in?next=${encodeURIComponent(after)}`);
}

const comment = page({
  method: "POST",
  path: "/meme/{id}/comments",
  access: "member",
  input: z.object({ content: text, parent: commentNumber }),
  handle: async (visit, { content, parent }) => {
    const memeId = visit.param("id");
    const made = await commentOnMeme(visit.ctx, { memeId, content, parent });
    if (visit.wantsJson) return json(visit, { id: made.id });
    return goTo(visit, `/meme/${memeId}#comment-${made.id}`);
  },
  again: (visit, typed, { sentence }) => memeAgain(visit, { comment: { ...typed, sentence } }),
});

const likeForm = (path: "like" | "unlike", act: typeof likeComment) =>
  page({
    method: "POST",
    path: `/meme/{id}/comments/{comment}/${path}`,
    access: "member",
    handle: async (visit) => {
      const which = { memeId: visit.param("id"), commentId: smallIdOf(visit.param("comment")) };
      const likes = await act(visit.ctx, which);
      return visit.wantsJson ? json(visit, likes) : goTo(visit, `/meme/${which.memeId}#comment-${which.commentId}`);
    },
  });

const dropComment = page({
  method: "POST",
  path: "/meme/{id}/comments/{comment}/delete",
  access: "member",
  handle: async (visit) => {
    const memeId = visit.param("id");
    await deleteComment(visit.ctx, { memeId, commentId: smallIdOf(visit.param("comment")) });
    return goTo(visit, `/meme/${memeId}#comments`, "deleted");
  },
});

const edit = page({
  method: "POST",
  path: "/meme/{id}/edit",
  access: "member",
  input: z.object({ caption: text, alt: text, remix: z.enum(REMIXERS).optional() }),
  handle: async (visit, { remix, ...words }) => {
    const memeId = visit.param("id");
    await captionMeme(visit.ctx, { memeId, ...words });
    if (remix) await setRemix(visit.ctx, memeId, remix);
    return goTo(visit, `/meme/${memeId}`, "saved");
  },
  again: (visit, typed, { sentence }) => memeAgain(visit, { edit: { ...typed, sentence } }),
});

const change = (
  name: string,
  note: Note,
  to: (id: string) => string,
  act: (visit: Visit, id: string) => Promise<void>,
) =>
  page({
    method: "POST",
    path: `/meme/{id}/${name}`,
    access: "member",
    handle: async (visit) => {
      const id = visit.param("id");
      await act(visit, id);
      return goTo(visit, to(id), note);
    },
  });

const itsPage = (id: string) => `/meme/${id}`;

export const memePages: readonly WebRoute[] = [
  meme,
  rate,
  comment,
  likeForm("like", likeComment),
  likeForm("unlike", unlikeComment),
  dropComment,
  edit,
  change("disable", "disabled", itsPage, (visit, id) => disableMeme(visit.ctx, id)),
  change("enable", "enabled", itsPage, (visit, id) => enableMeme(visit.ctx, id)),
  change(
    "delete",
    "deleted",
    () => "/",
    (visit, id) => deleteMeme(visit.ctx, id),
  ),
];
