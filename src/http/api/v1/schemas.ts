import { z } from "zod";

// What leaves by the API, for the OpenAPI document and the tests. Every object is closed: a field that is not listed
// here may not appear.
const timestamp = z.iso.datetime().describe("ISO 8601 in UTC with milliseconds");
const epoch = z.int().describe("The same moment in whole seconds since 1970");
const count = z.int().min(0);
const color = z
  .string()
  .regex(/^([0-9a-f]{6})?$/)
  .describe("Six hex digits; empty where none was chosen");

export const User = z
  .strictObject({
    username: z.string(),
    bio: z.string().describe("Free text as its author wrote it; escape it before you show it"),
    id: z.number().meta({ type: "integer", format: "int64", description: "Exceeds 2^53: see id_str" }),
    id_str: z
      .string()
      .regex(/^\d{17,19}$/)
      .describe("The digits of id, for clients whose numbers cannot hold them"),
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
        expires: timestamp.describe("When Pro ends; the last second of the year 9999 where it has no end"),
        name_color: color,
        background_color: color,
        background_url: z.string().describe("A picture behind the profile; empty where none was chosen"),
      })
      .optional()
      .describe("Only while the account is, or was, Pro"),
    permalink: z.url(),
    joined: timestamp,
    joined_epoch_seconds: epoch,
  })
  .meta({ id: "User" });

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
    thumbnail: Rendition.optional().describe("At most 320 pixels wide; never moves"),
    medium: Rendition.optional().describe("At most 1080 pixels wide; moves if the meme does"),
  })
  .catchall(Rendition)
  .describe(
    "Smaller files of the same picture, by name. One is absent while it has not been measured, which happens only shortly after a site was upgraded; more names may be added",
  );

export const Meme = z
  .strictObject({
    disabled: z.boolean().describe("Hidden from everyone but its author"),
    memeid: z.string().regex(/^\d{17,19}$/),
    caption: z.string(),
    author: User,
    rating: z.strictObject({ average: z.number().min(0).max(5), total: count }),
    url: z.url().describe("The image; needs no key and never changes"),
    permalink: z.url(),
    age: z.union([z.literal(1), z.literal(2), z.literal(4)]).describe("1 family friendly, 2 teen, 4 mature"),
    alt: z.string().describe("What the picture shows, for people who cannot see it; empty when there is none"),
    width: z.int().min(1).describe("Of the image at url, in pixels"),
    height: z.int().min(1),
    type: z.enum(["image/jpeg", "image/png", "image/webp", "image/gif"]).describe("Media type of url"),
    animated: z.boolean(),
    renditions: Renditions,
    timestamp,
    timestamp_epoch_seconds: epoch,
    time_ago: z.string().regex(/^\d+ (second|minute|hour|day|month|year)s?$/),
  })
  .meta({ id: "Meme" });

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

export const Rating = z
  .strictObject({
    user: User,
    rating: z.int().min(1).max(5).nullable().describe("null, as the times are, where the caller has not rated"),
    timestamp: timestamp.nullable(),
    timestamp_epoch_seconds: epoch.nullable(),
  })
  .meta({ id: "Rating" });

export const Integrations = z
  .record(z.string(), z.array(z.string()))
  .describe("From a service's name to the caller's accounts there")
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
    type: z.literal([0, 1, 2, 3, 4]).describe("0 rating, 1 follow, 2 notice, 3 report update, 4 comment"),
    sender: User.describe("Whose act it tells of"),
    message: z.string().describe("A sentence for a person; plain text, escape it before you show it"),
    raw: z
      .string()
      .describe("What was said, as it was written: a comment, a notice; the rating as a digit; else empty"),
    meme: z
      .strictObject({
        memeid: z.string().regex(/^\d{17,19}$/),
        rating: z.int().min(0).max(5).describe("The sender's rating; 0 where the notification is not about one"),
      })
      .optional()
      .describe("Absent where it is not about a meme"),
    comment: z.strictObject({ id: smallId }).optional().describe("Absent where it is not about a comment"),
    timestamp,
    timestamp_epoch_seconds: epoch,
  })
  .meta({ id: "Notification" });

export const Count = z.strictObject({ count }).meta({ id: "Count" });

export const Report = z
  .strictObject({
    id: smallId,
    status: z.int().min(0).max(2).describe("0 open, 1 assigned, 2 resolved"),
    memeid: z.string().regex(/^\d{17,19}$/),
    message: z.strictObject({ reason: z.string(), description: z.string() }),
    assignee: User.optional().describe("Who of the staff has taken it; absent where nobody has"),
    comment: z.string().describe("What staff said of it; empty while they have said nothing"),
    timestamp,
    timestamp_epoch_seconds: epoch,
  })
  .meta({ id: "Report" });
export const ReportMade = z.strictObject({ success, ...Report.shape }).meta({ id: "ReportMade" });

const TopMemer = z
  .strictObject({
    rank: z.int().min(1),
    user: User,
    score: count.describe("The sum of the ratings that the user's memes received in the period"),
  })
  .meta({ id: "TopMemer" });
export const TopMemers = z
  .strictObject({ "1d": z.array(TopMemer), "7d": z.array(TopMemer), "1mo": z.array(TopMemer) })
  .meta({ id: "TopMemers" });
