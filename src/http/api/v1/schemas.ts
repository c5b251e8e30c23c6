import { z } from "zod";

import { AVATAR_COLORS, AVATAR_FACES, AVATAR_HATS } from "../../../core/users/avatar.ts";
import { NOTIFICATION_KINDS } from "../../../entities/notification.ts";

// The API's answers, for the OpenAPI document and the tests. Every object is closed: a field that isn't listed here may
// not appear.
const timestamp = z.iso.datetime().describe("ISO 8601 in UTC with milliseconds");
const epoch = z.int().describe("The same moment, in whole seconds since 1970");
const count = z.int().min(0);
const color = z
  .string()
  .regex(/^([0-9a-f]{6})?$/)
  .describe("Six hex digits; empty if none was chosen");

export const User = z
  .strictObject({
    username: z.string(),
    bio: z.string().describe("Text exactly as its author wrote it; escape it before you show it"),
    id: z.number().meta({ type: "integer", format: "int64", description: "Exceeds 2^53: see id_str" }),
    id_str: z
      .string()
      .regex(/^\d{17,19}$/)
      .describe("The digits of id, for clients whose numbers can't hold them"),
    stats: z.strictObject({ memes: count, followers: count, following: count }),
    perks: z.strictObject({
      verified: z.boolean(),
      staff: z.boolean(),
      translator: z.boolean(),
      pro: z.boolean(),
      service: z.boolean(),
      founder: z.boolean(),
    }),
    pro: z
      .strictObject({
        active: z.boolean(),
        since: timestamp,
        expires: timestamp.describe("When Pro ends; the last second of the year 9999 if it has no end"),
        name_color: color,
        background_color: color,
        background_url: z.string().describe("The profile's background picture; empty if none was chosen"),
      })
      .optional()
      .describe("Present if the account is or was Pro"),
    permalink: z.url(),
    joined: timestamp,
    joined_epoch_seconds: epoch,
  })
  .meta({ id: "User" });

export const Tag = z
  .strictObject({
    name: z.string().describe("Without the #, in lower case"),
    memes: count.describe("How many memes have it, mature ones included"),
    followers: count,
    following: z.boolean().describe("Whether you follow it"),
    permalink: z.url(),
  })
  .meta({ id: "Tag" });

const avatar = {
  kind: z
    .enum(["picture", "drawing", "default"])
    .describe("A picture; a drawing the user chose; or the drawing that their id gave them"),
  url: z.url().describe("256 pixels wide and high, or a drawing of any size; needs no key and never changes"),
  small_url: z.url().describe("The same, 64 pixels wide and high"),
  type: z.enum(["image/webp", "image/svg+xml"]).describe("Media type of both"),
  drawing: z
    .strictObject({
      face: z.enum(AVATAR_FACES),
      color: z.enum(AVATAR_COLORS),
      hat: z.enum(AVATAR_HATS),
    })
    .describe("What the drawing is made of; with a picture, the drawing that would be shown without it"),
};

export const Avatar = z.strictObject(avatar).meta({ id: "Avatar" });
export const AvatarChange = z.strictObject({ success: z.literal(true), ...avatar }).meta({ id: "AvatarChange" });

export const Suggestions = z.strictObject({ users: z.array(User), tags: z.array(Tag) }).meta({ id: "Suggestions" });

const Rendition = z
  .strictObject({
    url: z.url().describe("Needs no key and never changes"),
    type: z.string().describe("Media type"),
    width: z.int().min(1),
    height: z.int().min(1),
    bytes: z.int().min(1).describe("Size of the file"),
  })
  .meta({ id: "Rendition" });

const Renditions = z
  .object({
    thumbnail: Rendition.optional().describe("At most 320 pixels wide; never animated"),
    medium: Rendition.optional().describe("At most 1080 pixels wide; animated if the meme is"),
    small: Rendition.optional().describe("At most 640 pixels wide; never animated. Absent if the others do as well"),
    preview: Rendition.optional().describe(
      "A JPEG for link previews, cut off below if the picture is tall; never animated. Absent if `url` does as well",
    ),
    mp4: Rendition.optional().describe(
      "The video, at most 1280 pixels wide and high, with its sound if the site keeps it. Only videos have this and the others below",
    ),
    tinymp4: Rendition.optional().describe("The video, at most 320 pixels wide and high, without sound"),
    nanomp4: Rendition.optional().describe("The video, at most 150 pixels wide and high, without sound"),
    webm: Rendition.optional().describe("Like `mp4`, as WebM; only if the site makes it"),
  })
  .catchall(Rendition)
  .describe(
    "Smaller versions of the picture, and those of a video, by name. One may be missing for a short time after an upgrade, until it has been measured; more names may be added",
  );

export const Meme = z
  .strictObject({
    disabled: z.boolean().describe("Hidden from everyone but its author"),
    memeid: z.string().regex(/^\d{17,19}$/),
    caption: z.string(),
    author: User,
    rating: z.strictObject({ average: z.number().min(0).max(5), total: count }),
    url: z.url().describe("The image, for a video a still of it; needs no key and never changes"),
    permalink: z.url(),
    age: z.union([z.literal(1), z.literal(2), z.literal(4)]).describe("1 family friendly, 2 teen, 4 mature"),
    alt: z.string().describe("What the picture shows, for people who can't see it; empty if there is no description"),
    width: z.int().min(1).describe("Of the image at url, in pixels"),
    height: z.int().min(1),
    type: z.enum(["image/jpeg", "image/png", "image/webp", "image/gif"]).describe("Media type of url"),
    animated: z.boolean(),
    duration: z.number().positive().optional().describe("Of the video, in seconds; absent if the meme is none"),
    renditions: Renditions,
    timestamp,
    timestamp_epoch_seconds: epoch,
    time_ago: z.string().regex(/^\d+ (second|minute|hour|day|month|year)s?$/),
  })
  .meta({ id: "Meme" });

export const Copies = z
  .strictObject({
    earlier: z.array(Meme).describe("Posted before it, the latest first"),
    later: z.array(Meme).describe("Posted after it, the earliest first"),
  })
  .meta({ id: "Copies" });

export const MemeOfDay = z
  .strictObject({
    day: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d$/)
      .describe("The date, in UTC"),
    meme: Meme,
  })
  .meta({ id: "MemeOfDay" });

export const Comment = z
  .strictObject({
    id: z
      .int()
      .min(1)
      .max(2 ** 31 - 1),
    author: User,
    content: z.string(),
    meme: Meme,
    timestamp,
    timestamp_epoch_seconds: epoch,
    parent: z.int().nullable().describe("The comment it replies to"),
  })
  .meta({ id: "Comment" });

export const Likes = z
  .strictObject({ likes: count, liked: z.boolean().describe("Whether you like it") })
  .meta({ id: "Likes" });

export const Rating = z
  .strictObject({
    user: User,
    rating: z.int().min(1).max(5).nullable().describe("null, like the times, if you haven't rated the meme"),
    timestamp: timestamp.nullable(),
    timestamp_epoch_seconds: epoch.nullable(),
  })
  .meta({ id: "Rating" });

export const Integrations = z
  .record(z.string(), z.array(z.string()))
  .describe("Maps the name of a service to your accounts there")
  .meta({ id: "Integrations" });

export const CaptionChange = z
  .strictObject({ success: z.literal(true), caption: z.string(), oldcaption: z.string() })
  .meta({ id: "CaptionChange" });

export const Success = z.strictObject({ success: z.literal(true) }).meta({ id: "Success" });

const smallId = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);
const success = z.literal(true);

export const Submitted = z
  .strictObject({ success, memeid: z.string().regex(/^\d{17,19}$/), meme: Meme })
  .meta({ id: "Submitted" });

export const Collection = z
  .strictObject({
    id: smallId,
    name: z.string(),
    memes: count.describe("How many it holds, including those hidden from you at the moment"),
    shared: z.boolean(),
    share_url: z.string().describe("Where anyone can see it; empty while it is private"),
    timestamp,
    timestamp_epoch_seconds: epoch,
  })
  .meta({ id: "Collection" });

export const CollectionMade = z.strictObject({ success, ...Collection.shape }).meta({ id: "CollectionMade" });

export const SharedCollection = z
  .strictObject({
    name: z.string(),
    owner: User,
    share_url: z.url(),
    timestamp,
    timestamp_epoch_seconds: epoch,
  })
  .meta({ id: "SharedCollection" });

export const Save = z
  .strictObject({
    saved: z.boolean(),
    collections: z.array(Collection).describe("Those of your collections that hold it"),
    timestamp: timestamp.nullable().describe("When you saved it; null if you haven't"),
    timestamp_epoch_seconds: epoch.nullable(),
  })
  .meta({ id: "Save" });

export const RatingGiven = z
  .strictObject({
    success,
    user: User,
    rating: z.int().min(1).max(5),
    timestamp,
    timestamp_epoch_seconds: epoch,
  })
  .meta({ id: "RatingGiven" });

export const CommentMade = z.strictObject({ success, ...Comment.shape }).meta({ id: "CommentMade" });
export const ProfileChange = z.strictObject({ success, ...User.shape }).meta({ id: "ProfileChange" });

export const Notification = z
  .strictObject({
    id: smallId,
    type: z
      .literal([0, 1, 2, 3, 4])
      .describe("0 rating, 1 follow, 2 notice or anything newer, 3 report update, 4 comment"),
    kind: z.enum(NOTIFICATION_KINDS).describe("The same in a word, and more exactly; there may be others one day"),
    sender: User.describe("The person it's about"),
    message: z.string().describe("A message for people, in plain text; escape it before you show it"),
    raw: z.string().describe("The comment or notice exactly as written, or the rating as a digit; otherwise empty"),
    meme: z
      .strictObject({
        memeid: z.string().regex(/^\d{17,19}$/),
        rating: z.int().min(0).max(5).describe("The sender's rating; 0 if the notification isn't about one"),
      })
      .optional()
      .describe("Missing if it isn't about a meme"),
    comment: z.strictObject({ id: smallId }).optional().describe("Missing if it isn't about a comment"),
    timestamp,
    timestamp_epoch_seconds: epoch,
  })
  .meta({ id: "Notification" });

export const MatureChoice = z.strictObject({ shown: z.boolean() }).meta({ id: "MatureChoice" });

export const WeeklyMailChoice = z.strictObject({ wanted: z.boolean() }).meta({ id: "WeeklyMailChoice" });

export const Count = z.strictObject({ count }).meta({ id: "Count" });

export const Report = z
  .strictObject({
    id: smallId,
    status: z.int().min(0).max(2).describe("0 open, 1 assigned, 2 resolved"),
    memeid: z.string().regex(/^\d{17,19}$/),
    message: z.strictObject({ reason: z.string(), description: z.string() }),
    assignee: User.optional().describe("The moderator it's assigned to; missing if there is none"),
    comment: z.string().describe("The moderators' answer; empty until there is one"),
    timestamp,
    timestamp_epoch_seconds: epoch,
  })
  .meta({ id: "Report" });
export const ReportMade = z.strictObject({ success, ...Report.shape }).meta({ id: "ReportMade" });

const TopMemer = z
  .strictObject({
    rank: z.int().min(1),
    user: User,
    score: count.describe("The sum of the ratings the user's memes received in the period"),
  })
  .meta({ id: "TopMemer" });
export const TopMemers = z
  .strictObject({ "1d": z.array(TopMemer), "7d": z.array(TopMemer), "1mo": z.array(TopMemer) })
  .meta({ id: "TopMemers" });
