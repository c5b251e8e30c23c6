import type { ColumnType, Generated, Insertable, Kysely, Selectable } from "kysely";

import type { Period } from "./periods.ts";

// User and meme ids are TEXT of 18 digits, times integer milliseconds, booleans 0 and 1: both databases give back
// the same JavaScript values, and no digit is ever rounded.
type Flag = number;
type Millis = number;
type Measured = ColumnType<number | null, number | null | undefined, number | null>;

export interface UsersTable {
  id: string;
  username: string;
  /** The username in lower case: names are unique whatever their case. */
  username_key: string;
  tag: string;
  /** The confirmed address, and the same in lower case: of one account only. */
  email: string | null;
  email_key: string | null;
  email_confirmed_at: ColumnType<Millis | null, Millis | null | undefined, Millis | null>;
  /** An address whose link nobody has followed yet; any number of accounts may claim it. */
  new_email: ColumnType<string | null, string | null | undefined, string | null>;
  new_email_key: ColumnType<string | null, string | null | undefined, string | null>;
  password_hash: string | null;
  bio: string;
  verified: Flag;
  staff: Flag;
  translator: Flag;
  service: Flag;
  founder: Flag;
  /** Null when the account never was Pro. */
  pro_since: Millis | null;
  /** Null while there is no end in sight. */
  pro_until: Millis | null;
  /** Six hex digits of the palette, and the name of a pattern: kept when Pro ends, and shown no more. */
  name_color: string | null;
  background_color: string | null;
  background_url: string | null;
  suspended_at: Millis | null;
  /** Null while a suspension has no end in sight. */
  suspended_until: ColumnType<Millis | null, Millis | null | undefined, Millis | null>;
  suspended_reason: Generated<string>;
  /** Enabled memes: what everyone may count. */
  meme_count: number;
  /** All memes, disabled ones too: decides who is a memer. */
  submitted_count: number;
  follower_count: number;
  following_count: number;
  /** Notifications that the person can see. */
  notification_count: Generated<number>;
  /** Those among them that the person has not looked at. */
  unseen_count: Generated<number>;
  /** What the person does not want to be told of: bit n stands for the type n of notifications. */
  muted: Generated<number>;
  /** Memes that did not wait for the staff, or no longer do; those that were deleted since, too. */
  approved_count: Generated<number>;
  /** Bytes of all stored files of the account's memes. */
  stored_bytes: Generated<number>;
  /** When the account may again post as many memes at once as the hourly limit allows. */
  posts_full_at: Generated<Millis>;
  /** Which the person has chosen; null where the browser decides. */
  language: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Millis;
}

export interface ApiKeysTable {
  id: string;
  user_id: string;
  name: string;
  /** SHA-256 of the key, hex. The key itself is kept nowhere. */
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
  /** 0 free, 1 hidden by staff, 2 waits for the staff's approval. What is held is disabled, too. */
  held: Generated<number>;
  /** Of what is held: whether everyone sees it again once it is not. */
  shown_when_free: Generated<Flag>;
  /** Enabled memes of one age rating are numbered 0, 1, 2… without a gap, so a random one is a single keyed look-up. */
  slot: number | null;
  /** Where the bytes are in the storage, without the ending of each rendition. */
  image_key: string;
  /** Part of the public address: it changes with the content. */
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
  /** What the picture shows, in words. */
  alt: Generated<string>;
  /** Sizes of the stored files; null until they have been measured, and where the storage has lost the file. */
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
  /** What the API lists: the person's name there, or at Discord the id. */
  account: string;
  created_at: Millis;
  /** Who the person is there, for ever: the issuer and its id; null for one that cannot sign in. */
  subject: ColumnType<string | null, string | null | undefined, string | null>;
  /** What the person is called there, where the account does not say it. */
  name: ColumnType<string | null, string | null | undefined, string | null>;
  /** When the person last signed in with it. */
  used_at: ColumnType<Millis | null, Millis | null | undefined, Millis | null>;
}

export interface CountersTable {
  name: string;
  value: number;
}

/** What was rated on one day (in UTC): a meme, or all memes of a person that are enabled. Kept while a period holds it. */
export interface RatedDaysTable {
  /** The id of a meme or a person. */
  subject: string;
  /** Whole days since 1970. */
  day: number;
  /** How many of the periods still count it; see periods.ts. */
  within: number;
  sum: number;
  count: number;
}

/** The sum of a subject's days within a period, or of all time, in the order in which the best come first. */
export interface StandingsTable {
  subject: string;
  period: Period | "all";
  board: Board;
  sum: number;
  count: number;
  /** Worked out by the database. */
  score: ColumnType<number, never, never>;
}

/** Memes by age rating; those that are disabled; people. */
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
  /** The words that were said, if any. */
  text: string;
  /** The meme it tells of is disabled, and the person is not its author. */
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
  /** What staff said of it. */
  comment: string | null;
  created_at: Millis;
  /** The comment that it is about; null where it is about the meme. */
  comment_id: ColumnType<number | null, number | null | undefined, number | null>;
}

/** What is to be done later, or again and again. */
export interface JobsTable {
  kind: string;
  /** What it is about; empty where the kind says it all. */
  subject: string;
  run_at: Millis;
  attempts: number;
  /** What went wrong the last time. */
  error: string | null;
}

/** Answers to requests with an Idempotency-Key. */
export interface KeptAnswersTable {
  user_id: string;
  key: string;
  /** Of the request: another one with the same key is refused. */
  fingerprint: string;
  /** Of whoever is at work on it. */
  token: string;
  /** Null while it is being worked on; empty when the meme that it told of was deleted. */
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
  /** SHA-256 of the token in the cookie, hex. The token itself is kept nowhere. */
  hash: string;
  /** What the browser calls itself. */
  agent: string;
  created_at: Millis;
  /** To the hour. */
  seen_at: Millis;
  /** When the person last showed who they are: by signing in, or by typing the password again. */
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

/** What is to be sent to whom. Never the text: a link's secret is made for each try and kept as a hash. */
export interface MailsTable {
  id: string;
  kind: string;
  /** Null where nobody has the name that was typed: such a mail is written to nobody. */
  user_id: string | null;
  /** Null for the account's confirmed address as it is when the mail is sent. */
  address: string | null;
  /** The same in lower case. */
  address_key: string | null;
  language: string;
  /** What else the words need, as JSON. */
  about: string;
  /** The id of the request that asked for it. */
  request: string | null;
  /** Hash of the secret in the last try. */
  ticket: string | null;
  tries: Generated<number>;
  /** What the mail server said the last time. */
  error: string | null;
  created_at: Millis;
  sent_at: Millis | null;
  /** When it was given up. */
  failed_at: Millis | null;
}

/** Browsers in which somebody has signed in before: what strangers try elsewhere does not shut them out. */
export interface DevicesTable {
  hash: string;
  user_id: string;
  created_at: Millis;
}

/** A secret that is good for one use until its time is over; only its SHA-256 is kept. */
export interface TicketsTable {
  hash: string;
  user_id: string | null;
  created_at: Millis;
  expires_at: Millis;
}

/** What staff did, for as long as the site lives. */
export interface ActsTable {
  id: Generated<number>;
  /** Null for the operator at the command line, and for what happens by itself. */
  staff_id: string | null;
  staff_name: string;
  kind: string;
  /** Whom it concerns. */
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
  /** What it looks like: 64 bits, hex; of several frames, several of them with a space between. */
  look: string;
  reason: string;
  staff_name: string;
  created_at: Millis;
}

/** The looks of banned pictures in pieces: of two that are alike, at least one piece is the same. */
export interface BannedLooksTable {
  band: number;
  value: string;
  picture_id: number;
}

/** Somebody is on the way to another service, and back. */
export interface HandOffsTable {
  /** SHA-256 of the state, hex. */
  hash: string;
  /** Who wants to link an account there; null for somebody who signs in. */
  user_id: string | null;
  service: string;
  /** What has to be known on the way back, as JSON. */
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
  /** With commas between them. */
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

/** What a translator would say. */
export interface SuggestionsTable {
  language: string;
  key: string;
  /** The English words at that time. */
  source: string;
  text: string;
  user_id: string | null;
  created_at: Millis;
}

/** What went wrong with a request through our own fault. */
export interface FailuresTable {
  request: string;
  route: string;
  error: string;
  stack: string;
  created_at: Millis;
}

/** The requests of one minute at one node. */
export interface TrafficTable {
  /** Whole minutes since 1970. */
  minute: number;
  node: number;
  requests: number;
  failed: number;
  /** How many took how long, as JSON. */
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
