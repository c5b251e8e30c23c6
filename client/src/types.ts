// Generated from docs/openapi.json by `npm run client-types`. Do not edit.

/**
 * What somebody looks like.
 *
 * @example
 * const { url }: Avatar = await guffaw.avatar("alice");
 */
export interface Avatar {
  /** A picture; a drawing the user chose; or the drawing that their id gave them */
  kind: "picture" | "drawing" | "default";
  /** 256 pixels wide and high, or a drawing of any size; needs no key and never changes */
  url: string;
  /** The same, 64 pixels wide and high */
  small_url: string;
  /** Media type of both */
  type: "image/webp" | "image/svg+xml";
  /** What the drawing is made of; with a picture, the drawing that would be shown without it */
  drawing: {
    face: "grin" | "wink" | "cool" | "starry" | "joy" | "tongue" | "sly" | "wow" | "bliss" | "gent";
    color:
      | "tangerine"
      | "honey"
      | "olive"
      | "leaf"
      | "teal"
      | "lagoon"
      | "blue"
      | "indigo"
      | "grape"
      | "orchid"
      | "rose"
      | "cherry";
    hat: "none" | "cap" | "party" | "crown" | "beanie" | "tophat" | "flower" | "bow" | "headphones" | "propeller";
  };
}

/**
 * What you look like after a change.
 *
 * @example
 * const { url }: AvatarChange = await guffaw.drawAvatar({ hat: "crown" });
 */
export interface AvatarChange {
  success: true;
  /** A picture; a drawing the user chose; or the drawing that their id gave them */
  kind: "picture" | "drawing" | "default";
  /** 256 pixels wide and high, or a drawing of any size; needs no key and never changes */
  url: string;
  /** The same, 64 pixels wide and high */
  small_url: string;
  /** Media type of both */
  type: "image/webp" | "image/svg+xml";
  /** What the drawing is made of; with a picture, the drawing that would be shown without it */
  drawing: {
    face: "grin" | "wink" | "cool" | "starry" | "joy" | "tongue" | "sly" | "wow" | "bliss" | "gent";
    color:
      | "tangerine"
      | "honey"
      | "olive"
      | "leaf"
      | "teal"
      | "lagoon"
      | "blue"
      | "indigo"
      | "grape"
      | "orchid"
      | "rose"
      | "cherry";
    hat: "none" | "cap" | "party" | "crown" | "beanie" | "tophat" | "flower" | "bow" | "headphones" | "propeller";
  };
}

/**
 * A caption before and after a change.
 *
 * @example
 * const { oldcaption }: CaptionChange = await guffaw.changeCaption(id, "Better");
 */
export interface CaptionChange {
  success: true;
  caption: string;
  oldcaption: string;
}

/**
 * Memes you have saved together.
 *
 * @example
 * const [first]: Collection[] = await guffaw.collections();
 */
export interface Collection {
  id: string;
  name: string;
  /** How many it holds, including those hidden from you at the moment */
  memes: number;
  shared: boolean;
  /** Where anyone can see it; empty while it is private */
  share_url: string;
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
}

/**
 * A collection you just created or changed.
 *
 * @example
 * const { id }: CollectionMade = await guffaw.createCollection("Office");
 */
export interface CollectionMade {
  success: true;
  id: string;
  name: string;
  /** How many it holds, including those hidden from you at the moment */
  memes: number;
  shared: boolean;
  /** Where anyone can see it; empty while it is private */
  share_url: string;
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
}

/**
 * A comment on a meme.
 *
 * @example
 * const [first]: Comment[] = await guffaw.comments(id).take(1);
 */
export interface Comment {
  id: string;
  author: User;
  content: string;
  meme: Meme;
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
  /** The comment it replies to */
  parent: string | null;
}

/**
 * A comment you just made.
 *
 * @example
 * const said: CommentMade = await guffaw.comment(id, "I feel seen.");
 */
export interface CommentMade {
  success: true;
  id: string;
  author: User;
  content: string;
  meme: Meme;
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
  /** The comment it replies to */
  parent: string | null;
}

/**
 * Other memes with the same picture.
 *
 * @example
 * const { earlier }: Copies = await guffaw.copiesOf(id);
 */
export interface Copies {
  /** Posted before it, the latest first */
  earlier: Meme[];
  /** Posted after it, the earliest first */
  later: Meme[];
}

export interface Count {
  count: number;
}

/**
 * A message to a webhook.
 *
 * @example
 * const [last]: Delivery[] = await guffaw.deliveries(id);
 */
export interface Delivery {
  /** The message's webhook-id */
  id: string;
  event: "new" | "hot" | "edited" | "gone" | "test";
  /** Null for a test */
  memeid: string | null;
  /** Skipped: the meme was gone before it was sent */
  state: "waiting" | "delivered" | "failed" | "skipped";
  attempts: number;
  /** What the receiver answered last */
  status: number | null;
  /** Why the last attempt failed; empty if it didn't */
  problem: string;
  tried: Date | null;
  /** When it is tried again */
  next: Date | null;
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
}

/**
 * A message that is about to be sent.
 *
 * @example
 * const { id: test }: DeliveryQueued = await guffaw.testWebhook(id);
 */
export interface DeliveryQueued {
  success: true;
  /** The message's webhook-id */
  id: string;
  event: "new" | "hot" | "edited" | "gone" | "test";
  /** Null for a test */
  memeid: string | null;
  /** Skipped: the meme was gone before it was sent */
  state: "waiting" | "delivered" | "failed" | "skipped";
  attempts: number;
  /** What the receiver answered last */
  status: number | null;
  /** Why the last attempt failed; empty if it didn't */
  problem: string;
  tried: Date | null;
  /** When it is tried again */
  next: Date | null;
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
}

/**
 * What went wrong, as a stable code. Sites newer than this client may know more codes.
 *
 * @example
 * const code: ErrorCode = "not_found";
 */
export type ErrorCode =
  | "bad_input"
  | "already_disabled"
  | "already_enabled"
  | "banned_picture"
  | "name_taken"
  | "bad_host"
  | "no_key"
  | "bad_key"
  | "read_only_key"
  | "needs_permission"
  | "needs_pro"
  | "not_author"
  | "suspended"
  | "held_by_staff"
  | "quota_full"
  | "not_allowed"
  | "not_found"
  | "unknown_route"
  | "method_not_allowed"
  | "too_slow"
  | "posted_before"
  | "conflict"
  | "idempotency_in_progress"
  | "too_large"
  | "unsupported_type"
  | "idempotency_mismatch"
  | "too_many"
  | "internal"
  | "unavailable";

/**
 * Maps the name of a service to your accounts there
 *
 * @example
 * const { github = [] }: Integrations = await guffaw.integrations();
 */
export type Integrations = Record<string, string[]>;

/**
 * How many people like a comment, and whether you do.
 *
 * @example
 * const { likes }: Likes = await guffaw.commentLikes(id, comment.id);
 */
export interface Likes {
  likes: number;
  /** Whether you like it */
  liked: boolean;
}

/**
 * Whether the website shows you mature memes.
 *
 * @example
 * const { shown }: MatureChoice = await guffaw.matureChoice();
 */
export interface MatureChoice {
  shown: boolean;
}

/**
 * A picture with its caption, author and rating.
 *
 * @example
 * const { memeid, caption, rating }: Meme = await guffaw.randomMeme();
 */
export interface Meme {
  /** Hidden from everyone but its author */
  disabled: boolean;
  memeid: string;
  caption: string;
  author: User;
  rating: {
    average: number;
    total: number;
  };
  /** The image, for a video a still of it; needs no key and never changes */
  url: string;
  permalink: string;
  /** 1 family friendly, 2 teen, 4 mature */
  age: 1 | 2 | 4;
  /** What the picture shows, for people who can't see it; empty if there is no description */
  alt: string;
  /** Of the image at url, in pixels */
  width: number;
  height: number;
  /** Media type of url */
  type: "image/jpeg" | "image/png" | "image/webp" | "image/gif";
  animated: boolean;
  /** Of the video, in seconds; absent if the meme is none */
  duration?: number;
  /** Smaller versions of the picture, and those of a video, by name. One may be missing for a short time after an upgrade, until it has been measured; more names may be added */
  renditions: {
    /** At most 320 pixels wide; never animated */
    thumbnail?: Rendition;
    /** At most 1080 pixels wide; animated if the meme is */
    medium?: Rendition;
    /** At most 640 pixels wide; never animated. Absent if the others do as well */
    small?: Rendition;
    /** A JPEG for link previews, cut off below if the picture is tall; never animated. Absent if `url` does as well */
    preview?: Rendition;
    /** The video, at most 1280 pixels wide and high, with its sound if the site keeps it. Only videos have this and the others below */
    mp4?: Rendition;
    /** The video, at most 320 pixels wide and high, without sound */
    tinymp4?: Rendition;
    /** The video, at most 150 pixels wide and high, without sound */
    nanomp4?: Rendition;
    /** Like `mp4`, as WebM; only if the site makes it */
    webm?: Rendition;
  };
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
  time_ago: string;
}

/**
 * What happened to a meme.
 *
 * @example
 * const { event, memeid, meme }: MemeEvent = news;
 */
export interface MemeEvent {
  /** Send it as Last-Event-ID to go on after this event */
  id: string;
  /** What happened */
  event: "new" | "hot" | "edited" | "gone";
  memeid: string;
  /** As it is now; absent if it is gone */
  meme?: Meme;
}

/**
 * The meme of a day.
 *
 * @example
 * const [{ day, meme }]: MemeOfDay[] = await guffaw.memesOfDays().take(1);
 */
export interface MemeOfDay {
  /** The date, in UTC */
  day: string;
  meme: Meme;
}

/**
 * What a meme is made of, and who may remix it.
 *
 * @example
 * const { recipe, remix }: MemeRecipe = await guffaw.recipe(id);
 */
export interface MemeRecipe {
  memeid: string;
  recipe: Recipe;
  /** What the recipe's panels show, in their order */
  pictures: RecipePicture[];
  /** The template it was made with; empty if there is none */
  template: string;
  /** The meme it was remixed from; empty if there is none that you can see */
  parent: string;
  /** Who may remix it */
  remix: "everyone" | "followers" | "nobody";
  /** Whether its picture has been changed since it was posted */
  edited: boolean;
}

/**
 * One of your notifications.
 *
 * @example
 * const [newest]: Notification[] = await guffaw.notifications().take(1);
 */
export interface Notification {
  id: string;
  /** 0 rating, 1 follow, 2 notice or anything newer, 3 report update, 4 comment */
  type: 0 | 1 | 2 | 3 | 4;
  /** The same in a word, and more exactly; there may be others one day */
  kind: "rating" | "follow" | "notice" | "report" | "comment" | "remix";
  /** The person it's about */
  sender: User;
  /** A message for people, in plain text; escape it before you show it */
  message: string;
  /** The comment or notice exactly as written, or the rating as a digit; otherwise empty */
  raw: string;
  /** Missing if it isn't about a meme */
  meme?: {
    memeid: string;
    /** The sender's rating; 0 if the notification isn't about one */
    rating: number;
  };
  /** Missing if it isn't about a comment */
  comment?: {
    id: string;
  };
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
}

/**
 * A meme in the older API root.
 *
 * @example
 * const { author }: OldMeme = await guffaw.old.meme(id);
 */
export interface OldMeme {
  memeid: string;
  caption: string;
  /** Username and tag */
  author: string;
  /** The average */
  rating: number;
  url: string;
  permalink: string;
  /** ISO 8601 with a numeric UTC offset */
  timestamp: Date;
  time_ago: string;
}

/**
 * Your profile after a change.
 *
 * @example
 * const { bio }: ProfileChange = await guffaw.updateMe({ bio: "I post on Mondays." });
 */
export interface ProfileChange {
  success: true;
  username: string;
  /** Text exactly as its author wrote it; escape it before you show it */
  bio: string;
  /** Exceeds 2^53: see id_str */
  id: string;
  /** The digits of id, for clients whose numbers can't hold them */
  id_str: string;
  stats: {
    memes: number;
    followers: number;
    following: number;
  };
  perks: {
    verified: boolean;
    staff: boolean;
    translator: boolean;
    pro: boolean;
    service: boolean;
    founder: boolean;
  };
  /** Present if the account is or was Pro */
  pro?: {
    active: boolean;
    /** ISO 8601 in UTC with milliseconds */
    since: Date;
    /** When Pro ends; the last second of the year 9999 if it has no end */
    expires: Date;
    /** Six hex digits; empty if none was chosen */
    name_color: string;
    /** Six hex digits; empty if none was chosen */
    background_color: string;
    /** The profile's background picture; empty if none was chosen */
    background_url: string;
  };
  permalink: string;
  /** ISO 8601 in UTC with milliseconds */
  joined: Date;
  /** The same moment, in whole seconds since 1970 */
  joined_epoch_seconds: number;
}

/**
 * A rating of a meme: who, what and when.
 *
 * @example
 * const { rating }: Rating = await guffaw.myRating(id);
 */
export interface Rating {
  user: User;
  /** null, like the times, if you haven't rated the meme */
  rating: number | null;
  timestamp: Date | null;
  timestamp_epoch_seconds: number | null;
}

/**
 * A rating you just gave.
 *
 * @example
 * const { rating }: RatingGiven = await guffaw.rate(id, 5);
 */
export interface RatingGiven {
  success: true;
  user: User;
  rating: number;
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
}

/**
 * What a meme is made of: up to four panels with a picture or a colour each, text boxes, stickers and pen strokes. Positions and sizes are shares of the picture: x and width of its width, y and height of its height. Sizes of letters and lines are shares of the width.
 *
 * @example
 * const recipe: Recipe = {
 *   version: 1, width: 600, height: 400,
 *   panels: [{ base: { kind: "color", color: "#ff8800" } }],
 *   boxes: [{ x: 0, y: 0, width: 1, height: 1, text: "Monday" }],
 * };
 */
export interface Recipe {
  version: 1;
  width: number;
  height: number;
  panels: {
    base:
      | {
          kind: "template";
          id: string;
        }
      | {
          kind: "upload";
          id: string;
        }
      | {
          kind: "meme";
          id: string;
        }
      | {
          kind: "color";
          color: string;
        };
    crop?: {
      x: number;
      y: number;
      width: number;
      height: number;
    };
  }[];
  arrangement?: "stack" | "row" | "grid";
  gap?: number;
  background?: string;
  boxes?: {
    x: number;
    y: number;
    width: number;
    height: number;
    rotation?: number;
    text: string;
    font?:
      | "anton"
      | "oswald"
      | "comic-relief"
      | "bangers"
      | "inter"
      | "noto-sans"
      | "noto-sans-arabic"
      | "noto-sans-hebrew"
      | "noto-sans-jp"
      | string;
    align?: "left" | "center" | "right";
    vertical?: "top" | "middle" | "bottom";
    color?: string;
    outline?: {
      color: string;
      width: number;
    };
    shadow?: {
      color: string;
      x: number;
      y: number;
    };
    upperCase?: boolean;
    language?: string;
    size?:
      | {
          kind: "fit";
          most?: number;
        }
      | {
          kind: "fixed";
          size: number;
        };
    layer?: number;
  }[];
  stickers?: {
    emoji?: string;
    sticker?:
      | "pixel-shades"
      | "shades"
      | "googly-eyes"
      | "monocle"
      | "clown-nose"
      | "moustache"
      | "blush"
      | "tear"
      | "sweat"
      | "anger"
      | "crown"
      | "top-hat"
      | "party-hat"
      | "halo"
      | "horns"
      | "cat-ears"
      | "speech-bubble"
      | "thought-bubble"
      | "arrow"
      | "red-circle"
      | "question-mark"
      | "exclamation-mark"
      | "star"
      | "heart"
      | "sparkles"
      | "flame"
      | "bang"
      | "no-stamp";
    x: number;
    y: number;
    size: number;
    rotation?: number;
    mirrored?: boolean;
    layer?: number;
  }[];
  strokes?: {
    color: string;
    layer?: number;
    width: number;
    points: [number, number][];
  }[];
}

/**
 * A picture that a recipe names.
 *
 * @example
 * const [{ url }]: RecipePicture[] = (await guffaw.recipe(id)).pictures;
 */
export interface RecipePicture {
  kind: "template" | "upload" | "meme";
  id: string;
  /** Where the picture is, for you: others may not see it */
  url: string;
  width: number;
  height: number;
  animated: boolean;
}

export interface Rendition {
  /** Needs no key and never changes */
  url: string;
  /** Media type */
  type: string;
  width: number;
  height: number;
  /** Size of the file */
  bytes: number;
}

/**
 * One of your reports, and its outcome.
 *
 * @example
 * const { status, comment }: Report = await guffaw.report("17");
 */
export interface Report {
  id: string;
  /** 0 open, 1 assigned, 2 resolved */
  status: number;
  memeid: string;
  message: {
    reason: string;
    description: string;
  };
  /** The moderator it's assigned to; missing if there is none */
  assignee?: User;
  /** The moderators' answer; empty until there is one */
  comment: string;
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
}

/**
 * A report you just made.
 *
 * @example
 * const made: ReportMade = await guffaw.reportMeme(id, { reason: "Spam" });
 */
export interface ReportMade {
  success: true;
  id: string;
  /** 0 open, 1 assigned, 2 resolved */
  status: number;
  memeid: string;
  message: {
    reason: string;
    description: string;
  };
  /** The moderator it's assigned to; missing if there is none */
  assignee?: User;
  /** The moderators' answer; empty until there is one */
  comment: string;
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
}

/**
 * Whether, when and where you saved a meme.
 *
 * @example
 * const { saved }: Save = await guffaw.whereSaved(id);
 */
export interface Save {
  saved: boolean;
  /** Those of your collections that hold it */
  collections: Collection[];
  /** When you saved it; null if you haven't */
  timestamp: Date | null;
  timestamp_epoch_seconds: number | null;
}

/**
 * A collection that somebody shares.
 *
 * @example
 * const { owner }: SharedCollection = await guffaw.sharedCollection(shareUrl);
 */
export interface SharedCollection {
  name: string;
  owner: User;
  share_url: string;
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
}

/**
 * The site itself: its name, its look, and which pages of its own it has.
 *
 * @example
 * const { name }: Site = await guffaw.site();
 */
export interface Site {
  /** What the site is called */
  name: string;
  /** What it is, in one line; null if nobody has said it */
  tagline: string | null;
  /** Where its pages are */
  url: string;
  /** The colour of its buttons: legible on light and on dark pages */
  accent: string;
  /** In place of the name; null if there is none */
  logo: {
    /** Needs no key and never changes */
    url: string;
    /** Media type */
    type: string;
    width: number;
    height: number;
  } | null;
  pages: {
    /** Where the rules can be read; null if there is none */
    rules: string | null;
    /** Where the privacy policy can be read; null if there is none */
    privacy: string | null;
    /** Where the contact page can be read; null if there is none */
    contact: string | null;
    /** Where the imprint can be read; null if there is none */
    imprint: string | null;
  };
}

/**
 * The site in numbers.
 *
 * @example
 * const { memes, ratings }: Stats = await guffaw.stats();
 */
export interface Stats {
  /** Enabled memes */
  memes: number;
  ratings: number;
  /** Accounts */
  website_users: number;
  /** Accounts that have submitted at least one meme */
  unique_memers: number;
}

export interface Submitted {
  success: true;
  memeid: string;
  meme: Meme;
}

export interface Success {
  success: true;
}

/**
 * People and tags that a search may mean.
 *
 * @example
 * const { users, tags }: Suggestions = await guffaw.suggestions("mon");
 */
export interface Suggestions {
  users: User[];
  tags: Tag[];
}

/**
 * A tag, and how many memes have it.
 *
 * @example
 * const { memes }: Tag = await guffaw.tag("monday");
 */
export interface Tag {
  /** Without the #, in lower case */
  name: string;
  /** How many memes have it, mature ones included */
  memes: number;
  followers: number;
  /** Whether you follow it */
  following: boolean;
  permalink: string;
}

/**
 * A picture with prepared boxes, to make memes with.
 *
 * @example
 * const { texts }: Template = await guffaw.template("163508312345678901");
 */
export interface Template {
  id: string;
  name: string;
  tags: string[];
  /** Describes the picture; empty if nobody has */
  alt: string;
  /** 1 family friendly, 2 teen, 4 mature */
  age: 1 | 2 | 4;
  /** The picture, without words. Until the template is accepted, it needs your key */
  url: string;
  /** Media type of the picture */
  type: string;
  width: number;
  height: number;
  animated: boolean;
  /** A smaller picture, with the sample texts on it */
  preview_url: string;
  /** A sample text for each box: as many texts as you can send to /make */
  texts: string[];
  recipe: Recipe;
  /** How many memes that everyone can see were made with it */
  memes: number;
  /** Whether it is one of your favourites */
  favourite: boolean;
  /** You see only your own before and after they are accepted */
  status: "proposed" | "accepted" | "retired";
  /** Who proposed it; null if the site came with it, or the account is gone */
  author: User | null;
  permalink: string;
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
}

/**
 * One of the people whose memes were rated best.
 *
 * @example
 * const [best]: TopMemer[] = (await guffaw.topMemers())["7d"];
 */
export interface TopMemer {
  rank: number;
  user: User;
  /** The sum of the ratings the user's memes received in the period */
  score: number;
}

/**
 * The people whose memes were rated best, by period.
 *
 * @example
 * const { "7d": week }: TopMemers = await guffaw.topMemers();
 */
export interface TopMemers {
  "1d": TopMemer[];
  "7d": TopMemer[];
  "1mo": TopMemer[];
}

/**
 * Somebody with an account.
 *
 * @example
 * const { username, joined }: User = await guffaw.me();
 */
export interface User {
  username: string;
  /** Text exactly as its author wrote it; escape it before you show it */
  bio: string;
  /** Exceeds 2^53: see id_str */
  id: string;
  /** The digits of id, for clients whose numbers can't hold them */
  id_str: string;
  stats: {
    memes: number;
    followers: number;
    following: number;
  };
  perks: {
    verified: boolean;
    staff: boolean;
    translator: boolean;
    pro: boolean;
    service: boolean;
    founder: boolean;
  };
  /** Present if the account is or was Pro */
  pro?: {
    active: boolean;
    /** ISO 8601 in UTC with milliseconds */
    since: Date;
    /** When Pro ends; the last second of the year 9999 if it has no end */
    expires: Date;
    /** Six hex digits; empty if none was chosen */
    name_color: string;
    /** Six hex digits; empty if none was chosen */
    background_color: string;
    /** The profile's background picture; empty if none was chosen */
    background_url: string;
  };
  permalink: string;
  /** ISO 8601 in UTC with milliseconds */
  joined: Date;
  /** The same moment, in whole seconds since 1970 */
  joined_epoch_seconds: number;
}

/**
 * An address of yours that is told what happens to memes.
 *
 * @example
 * const [first]: Webhook[] = await guffaw.webhooks();
 */
export interface Webhook {
  id: string;
  url: string;
  /** What it is told */
  events: ("new" | "hot" | "edited" | "gone")[];
  /** The highest age rating */
  age: 1 | 2 | 4;
  /** Only memes with this tag; empty for all */
  tag: string;
  /** Only memes of the user with this id; empty for all */
  author: string;
  enabled: boolean;
  /** Null if the last attempt succeeded, or there was none */
  failing_since: Date | null;
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
}

/**
 * A webhook as it is now.
 *
 * @example
 * const { url }: WebhookChanged = await guffaw.updateWebhook(id, { age: 1 });
 */
export interface WebhookChanged {
  success: true;
  id: string;
  url: string;
  /** What it is told */
  events: ("new" | "hot" | "edited" | "gone")[];
  /** The highest age rating */
  age: 1 | 2 | 4;
  /** Only memes with this tag; empty for all */
  tag: string;
  /** Only memes of the user with this id; empty for all */
  author: string;
  enabled: boolean;
  /** Null if the last attempt succeeded, or there was none */
  failing_since: Date | null;
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
}

/**
 * A webhook you just added, with its secret.
 *
 * @example
 * const made: WebhookMade = await guffaw.addWebhook("https://bot.example.org/guffaw");
 */
export interface WebhookMade {
  success: true;
  id: string;
  url: string;
  /** What it is told */
  events: ("new" | "hot" | "edited" | "gone")[];
  /** The highest age rating */
  age: 1 | 2 | 4;
  /** Only memes with this tag; empty for all */
  tag: string;
  /** Only memes of the user with this id; empty for all */
  author: string;
  enabled: boolean;
  /** Null if the last attempt succeeded, or there was none */
  failing_since: Date | null;
  /** ISO 8601 in UTC with milliseconds */
  timestamp: Date;
  /** The same moment, in whole seconds since 1970 */
  timestamp_epoch_seconds: number;
  /** Verifies messages. It is never shown again. */
  secret: string;
}

/**
 * A new secret, shown this once.
 *
 * @example
 * const fresh: WebhookSecret = await guffaw.rotateWebhookSecret(id);
 */
export interface WebhookSecret {
  success: true;
  /** It is never shown again. */
  secret: string;
}

/**
 * Whether you get the weekly mail.
 *
 * @example
 * const { wanted }: WeeklyMailChoice = await guffaw.weeklyMailChoice();
 */
export interface WeeklyMailChoice {
  wanted: boolean;
}

/** Query parameters by operation id in the OpenAPI document. */
export interface Queries {
  getRandomMeme: {
    /** The highest age rating: 1 family friendly, 2 teen, 4 mature */
    age?: 1 | 2 | 4;
    /** How many memes. Without it, you get one meme instead of a list */
    count?: number;
    /** Any text. The same one gives the same memes in the same order, until a meme comes or goes */
    seed?: string;
    /** Ids of memes you don't want, separated by commas; at most 200 */
    exclude?: string;
  };
  putCaption: {
    /** The new caption; may be empty; no control characters except newline and tab */
    caption?: string;
  };
  submitMeme: {
    /** May be empty; no control characters except newline and tab */
    caption?: string;
    /** The age rating: 1 family friendly, 2 teen, 4 mature */
    age?: 1 | 2 | 4;
    /** Your own rating to start with, from 1 to 5 */
    rating?: number;
    /** What the picture shows, for people who can't see it; also used by the search */
    alt?: string;
    /** Answers 409 with posted_before, and the id of the meme in X-Meme-Id, if somebody has posted the same picture before: the same file, or one that shows the same, perhaps smaller, compressed or mirrored */
    unless_posted?: boolean;
  };
  makeMeme: {
    /** A recipe, in a form as JSON (text, or a file). An upload is named by its field: { "kind": "upload", "id": "image" } */
    recipe?: Recipe;
    /** A template's id */
    template?: string;
    /** For the boxes of the template, in their order; or above and below the picture */
    texts?: string[];
    /** May be empty; no control characters except newline and tab */
    caption?: string;
    /** The age rating: 1 family friendly, 2 teen, 4 mature */
    age?: 1 | 2 | 4;
    /** Your own rating to start with, from 1 to 5 */
    rating?: number;
    /** What the picture shows, for people who can't see it; also used by the search. If it is empty, it becomes the words of the meme */
    alt?: string;
    /** Who may remix it, and so get the pictures you sent without crop and lettering: everyone, if you don't say */
    remix?: "everyone" | "followers" | "nobody";
    /** Answers 409 with posted_before, and the id of the meme in X-Meme-Id, if somebody has posted the same picture before: the same file, or one that shows the same, perhaps smaller, compressed or mirrored */
    unless_posted?: boolean;
    /** The meme it is a remix of, if the recipe doesn't name it as a base */
    remix_of?: string;
  };
  putRecipe: {
    /** A recipe, in a form as JSON (text, or a file). An upload is named by its field: { "kind": "upload", "id": "image" } */
    recipe?: Recipe;
  };
  putRemix: {
    remix?: "everyone" | "followers" | "nobody";
  };
  getTemplates: {
    /** The most used first, the newest first, those you proposed, or your favourites */
    sort?: "popular" | "new" | "mine" | "favourites";
    /** Words of the name or the tags, or their beginnings */
    q?: string;
    /** The highest age rating: 1 family friendly, 2 teen, 4 mature */
    age?: 1 | 2 | 4;
  };
  getRecentMemes: {
    /** The highest age rating: 1 family friendly, 2 teen, 4 mature */
    age?: 1 | 2 | 4;
  };
  getHotMemes: {
    /** The highest age rating: 1 family friendly, 2 teen, 4 mature */
    age?: 1 | 2 | 4;
  };
  getFollowedMemes: {
    /** The highest age rating: 1 family friendly, 2 teen, 4 mature */
    age?: 1 | 2 | 4;
  };
  getTopMemes: {
    /** Which ratings count: those of a day, a week, a month, or all of them */
    period?: "1d" | "7d" | "1mo" | "all";
    /** The highest age rating: 1 family friendly, 2 teen, 4 mature */
    age?: 1 | 2 | 4;
  };
  searchMemes: {
    /** The words to search for */
    search: string;
    /** The highest age rating: 1 family friendly, 2 teen, 4 mature */
    age?: 1 | 2 | 4;
  };
  getEvents: {
    /** The highest age rating: 1 family friendly, 2 teen, 4 mature */
    age?: 1 | 2 | 4;
    /** Only memes with this tag, without the # */
    tag?: string;
    /** Only memes of this user: an id, a username, or me */
    author?: string;
    /** The same as Last-Event-ID, which wins; 0 for all events that are kept */
    after?: string;
  };
  addWebhook: {
    /** Where to send messages */
    url?: string;
    /** What to tell: a list, or separated by commas; everything if you don't say */
    events?: ("new" | "hot" | "edited" | "gone")[];
    /** The highest age rating: 1 family friendly, 2 teen, 4 mature */
    age?: 1 | 2 | 4;
    /** Only memes with this tag, without the #; empty for all */
    tag?: string;
    /** Only memes of this user: an id, a username, or me; empty for all */
    author?: string;
  };
  changeWebhook: {
    /** Where to send messages */
    url?: string;
    /** What to tell: a list, or separated by commas */
    events?: ("new" | "hot" | "edited" | "gone")[];
    /** The highest age rating: 1 family friendly, 2 teen, 4 mature */
    age?: 1 | 2 | 4;
    /** Only memes with this tag, without the #; empty for all */
    tag?: string;
    /** Only memes of this user: an id, a username, or me; empty for all */
    author?: string;
    /** Whether messages are sent */
    enabled?: boolean;
  };
  createCollection: {
    /** Unique among yours, whatever its case */
    name?: string;
  };
  changeCollection: {
    /** Unique among yours, whatever its case */
    name?: string;
    /** Whether anyone who has its address can see it */
    shared?: boolean;
  };
  getSuggestions: {
    /** The words to search for */
    search: string;
  };
  getTags: {
    /** How the tags begin */
    prefix?: string;
  };
  getMemesOfTag: {
    /** The hottest, the newest, or the best-rated of all time first */
    order?: "hot" | "new" | "top";
    /** The highest age rating: 1 family friendly, 2 teen, 4 mature */
    age?: 1 | 2 | 4;
  };
  postRating: {
    /** From 1 (a smirk) to 5 (a guffaw) */
    rating?: number;
  };
  putRating: {
    /** From 1 (a smirk) to 5 (a guffaw) */
    rating?: number;
  };
  postComment: {
    /** The comment; no control characters except newline and tab */
    content?: string;
    /** The comment to reply to */
    parent?: string;
  };
  postProfile: {
    /** 2–32 letters (A–Z), digits, dots or underscores, with at least one letter; unique, whatever its case */
    username?: string;
    /** A few words about you; may be empty */
    bio?: string;
  };
  patchProfile: {
    /** 2–32 letters (A–Z), digits, dots or underscores, with at least one letter; unique, whatever its case */
    username?: string;
    /** A few words about you; may be empty */
    bio?: string;
  };
  chooseMature: {
    /** Whether to show them */
    shown?: boolean;
  };
  muteWord: {
    /** A word, or several in a row */
    word?: string;
  };
  unmuteWord: {
    /** A word, or several in a row */
    word?: string;
  };
  putAvatar: {
    /** The face of a drawing; stays as it is if you don't send it */
    face?: "grin" | "wink" | "cool" | "starry" | "joy" | "tongue" | "sly" | "wow" | "bliss" | "gent";
    /** The color of a drawing; stays as it is if you don't send it */
    color?:
      | "tangerine"
      | "honey"
      | "olive"
      | "leaf"
      | "teal"
      | "lagoon"
      | "blue"
      | "indigo"
      | "grape"
      | "orchid"
      | "rose"
      | "cherry";
    /** The hat of a drawing; stays as it is if you don't send it */
    hat?: "none" | "cap" | "party" | "crown" | "beanie" | "tophat" | "flower" | "bow" | "headphones" | "propeller";
  };
  deleteAvatarOf: {
    /** Why, in words that the user reads */
    reason?: string;
  };
  chooseWeeklyMail: {
    /** Whether to send it */
    wanted?: boolean;
  };
  reportMeme: {
    /** What's wrong, in a word or two */
    reason?: string;
    /** More details */
    description?: string;
  };
}

/** Properties that hold ids, which stay exact as strings. */
export const IDS: ReadonlySet<string> = new Set(["id", "parent"]);

/** Properties that hold times. */
export const DATES: ReadonlySet<string> = new Set([
  "expires",
  "failing_since",
  "joined",
  "next",
  "since",
  "timestamp",
  "tried",
]);
