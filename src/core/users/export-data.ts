import { listFormerNames } from "../../data/former-names.ts";
import { findEverythingSaved, listAllCollected, listCollections } from "../../data/collections.ts";
import { listLikesBy } from "../../data/comment-likes.ts";
import { listBlocks, listMutedWords } from "../../data/filters.ts";
import { listGifKeys } from "../../data/gif-keys.ts";
import { listIntegrations } from "../../data/integrations.ts";
import { listKeys } from "../../data/keys.ts";
import { findMemes } from "../../data/memes.ts";
import { listNewestOf } from "../../data/newest.ts";
import {
  listCommentsBy,
  listFavouritesBy,
  listFollowedBy,
  listRatingsBy,
  listReportsBy,
  listSuggestionsBy,
  listTemplatesBy,
  listToldTo,
} from "../../data/own-data.ts";
import { listFollowedTags } from "../../data/tag-follows.ts";
import { listProCodesOf } from "../../data/pro-codes.ts";
import { listPasskeys } from "../../data/passkeys.ts";
import { listWebhooksOf } from "../../data/webhooks.ts";
import { findWeeklyMail } from "../../data/weekly-mails.ts";
import type { Tag } from "../../entities/tag.ts";
import type { User } from "../../entities/user.ts";
import type { Db } from "../../data/schema.ts";
import { NOTIFICATION_KINDS } from "../../entities/notification.ts";
import { REPORT_STATUSES } from "../../entities/report.ts";
import type { CollectedMeme, Collection } from "../../entities/collection.ts";
import type { Meme } from "../../entities/meme.ts";
import { readBytes } from "../../storage/storage.ts";
import { loadMessage } from "../../words/stored-message.ts";
import { wordsIn } from "../../words/words.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { MAX_COLLECTIONS } from "../collections/create-collection.ts";
import { memeCursorOf } from "../memes/list-recent-memes.ts";
import { wantedBy } from "../notifications/choose-notifications.ts";
import { chosenAppearance } from "../pro/appearance.ts";
import { avatarFile } from "./avatar-files.ts";
import { drawingOf } from "./avatar.ts";
import { listSessions } from "../sessions/end-sessions.ts";

import {
  iso,
  isoOrNull,
  presentBlock,
  presentCode,
  presentGifKey,
  presentIntegration,
  presentKey,
  presentPasskey,
  presentSession,
  presentTemplate,
  presentWebhook,
} from "./exported.ts";
import { inParts, jsonFile, originalFile, pathOfOriginal, type ExportedFile, type Present } from "./exported-file.ts";
import { exportMade } from "./export-made.ts";

/** Rows per file. All rows of a busy account would not fit into memory. */
const PART = 5000;
/** Pictures are fetched one by one, so only a few rows are held meanwhile. */
const MEMES_AT_ONCE = 100;

/** Everything the caller's account has made, file by file. Reads lazily. */
export async function* exportData(ctx: Ctx): AsyncGenerator<ExportedFile> {
  const { user } = requireMember(ctx.actor);
  const { db, now } = ctx;
  const json = (path: string, value: unknown) => jsonFile(path, value, now);
  yield json("profile.json", {
    ...presentProfile(user),
    weekly_mail: (await findWeeklyMail(db, user.id)) !== undefined,
    former_names: (await listFormerNames(db, user.id)).map(({ name, leftAt }) => ({ name, until: iso(leftAt) })),
  });
  yield json("keys.json", (await listKeys(db, user.id)).map(presentKey));
  yield json("gif-keys.json", (await listGifKeys(db, user.id)).map(presentGifKey));
  yield json("webhooks.json", (await listWebhooksOf(db, user.id)).map(presentWebhook));
  yield json("pro-codes.json", (await listProCodesOf(db, user.id)).map(presentCode));
  yield json("integrations.json", (await listIntegrations(db, user.id)).map(presentIntegration));
  yield json("passkeys.json", (await listPasskeys(db, user.id)).map(presentPasskey));
  yield json("tags.json", (await listFollowedTags(db, user.id)).map(presentTag));
  yield json("sessions.json", (await listSessions(ctx)).map(presentSession));
  yield json("blocks.json", (await listBlocks(db, user.id)).map(presentBlock));
  yield json(
    "muted-words.json",
    (await listMutedWords(db, user.id)).map(({ text }) => text),
  );
  for (const [name, list, present] of LISTS)
    yield* inParts((after) => list(db, user.id, PART, after as never), present, name, { amount: PART, now });
  yield* exportSaved(ctx, user.id);
  const memes = (after: Meme | undefined) => newest(db, user.id, PART, after);
  yield* inParts(memes, presentMeme as Present, "memes", { amount: PART, now });
  yield* exportImages(ctx, user.id);
  yield* exportMade(ctx);
  yield* exportAvatar(ctx, user);
}

type List = (db: Db, userId: string, amount: number, after?: never) => Promise<unknown[]>;

const LISTS = [
  listed("ratings", listRatingsBy, ({ memeId, value, createdAt }) => ({
    meme: memeId,
    rating: value,
    at: iso(createdAt),
  })),
  listed("comments", listCommentsBy, ({ id, memeId, content, parentId, createdAt }) => ({
    id,
    meme: memeId,
    content,
    reply_to: parentId ?? null,
    at: iso(createdAt),
  })),
  listed("likes", listLikesBy, ({ commentId, createdAt }) => ({ comment: commentId, at: iso(createdAt) })),
  listed("follows", listFollowedBy, ({ followedId, createdAt }) => ({ user: followedId, at: iso(createdAt) })),
  listed("notifications", listToldTo, ({ id, kind, senderId, memeId, rating, text, seen, createdAt }) => ({
    id,
    type: NOTIFICATION_KINDS.indexOf(kind),
    sender: senderId,
    meme: memeId ?? null,
    rating: rating ?? null,
    text: wordsIn("en").translate(loadMessage(text)),
    seen,
    at: iso(createdAt),
  })),
  listed("translations", listSuggestionsBy, ({ language, key, text, createdAt }) => ({
    language,
    key,
    text,
    at: iso(createdAt),
  })),
  listed("templates", listTemplatesBy, presentTemplate),
  listed("favourite-templates", listFavouritesBy, ({ templateId, createdAt }) => ({
    template: templateId,
    at: iso(createdAt),
  })),
  listed("reports", listReportsBy, ({ id, memeId, commentId, reason, description, status, comment, createdAt }) => ({
    id,
    meme: memeId,
    about_comment: commentId ?? null,
    reason,
    description,
    status: REPORT_STATUSES.indexOf(status),
    comment: comment ?? null,
    at: iso(createdAt),
  })),
];

function listed<R>(
  name: string,
  list: (db: Db, userId: string, amount: number, after?: R) => Promise<R[]>,
  present: (row: R) => object,
): [string, List, Present] {
  return [name, list as unknown as List, present as Present];
}

async function newest(db: Db, userId: string, amount: number, last: Meme | undefined): Promise<Meme[]> {
  const places = await listNewestOf(db, userId, true, { after: last && memeCursorOf(last), skip: 0, amount });
  const ids = places.map(({ id }) => id);
  const found = await findMemes(db, ids);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** All collections, then what is in each of them. `saved` holds everything. */
async function* exportSaved({ db, now }: Ctx, userId: string): AsyncGenerator<ExportedFile> {
  const everything = await findEverythingSaved(db, userId);
  const collections = await listCollections(db, userId, MAX_COLLECTIONS);
  yield jsonFile("collections.json", collections.map(presentCollection), now);
  const all = [...(everything ? [["saved", everything.id] as const] : []), ...collections.map(fileOf)];
  for (const [name, id] of all)
    yield* inParts<CollectedMeme>((after) => listAllCollected(db, id, PART, after), presentCollected, name, {
      amount: PART,
      now,
    });
}

const fileOf = ({ id }: Collection) => [`collections/${id}`, id] as const;

const presentCollection = ({ id, name, shareKey, memeCount, createdAt }: Collection) => ({
  id,
  name,
  shared: shareKey !== undefined,
  memes: memeCount,
  file: `collections/${id}.json`,
  at: iso(createdAt),
});

const presentCollected: Present = ({ memeId, createdAt }: CollectedMeme) => ({ meme: memeId, at: iso(createdAt) });

/** The originals. Skips those the storage has lost. */
async function* exportImages(ctx: Ctx, userId: string): AsyncGenerator<ExportedFile> {
  let last: Meme | undefined;
  do {
    const memes = await newest(ctx.db, userId, MEMES_AT_ONCE, last);
    for (const meme of memes) {
      const file = await originalFile(ctx, meme);
      if (file) yield file;
    }
    last = memes.at(-1);
  } while (last);
}

/** The largest that we keep. */
async function* exportAvatar({ storage, now }: Ctx, { avatarKey }: User): AsyncGenerator<ExportedFile> {
  const bytes = avatarKey && (await readBytes(storage, avatarFile(avatarKey, 256)));
  if (bytes) yield { path: "avatar.webp", bytes, modifiedAt: now };
}

const presentProfile = (user: User) => ({
  id: user.id,
  username: user.username,
  tag: user.tag,
  email: user.email ?? null,
  email_confirmed: isoOrNull(user.emailConfirmedAt),
  unconfirmed_email: user.newEmail ?? null,
  bio: user.bio,
  avatar: { ...drawingOf(user), chosen: user.avatarDrawing !== undefined, picture: user.avatarKey !== undefined },
  joined: iso(user.createdAt),
  pro: user.proSince === undefined ? null : presentPro(user),
  memes: user.submittedCount,
  stored_bytes: user.storedBytes,
  followers: user.followerCount,
  following: user.followingCount,
  // A past suspension: suspended people cannot export.
  suspension: user.suspendedAt === undefined ? null : presentSuspension(user),
  told_of: wantedBy(user),
  shows_mature: user.showsMature,
});

const presentSuspension = (user: User) => ({
  since: iso(user.suspendedAt!),
  until: isoOrNull(user.suspendedUntil),
  reason: user.suspendedReason,
});

const presentPro = (user: User) => ({
  since: iso(user.proSince!),
  until: isoOrNull(user.proUntil),
  ...chosenAppearance(user),
});

const presentTag = ({ name }: Tag) => ({ tag: name });

const presentMeme = (meme: Meme) => ({
  id: meme.id,
  caption: meme.caption,
  alt: meme.alt,
  age: meme.age,
  disabled: meme.disabled,
  hidden_by_staff: meme.held === "hidden",
  waits_for_approval: meme.held === "waiting",
  image: pathOfOriginal(meme),
  width: meme.image.width,
  height: meme.image.height,
  animated: meme.image.animated,
  ratings: { sum: meme.rating.sum, count: meme.rating.total },
  comments: meme.commentCount,
  at: iso(meme.createdAt),
});
