import { isPro } from "../../../core/access.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { NotificationView } from "../../../core/notifications/list-notifications.ts";
import { chosenAppearance, COLORS, type Appearance } from "../../../core/pro/appearance.ts";
import type { RatingWithUser } from "../../../core/ratings/read-own-rating.ts";
import type { ReportWithAssignee } from "../../../core/reports/read-report.ts";
import type { TopMemer } from "../../../core/stats/list-top-memers.ts";
import type { Period } from "../../../data/periods.ts";
import type { Comment } from "../../../entities/comment.ts";
import { NOTIFICATION_KINDS, type Notification, type NotificationKind } from "../../../entities/notification.ts";
import { REPORT_STATUSES } from "../../../entities/report.ts";
import type { PublicUser, User } from "../../../entities/user.ts";
import { loadMessage } from "../../../words/stored-message.ts";
import { wordsIn } from "../../../words/words.ts";
import { json, jsonArray, jsonOf, type Json } from "../../json.ts";
import { keepJson, KeptJson } from "../../kept-json.ts";
import { SLACK } from "../../shape.ts";
import { epochSeconds, isoOf, timeAgo } from "../../time.ts";
import type { Presenting } from "../presenting.ts";
import { memeShape, shapeIndexOf } from "./meme-shape.ts";

/** Client libraries expect a date here and fail on null. */
const NO_END = "9999-12-31T23:59:59.000Z";

/**
 * JSON of accounts, cached for as long as the data layer caches the account. Changes with the account and when Pro
 * ends.
 */
const writtenUsers = new WeakMap<User, WrittenUser>();

export class WrittenUser extends KeptJson {
  #text: Json | undefined;
  /** The opaque part of the ETag. */
  readonly tag: string;
  /** Of the bytes, and a few more. */
  readonly view: DataView;

  constructor(
    { bytes, etag }: KeptJson,
    readonly id: string,
    readonly url: string,
    /** When Pro ends, unless somebody changes that. */
    readonly until: number,
  ) {
    const padded = new Uint8Array(bytes.length + SLACK);
    padded.set(bytes);
    super(padded.subarray(0, bytes.length), etag);
    this.view = new DataView(padded.buffer);
    this.tag = etag.slice('W/"'.length, -1);
  }

  /** Most answers are made of bytes. */
  get text(): Json {
    return (this.#text ??= json(Buffer.from(this.bytes).toString()));
  }
}

export const presentUser = (user: User, to: Presenting): Json => keepUser(user, to).text;

export function keepUser(user: User, to: Presenting): WrittenUser {
  const known = writtenUsers.get(user);
  if (known && known.until > to.now && known.url === to.addresses.url) return known;
  const written = writeUser(user, to);
  writtenUsers.set(user, written);
  return written;
}

/** For whoever keeps it under the account's id, or not at all. */
export function writeUser(user: PublicUser, { addresses: { url }, now }: Presenting): WrittenUser {
  const pro = isPro(user, now);
  const until = pro ? (user.proUntil ?? Infinity) : Infinity;
  return new WrittenUser(keepJson(jsonOfUser(user, pro, url)), user.id, url, until);
}

const jsonOfUser = (user: PublicUser, pro: boolean, url: string): Json =>
  json(
    `{"username":${jsonOf(user.username)},"bio":${jsonOf(user.bio)},"id":${user.id},"id_str":"${user.id}",` +
      `"stats":{"memes":${user.memeCount},"followers":${user.followerCount},"following":${user.followingCount}},` +
      `"perks":${presentPerks(user, pro)},${user.proSince === undefined ? "" : `"pro":${presentPro(user, pro, url)},`}` +
      `"permalink":${jsonOf(`${url}/profile/${user.id}`)},"joined":"${isoOf(user.createdAt)}",` +
      `"joined_epoch_seconds":${epochSeconds(user.createdAt)}}`,
  );

const presentPerks = (user: PublicUser, pro: boolean) =>
  `{"verified":${user.verified},"staff":${user.staff},"translator":${user.translator},` +
  `"pro":${pro},"service":${user.service},"founder":${user.founder}}`;

/** Colours show only while the account has Pro. */
function presentPro(user: PublicUser, active: boolean, url: string) {
  const { name, cover, pattern }: Appearance = active ? chosenAppearance(user) : {};
  return jsonOf({
    active,
    since: isoOf(user.proSince!),
    expires: user.proUntil === undefined ? NO_END : isoOf(user.proUntil),
    name_color: name ? COLORS[name] : "",
    background_color: cover ? COLORS[cover] : "",
    background_url: pattern ? `${url}/backgrounds/${pattern}.svg` : "",
  });
}

export function presentMeme({ meme, author }: MemeWithAuthor, to: Presenting): Json {
  const shape = memeShape(to.addresses, shapeIndexOf(meme));
  const seal = to.addresses.pictures?.sealOf(meme.id) ?? "";
  return json(shape.text(meme, [meme.id, presentUser(author, to), timeAgo(meme.createdAt, to.now), seal]));
}

/** A comment without its author and its meme: what comes before, between and after them. */
export const writeComment = ({ id, content, parentId, createdAt }: Comment) =>
  [
    `{"id":${id},"author":`,
    `,"content":${jsonOf(content)},"meme":`,
    `,${presentTimes(createdAt)},"parent":${parentId ?? null}}`,
  ] as const;

export function presentComment(comment: Comment, by: User, meme: Json, to: Presenting): Json {
  const [before, between, after] = writeComment(comment);
  return json(before + presentUser(by, to) + between + meme + after);
}

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
