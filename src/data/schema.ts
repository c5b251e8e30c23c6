import type { ColumnType, Generated, Insertable, Kysely, Selectable } from "kysely";

import type { Period } from "./periods.ts";

// User and meme ids are TEXT of 18 digits, times are integer milliseconds, booleans are 0 and 1. Both databases return
// the same JavaScript values for them, and no digit is ever rounded.
type Flag = number;
type Millis = number;
type Measured = ColumnType<number | null, number | null | undefined, number | null>;

export interface UsersTable {
  id: string;
  username: string;
  /** The username in lower case: names are unique regardless of case. */
  username_key: string;
  tag: string;
  /** The confirmed address, and the same in lower case. Unique. */
  email: string | null;
  email_key: string | null;
  email_confirmed_at: ColumnType<Millis | null, Millis | null | undefined, Millis | null>;
  /** An unconfirmed address. Any number of accounts may claim it. */
  new_email: ColumnType<string | null, string | null | undefined, string | null>;
  new_email_key: ColumnType<string | null, string | null | undefined, string | null>;
  password_hash: string | null;
  bio: string;
  verified: Flag;
  staff: Flag;
  translator: Flag;
  service: Flag;
  founder: Flag;
  /** Null if the account was never Pro. */
  pro_since: Millis | null;
  /** Null without an end date. */
  pro_until: Millis | null;
  /** Six hex digits from the palette, and the name of a pattern. Kept when Pro ends, but no longer shown. */
  name_color: string | null;
  background_color: string | null;
  background_url: string | null;
  suspended_at: Millis | null;
  /** Null without an end date. */
  suspended_until: ColumnType<Millis | null, Millis | null | undefined, Millis | null>;
  suspended_reason: Generated<string>;
  /** Enabled memes: the public count. */
  meme_count: number;
  /** All memes, including disabled ones: decides who is a memer. */
  submitted_count: number;
  follower_count: number;
  following_count: number;
  /** Notifications the person can see. */
  notification_count: Generated<number>;
  /** Those of them not yet seen. */
  unseen_count: Generated<number>;
  /** Notifications the person turned off: bit n stands for type n. */
  muted: Generated<number>;
  /** Memes that staff approved, or that needed no approval; deleted ones too. */
  approved_count: Generated<number>;
  /** Bytes of all stored files of the account's memes. */
  stored_bytes: Generated<number>;
  /** When the account's hourly allowance is full again. */
  posts_full_at: Generated<Millis>;
  /** Null if the browser decides. */
  language: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Millis;
}

export interface ApiKeysTable {
  id: string;
  user_id: string;
  name: string;
  /** SHA-256 of the key in hex. The key itself is not stored. */
  hash: string;
  may_ratings: Flag;
  may_integrations: Flag;
  may_write: Flag;
  created_at: Millis;
  used_at: Millis | null;
  expires_at: Millis | null;
  revoked_at: Millis | null;
}

export interface MemesTable {
  id: string;
  author_id: string;
  caption: string;
  age: number;
  disabled: Flag;
  /** 0 free, 1 hidden by staff, 2 waiting for approval. Held memes are also disabled. */
  held: Generated<number>;
  /** Whether a held meme becomes visible again once released. */
  shown_when_free: Generated<Flag>;
  /** Enabled memes of one age rating are numbered 0, 1, 2… without gaps, so a random one is a single keyed look-up. */
  slot: number | null;
  /** Storage key, without the extension of each rendition. */
  image_key: string;
  /** Part of the public address. Changes with the content. */
  image_hash: string;
  image_extension: string;
  width: number;
  height: number;
  color: string;
  animated: Flag;
  rating_sum: number;
  rating_count: number;
  comment_count: number;
  created_at: Millis;
  /** Description of the picture. */
  alt: Generated<string>;
  /** Sizes of the stored files; null until measured, and if the storage has lost the file. */
  original_bytes: Measured;
  display_bytes: Measured;
  display_width: Measured;
  display_height: Measured;
  thumbnail_bytes: Measured;
  thumbnail_width: Measured;
  thumbnail_height: Measured;
}

export interface RatingsTable {
  meme_id: string;
  user_id: string;
  rating: number;
  created_at: Millis;
}

export interface CommentsTable {
  id: Generated<number>;
  meme_id: string;
  author_id: string;
  content: string;
  parent_id: number | null;
  created_at: Millis;
}

export interface FollowsTable {
  follower_id: string;
  followed_id: string;
  created_at: Millis;
}

export interface IntegrationsTable {
  user_id: string;
  service: string;
  /** Listed by the API: the name there, or for Discord the id. */
  account: string;
  created_at: Millis;
  /** Permanent identity there: the issuer and its id. Null if it cannot sign in. */
  subject: ColumnType<string | null, string | null | undefined, string | null>;
  /** Display name there, if the account is not one. */
  name: ColumnType<string | null, string | null | undefined, string | null>;
  /** When the person last signed in with it. */
  used_at: ColumnType<Millis | null, Millis | null | undefined, Millis | null>;
}

export interface CountersTable {
  name: string;
  value: number;
}

/** Ratings of one UTC day, for a meme or for all enabled memes of a person. Kept while a period includes the day. */
export interface RatedDaysTable {
  /** Id of a meme or a person. */
  subject: string;
  /** Days since 1970. */
  day: number;
  /** How many periods still count it; see periods.ts. */
  within: number;
  sum: number;
  count: number;
}

/** Sum of a subject's days within a period, or of all time, best first. */
export interface StandingsTable {
  subject: string;
  period: Period | "all";
  board: Board;
  sum: number;
  count: number;
  /** Generated by the database. */
  score: ColumnType<number, never, never>;
}

/** Memes by age rating; disabled memes; people. */
export type Board = `memes:${number}` | "hidden" | "memers";

export interface NotificationsTable {
  id: Generated<number>;
  user_id: string;
  /** 0 rating, 1 follow, 2 notice, 3 report update, 4 comment. */
  type: number;
  sender_id: string;
  meme_id: string | null;
  comment_id: number | null;
  report_id: number | null;
  rating: number | null;
  /** The stored message, if any. */
  text: string;
  /** The meme it is about is disabled, and the person is not its author. */
  hidden: Flag;
  created_at: Millis;
  seen: Generated<Flag>;
}

export interface ReportsTable {
  id: Generated<number>;
  meme_id: string;
  reporter_id: string;
  reason: string;
  description: string;
  /** 0 open, 1 assigned, 2 resolved. */
  status: number;
  assignee_id: string | null;
  /** The outcome, in the words of staff. */
  comment: string | null;
  created_at: Millis;
  /** The comment it is about; null if it is about the meme. */
  comment_id: ColumnType<number | null, number | null | undefined, number | null>;
}

/** Work for later, or for regular intervals. */
export interface JobsTable {
  kind: string;
  /** What it works on; empty if the kind says it all. */
  subject: string;
  run_at: Millis;
  attempts: number;
  /** Error of the last attempt. */
  error: string | null;
}

/** Answers to requests with an Idempotency-Key. */
export interface KeptAnswersTable {
  user_id: string;
  key: string;
  /** Of the request. Another request with the same key is refused. */
  fingerprint: string;
  /** Of the process working on it. */
  token: string;
  /** Null while being worked on; empty if the meme it described was deleted. */
  body: string | null;
  meme_id: string | null;
  created_at: Millis;
}

/** Facts about this site, by name. */
export interface SiteTable {
  name: string;
  value: string;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  /** SHA-256 of the cookie's token in hex. The token itself is not stored. */
  hash: string;
  /** User-Agent. */
  agent: string;
  created_at: Millis;
  /** To the hour. */
  seen_at: Millis;
  /** When the person last proved who they are, by signing in or typing the password again. */
  proven_at: Millis;
}

/** Links that confirm an address. */
export interface ConfirmationsTable {
  hash: string;
  user_id: string;
  email: string;
  created_at: Millis;
  expires_at: Millis;
}

/** Outgoing mail. Never its text: each attempt makes a new secret for the link and stores only its hash. */
export interface MailsTable {
  id: string;
  kind: string;
  /** Null if nobody has the typed name; such a mail goes to nobody. */
  user_id: string | null;
  /** Null means the account's confirmed address at the time of sending. */
  address: string | null;
  /** The same in lower case. */
  address_key: string | null;
  language: string;
  /** Values for the text, as JSON. */
  about: string;
  /** Id of the request that asked for it. */
  request: string | null;
  /** Hash of the secret in the last attempt. */
  ticket: string | null;
  tries: Generated<number>;
  /** The mail server's last error. */
  error: string | null;
  created_at: Millis;
  sent_at: Millis | null;
  /** When it was given up. */
  failed_at: Millis | null;
}

/** Browsers somebody has signed in with before: attempts by strangers elsewhere do not lock them out. */
export interface DevicesTable {
  hash: string;
  user_id: string;
  created_at: Millis;
}

/** A secret that works once until it expires. Only its SHA-256 is stored. */
export interface TicketsTable {
  hash: string;
  user_id: string | null;
  created_at: Millis;
  expires_at: Millis;
}

/** The staff log, kept for as long as the site lives. */
export interface ActsTable {
  id: Generated<number>;
  /** Null for the operator at the command line, and for automatic acts. */
  staff_id: string | null;
  staff_name: string;
  kind: string;
  /** The person it concerns. */
  user_id: string | null;
  user_name: string;
  meme_id: string | null;
  report_id: number | null;
  note: string;
  created_at: Millis;
}

export interface BannedPicturesTable {
  id: Generated<number>;
  image_hash: string;
  /** Perceptual hash: 64 bits in hex; several, separated by spaces, for several frames. */
  look: string;
  reason: string;
  staff_name: string;
  created_at: Millis;
}

/** Perceptual hashes of banned pictures in pieces: similar ones share at least one piece. */
export interface BannedLooksTable {
  band: number;
  value: string;
  picture_id: number;
}

/** A round trip to another service. */
export interface HandOffsTable {
  /** SHA-256 of the state in hex. */
  hash: string;
  /** Who wants to link an account there; null for a sign-in. */
  user_id: string | null;
  service: string;
  /** What we need to know on return, as JSON. */
  kept: string;
  created_at: Millis;
  expires_at: Millis;
}

export interface PasskeysTable {
  /** The credential's id, base64url. */
  id: string;
  user_id: string;
  name: string;
  /** Base64url. */
  public_key: string;
  counter: number;
  /** Separated by commas. */
  transports: string;
  created_at: Millis;
  used_at: Millis | null;
}

export interface ProCodesTable {
  hash: string;
  months: number;
  redeemed_by: string | null;
  redeemed_at: Millis | null;
  created_at: Millis;
}

/** A suggested translation. */
export interface SuggestionsTable {
  language: string;
  key: string;
  /** The English text at that time. */
  source: string;
  text: string;
  user_id: string | null;
  created_at: Millis;
}

/** A server error. */
export interface FailuresTable {
  request: string;
  route: string;
  error: string;
  stack: string;
  created_at: Millis;
}

/** Requests of one minute at one node. */
export interface TrafficTable {
  /** Minutes since 1970. */
  minute: number;
  node: number;
  requests: number;
  failed: number;
  /** Histogram of durations, as JSON. */
  times: string;
}

export interface BackupsTable {
  id: Generated<number>;
  place: string;
  rows: number;
  images: number;
  bytes: number;
  error: string | null;
  created_at: Millis;
  ended_at: Millis | null;
}

export interface NodesTable {
  number: number;
  token: string;
  seen_at: Millis;
}

export interface Schema {
  users: UsersTable;
  api_keys: ApiKeysTable;
  memes: MemesTable;
  ratings: RatingsTable;
  comments: CommentsTable;
  follows: FollowsTable;
  integrations: IntegrationsTable;
  counters: CountersTable;
  rated_days: RatedDaysTable;
  standings: StandingsTable;
  notifications: NotificationsTable;
  reports: ReportsTable;
  jobs: JobsTable;
  kept_answers: KeptAnswersTable;
  site: SiteTable;
  sessions: SessionsTable;
  devices: DevicesTable;
  invites: TicketsTable;
  resets: TicketsTable;
  challenges: TicketsTable;
  recoveries: TicketsTable;
  acts: ActsTable;
  banned_pictures: BannedPicturesTable;
  banned_looks: BannedLooksTable;
  hand_offs: HandOffsTable;
  passkeys: PasskeysTable;
  pro_codes: ProCodesTable;
  suggestions: SuggestionsTable;
  failures: FailuresTable;
  traffic: TrafficTable;
  backups: BackupsTable;
  nodes: NodesTable;
  confirmations: ConfirmationsTable;
  mails: MailsTable;
}

export type Db = Kysely<Schema>;
export type UserRow = Selectable<UsersTable>;
export type MemeRow = Selectable<MemesTable>;
export type RatingRow = Selectable<RatingsTable>;
export type CommentRow = Selectable<CommentsTable>;
export type NotificationRow = Selectable<NotificationsTable>;
export type ReportRow = Selectable<ReportsTable>;
export type JobRow = Selectable<JobsTable>;
export type ActRow = Selectable<ActsTable>;
export type FailureRow = Selectable<FailuresTable>;
export type TrafficRow = Selectable<TrafficTable>;
export type BackupRow = Selectable<BackupsTable>;
export type MailRow = Selectable<MailsTable>;
export type NewMeme = Insertable<MemesTable>;
export type NewUser = Insertable<UsersTable>;
