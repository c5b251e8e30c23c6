import type { ColumnType, Generated, Insertable, Kysely, Selectable } from "kysely";

import type { Period } from "./periods.ts";

// User and meme ids are TEXT of 18 digits, times integer milliseconds, booleans 0 and 1: both databases give back
// the same JavaScript values, and no digit is ever rounded.
type Flag = number;
type Millis = number;

export interface UsersTable {
  id: string;
  username: string;
  /** The username in lower case: names are unique whatever their case. */
  username_key: string;
  tag: string;
  email: string | null;
  email_key: string | null;
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
  name_color: string | null;
  background_color: string | null;
  background_url: string | null;
  suspended_at: Millis | null;
  /** Enabled memes: what everyone may count. */
  meme_count: number;
  /** All memes, disabled ones too: decides who is a memer. */
  submitted_count: number;
  follower_count: number;
  following_count: number;
  /** Notifications that the person can see. */
  notification_count: Generated<number>;
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
  account: string;
  created_at: Millis;
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
  nodes: NodesTable;
}

export type Db = Kysely<Schema>;
export type UserRow = Selectable<UsersTable>;
export type ApiKeyRow = Selectable<ApiKeysTable>;
export type MemeRow = Selectable<MemesTable>;
export type RatingRow = Selectable<RatingsTable>;
export type CommentRow = Selectable<CommentsTable>;
export type NotificationRow = Selectable<NotificationsTable>;
export type ReportRow = Selectable<ReportsTable>;
export type SessionRow = Selectable<SessionsTable>;
export type TicketRow = Selectable<TicketsTable>;
export type JobRow = Selectable<JobsTable>;
export type NewMeme = Insertable<MemesTable>;
export type NewUser = Insertable<UsersTable>;
