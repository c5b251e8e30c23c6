import { callsOf, MAX_LONG_PAGE } from "./calls.ts";
import type { CallOptions } from "./http.ts";
import type { CursorOptions, Grade, MakeOptions, PageOptions } from "./inputs.ts";
import { MakeCalls } from "./make-calls.ts";
import type { List } from "./pages.ts";
import { idOf } from "./paths.ts";
import type * as Api from "./types.ts";

/** Ratings, comments and reports. */
export class ResponseCalls extends MakeCalls {
  /**
   * Rates a meme from 1 to 5. Rate it again to change your mind.
   *
   * @example
   * await guffaw.rate(meme.memeid, 5);
   */
  async rate(id: string, rating: Grade, options: CallOptions = {}): Promise<Api.RatingGiven> {
    return callsOf(this).write("PUT", `/meme/${idOf(id)}/rate`, options, { json: { rating } });
  }

  /**
   * Takes back your rating.
   *
   * @example
   * await guffaw.unrate(meme.memeid);
   */
  async unrate(id: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("DELETE", `/meme/${idOf(id)}/rating`, options);
  }

  /**
   * Your rating of a meme; `rating` is null if you have not rated it.
   *
   * @example
   * const { rating } = await guffaw.myRating(id);
   */
  async myRating(id: string, options: CallOptions = {}): Promise<Api.Rating> {
    return callsOf(this).get(`/meme/${idOf(id)}/rating`, options);
  }

  /**
   * Who rated a meme, newest first. Needs a Pro account and a key with the permission Ratings.
   *
   * @example
   * for await (const { user, rating } of guffaw.ratings(id)) console.log(user.username, rating);
   */
  ratings(id: string, options: CursorOptions = {}): List<Api.Rating> {
    return callsOf(this).list(() => `/meme/${idOf(id)}/ratings`, options);
  }

  /**
   * The comments on a meme, oldest first.
   *
   * @example
   * for await (const { author, content } of guffaw.comments(id)) console.log(author.username, content);
   */
  comments(id: string, options: CursorOptions = {}): List<Api.Comment> {
    return callsOf(this).list(() => `/meme/${idOf(id)}/comments`, options);
  }

  /**
   * Comments on a meme, or replies to a comment.
   *
   * @example
   * const first = await guffaw.comment(id, "I feel seen.");
   * await guffaw.comment(id, "Me too.", { replyTo: first.id });
   */
  async comment(
    id: string,
    content: string,
    options: MakeOptions & { replyTo?: string | undefined } = {},
  ): Promise<Api.CommentMade> {
    const { replyTo, ...rest } = options;
    const parent = replyTo === undefined ? {} : { parent: replyTo };
    return callsOf(this).make(`/meme/${idOf(id)}/comments`, rest, { content, ...parent });
  }

  /**
   * Deletes a comment: your own, or one on one of your memes.
   *
   * @example
   * await guffaw.deleteComment(memeId, comment.id);
   */
  async deleteComment(memeId: string, commentId: string, options: CallOptions = {}): Promise<void> {
    await callsOf(this).write("DELETE", `/meme/${idOf(memeId)}/comments/${idOf(commentId)}`, options);
  }

  /**
   * How many people like a comment, and whether you do.
   *
   * @example
   * const { likes } = await guffaw.commentLikes(meme.memeid, comment.id);
   */
  async commentLikes(memeId: string, commentId: string, options: CallOptions = {}): Promise<Api.Likes> {
    return callsOf(this).get(`/meme/${idOf(memeId)}/comments/${idOf(commentId)}/like`, options);
  }

  /**
   * Likes a comment.
   *
   * @example
   * await guffaw.likeComment(meme.memeid, comment.id);
   */
  async likeComment(memeId: string, commentId: string, options: CallOptions = {}): Promise<Api.Likes> {
    return callsOf(this).write("PUT", `/meme/${idOf(memeId)}/comments/${idOf(commentId)}/like`, options);
  }

  /**
   * Takes a like back.
   *
   * @example
   * await guffaw.unlikeComment(meme.memeid, comment.id);
   */
  async unlikeComment(memeId: string, commentId: string, options: CallOptions = {}): Promise<Api.Likes> {
    return callsOf(this).write("DELETE", `/meme/${idOf(memeId)}/comments/${idOf(commentId)}/like`, options);
  }

  /**
   * Reports a meme to staff.
   *
   * @example
   * await guffaw.reportMeme(id, { reason: "Spam" });
   */
  async reportMeme(
    id: string,
    report: { reason: string; description?: string },
    options: MakeOptions = {},
  ): Promise<Api.ReportMade> {
    return callsOf(this).make(`/meme/${idOf(id)}/report`, options, report);
  }

  /**
   * Your reports, newest first.
   *
   * @example
   * const [last] = await guffaw.reports().take(1);
   */
  reports(options: PageOptions = {}): List<Api.Report> {
    return callsOf(this).list(() => "/reports", options, {}, MAX_LONG_PAGE);
  }

  /**
   * One of your reports, with its outcome.
   *
   * @example
   * const { status, comment } = await guffaw.report("17");
   */
  async report(id: string, options: CallOptions = {}): Promise<Api.Report> {
    return callsOf(this).get(`/report/${idOf(id)}`, options);
  }
}
