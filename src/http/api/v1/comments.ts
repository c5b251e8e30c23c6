import { z } from "zod";

import { requireMember } from "../../../core/access.ts";
import { commentOnMeme, MAX_COMMENT } from "../../../core/comments/comment-on-meme.ts";
import { deleteComment } from "../../../core/comments/delete-comment.ts";
import { likeComment, readLikes, unlikeComment } from "../../../core/comments/like-comment.ts";
import { listMemeComments } from "../../../core/comments/list-meme-comments.ts";
import { readWrittenComments } from "../../../core/comments/read-written-comments.ts";
import { readMeme } from "../../../core/memes/read-meme.ts";
import { readWrittenMeme } from "../../../core/memes/read-written-meme.ts";
import { isPending, whenReady } from "../../../when-ready.ts";
import { BAD_CURSOR, cursorInput, SMALL_ID, smallIdOf } from "../../cursor.ts";
import { optionalNumber } from "../../fields.ts";
import { jsonOf } from "../../json.ts";
import type { ApiCall } from "../api-call.ts";
import { route } from "../api-route.ts";
import { readPage } from "../lists.ts";
import type { FoundComments } from "../writers.ts";
import { MEME_ID, NO_MEME, presentingOf } from "../presenting.ts";
import { done, PAGE, succeeded } from "./common.ts";
import { exampleComment } from "./examples.ts";
import { draftComments } from "./comment-drafts.ts";
import { lastingComments, ShownComments } from "./present-comments.ts";
import { presentComment, presentMeme } from "./present.ts";
import { Comment, CommentMade, Likes, Success } from "./schemas.ts";

const TAG = "Comments";
const NO_CONTENT = "Send the comment, as text, in the parameter content.";

const getComments = route({
  name: "getComments",
  method: "GET",
  path: "/meme/{id}/comments",
  access: "member",
  tag: TAG,
  summary: "List a meme's comments",
  description: `Oldest first, each with its author. A list of more than ${PAGE} is paginated through the Link header.`,
  params: MEME_ID,
  input: z.object(cursorInput),
  answer: { description: "The comments.", schema: z.array(Comment), example: [exampleComment] },
  refusals: { 400: BAD_CURSOR, 404: NO_MEME },
  // The meme comes first: a bad cursor must not reveal that a hidden one exists.
  handle(call, { cursor }) {
    const shown = readShown(call);
    return whenReady(shown, (meme) => {
      const found = whenReady(cursor === undefined ? readAll(call) : undefined, (all) => all ?? readSome(call, cursor));
      if (isPending(found)) meme.lasting();
      return whenReady(found, (comments) => {
        const answer = new ShownComments(comments, meme);
        // A promise of it resolves later, and other drafts may have taken the place of these by then.
        return isPending(shown) ? answer.lasting() : answer;
      });
    });
  },
});

const readShown = ({ ctx, params, writers }: ApiCall) => readWrittenMeme(ctx, params.id!, writers.memes);

const readAll = ({ ctx, params, writers }: ApiCall) => readWrittenComments(ctx, params.id!, writers.comments);

async function readSome(call: ApiCall, cursor: string | undefined): Promise<FoundComments> {
  const page = await readPage(call, { cursor, amount: PAGE }, SMALL_ID, (query) =>
    listMemeComments(call.ctx, call.params.id!, query),
  );
  const drafts = draftComments(page.map(({ comment }) => comment));
  return lastingComments(
    drafts,
    page.map(({ by }) => by),
    presentingOf(call),
  );
}

const postComment = route({
  name: "postComment",
  method: "POST",
  path: "/meme/{id}/comments",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Comment on a meme",
  description:
    "Notifies the meme's author, for a reply the author of that comment, and up to 10 people whose @name is in it.",
  params: MEME_ID,
  once: true,
  input: z.object({
    content: z
      .string({ error: NO_CONTENT })
      .describe("The comment; no control characters except newline and tab")
      .meta({ minLength: 1, maxLength: MAX_COMMENT }),
    parent: optionalNumber({
      min: 1,
      max: 2 ** 31 - 1,
      error: "The parent must be the id of a comment under this meme.",
    }).describe("The comment to reply to"),
  }),
  answer: { description: "The comment.", schema: CommentMade, example: { success: true, ...exampleComment } },
  refusals: { 400: NO_CONTENT, 404: NO_MEME },
  handle: (call, { content, parent }) =>
    call.once(async (ctx) => {
      const memeId = call.params.id!;
      const comment = await commentOnMeme(ctx, { memeId, content, parent });
      const to = presentingOf(call);
      const meme = presentMeme(await readMeme(ctx, memeId), to);
      return { memeId, body: succeeded(presentComment(comment, requireMember(ctx.actor).user, meme, to)) };
    }),
});

const deleteCommentRoute = route({
  name: "deleteComment",
  method: "DELETE",
  path: "/meme/{id}/comments/{comment}",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Delete a comment",
  description: "Its author, the meme's author and staff can delete it. Replies to it stay.",
  params: { ...MEME_ID, comment: { description: "The comment's id", example: String(exampleComment.id) } },
  answer: { description: "Deleted.", schema: Success, example: { success: true } },
  refusals: {
    403: "Only the comment's author, the meme's author or staff can delete this comment.",
    404: "There is no such comment.",
  },
  handle: (call) =>
    done(deleteComment(call.ctx, { memeId: call.params.id!, commentId: smallIdOf(call.params.comment!) })),
});

const LIKES = {
  description: "How many people like it, and whether you do.",
  schema: Likes,
  example: { likes: 3, liked: true },
};
const COMMENT = { ...MEME_ID, comment: { description: "The comment's id", example: String(exampleComment.id) } };
const NO_COMMENT = "There is no such comment.";
const whichOf = ({ params }: ApiCall) => ({ memeId: params.id!, commentId: smallIdOf(params.comment!) });

const getLikes = route({
  name: "getCommentLikes",
  method: "GET",
  path: "/meme/{id}/comments/{comment}/like",
  access: "member",
  tag: TAG,
  summary: "Count the likes of a comment",
  params: COMMENT,
  answer: LIKES,
  refusals: { 404: NO_COMMENT },
  handle: async (call) => jsonOf(await readLikes(call.ctx, whichOf(call))),
});

const likeRoute = (method: "PUT" | "DELETE", act: typeof likeComment) =>
  route({
    name: method === "PUT" ? "likeComment" : "unlikeComment",
    method,
    path: "/meme/{id}/comments/{comment}/like",
    access: "member",
    needs: ["Write"],
    tag: TAG,
    summary: method === "PUT" ? "Like a comment" : "Take a like back",
    description: method === "PUT" ? "Does nothing if you like it already." : "Does nothing if you don't like it.",
    params: COMMENT,
    answer: LIKES,
    refusals: { 404: NO_COMMENT },
    handle: async (call) => jsonOf(await act(call.ctx, whichOf(call))),
  });

export const commentRoutes = [
  getComments,
  postComment,
  deleteCommentRoute,
  getLikes,
  likeRoute("PUT", likeComment),
  likeRoute("DELETE", unlikeComment),
];
