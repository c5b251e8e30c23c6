import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { NotificationView } from "../../../core/notifications/list-notifications.ts";
import type { RatingWithUser } from "../../../core/ratings/read-own-rating.ts";
import type { ReportWithAssignee } from "../../../core/reports/read-report.ts";
import type { TopMemer } from "../../../core/stats/list-top-memers.ts";
import type { Period } from "../../../data/periods.ts";
import type { Comment } from "../../../entities/comment.ts";
import { NOTIFICATION_KINDS, type Notification, type NotificationKind } from "../../../entities/notification.ts";
import { REPORT_STATUSES } from "../../../entities/report.ts";
import type { User } from "../../../entities/user.ts";
import { loadMessage } from "../../../words/stored-message.ts";
import { wordsIn } from "../../../words/words.ts";
import { Desk } from "../../desk.ts";
import { json, jsonArray, jsonOf, type Json } from "../../json.ts";
import { KeptJson, weakTag } from "../../kept-json.ts";
import { copy, SLACK, type LatePart } from "../../shape.ts";
import { epochSeconds, isoOf, timeAgo } from "../../time.ts";
import type { Presenting } from "../presenting.ts";
import { commentShape } from "./comment-shape.ts";
import { memeShape, shapeIndexOf } from "./meme-shape.ts";
import { draftUser, newestUser } from "./user-drafts.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * JSON of accounts, cached for as long as the data layer caches the account. Changes with the account and when Pro
 * ends.
 */
const writtenUsers = new WeakMap<User, WrittenUser>();

export class WrittenUser extends KeptJson implements LatePart {
  #text: Json | undefined;
  /** Of the bytes, and a few more. */
  readonly #view: DataView;

  constructor(
    bytes: Bytes,
    /** Part of ETags, as it is in a draft: the same answer has the same ETag, wherever its parts come from. */
    readonly tag: string,
    readonly url: string,
    /** When Pro ends, unless somebody changes that. */
    readonly until: number,
  ) {
    const padded = new Uint8Array(bytes.length + SLACK);
    padded.set(bytes);
    super(padded.subarray(0, bytes.length), weakTag(bytes));
    this.#view = new DataView(padded.buffer);
  }

  /** Most answers are made of bytes. */
  get text(): Json {
    return (this.#text ??= json(Buffer.from(this.bytes).toString()));
  }

  measure(): number {
    return this.bytes.length;
  }

  write({ view }: Desk, at: number): number {
    return copy(this.#view, 0, this.bytes.length, view, at);
  }
}

const desk = new Desk();

export const presentUser = (user: User, to: Presenting): Json => keepUser(user, to).text;

export function keepUser(user: User, to: Presenting): WrittenUser {
  const known = writtenUsers.get(user);
  if (known && known.until > to.now && known.url === to.addresses.url) return known;
  draftUser(user, to);
  const drafted = newestUser(to);
  const written = new WrittenUser(drafted.finish(desk), drafted.tag, to.addresses.url, drafted.until);
  writtenUsers.set(user, written);
  return written;
}

export function presentMeme({ meme, author }: MemeWithAuthor, to: Presenting): Json {
  const shape = memeShape(to.addresses, shapeIndexOf(meme));
  const seal = to.addresses.pictures?.sealOf(meme.id) ?? "";
  return json(shape.text(meme, [meme.id, presentUser(author, to), timeAgo(meme.createdAt, to.now), seal]));
}

export const presentComment = (comment: Comment, by: User, meme: Json, to: Presenting): Json =>
  json(commentShape.text(comment, [presentUser(by, to), meme]));

export function presentRating({ rating, user }: RatingWithUser, to: Presenting): Json {
  const at = rating?.createdAt;
  return json(
    `{"user":${presentUser(user, to)},"rating":${rating?.value ?? null},` +
      `"timestamp":${at === undefined ? null : `"${isoOf(at)}"`},` +
      `"timestamp_epoch_seconds":${at === undefined ? null : epochSeconds(at)}}`,
  );
}

const presentTimes = (at: number) => `"timestamp":"${isoOf(at)}","timestamp_epoch_seconds":${epochSeconds(at)}`;

export function presentNotification({ notification: one, sender, ofOwnMeme }: NotificationView, to: Presenting): Json {
  const text = wordsIn("en").translate(loadMessage(one.text));
  const [message, raw] = wordsOfNotification({ ...one, text }, sender.username, ofOwnMeme);
  const meme = one.memeId === undefined ? "" : `"meme":{"memeid":"${one.memeId}","rating":${one.rating ?? 0}},`;
  const comment = one.commentId === undefined ? "" : `"comment":{"id":${one.commentId}},`;
  return json(
    `{"id":${one.id},"type":${typeOf(one.kind)},"kind":"${one.kind}","sender":${presentUser(sender, to)},"message":${jsonOf(message)},` +
      `"raw":${jsonOf(raw)},${meme}${comment}${presentTimes(one.createdAt)}}`,
  );
}

/** Client libraries know five numbers. What came later is a notice to them; its `kind` says more. */
const typeOf = (kind: NotificationKind) => NOTIFICATION_KINDS.indexOf(kind === "remix" ? "notice" : kind);

function wordsOfNotification(one: Notification, who: string, ofOwnMeme: boolean): [message: string, raw: string] {
  switch (one.kind) {
    case "rating":
      return [`${who} rated your meme ${one.rating} out of 5.`, String(one.rating)];
    case "follow":
      return [`${who} follows you.`, ""];
    case "notice":
      return [one.text, one.text];
    case "remix":
      return [`${who} remixed your meme.`, ""];
    case "report":
      return [reportWords(one, who), one.text];
    default:
      return [`${who} ${wordsOfComment(one, ofOwnMeme)}: ${one.text}`, one.text];
  }
}

const wordsOfComment = ({ isMention }: Notification, ofOwnMeme: boolean) =>
  isMention ? "mentioned you" : ofOwnMeme ? "commented on your meme" : "replied to your comment";

const reportWords = ({ reportId: id, text }: Notification, who: string) =>
  text ? `${who} resolved your report ${id}: ${text}` : `${who} is looking into your report ${id}.`;

export function presentReport({ report, assignee }: ReportWithAssignee, to: Presenting): Json {
  const { id, status, memeId, reason, description, comment, createdAt } = report;
  return json(
    `{"id":${id},"status":${REPORT_STATUSES.indexOf(status)},"memeid":"${memeId}","message":${jsonOf({ reason, description })},` +
      `${assignee ? `"assignee":${presentUser(assignee, to)},` : ""}"comment":${jsonOf(comment ?? "")},` +
      `${presentTimes(createdAt)}}`,
  );
}

export function presentTopMemers(top: Record<Period, TopMemer[]>, to: Presenting): Json {
  const boards = Object.entries(top).map(([period, memers]) => {
    const ranked = memers.map(({ rank, user, score }) =>
      json(`{"rank":${rank},"user":${presentUser(user, to)},"score":${score}}`),
    );
    return `"${period}":${jsonArray(ranked)}`;
  });
  return json(`{${boards.join(",")}}`);
}
