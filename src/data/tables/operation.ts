import type { ColumnType, Generated } from "kysely";

import type { Flag, Millis } from "./columns.ts";

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
  /** Of a comment: the recipient was mentioned in it. */
  mention: Generated<number>;
  /** The stored message, if any. */
  text: string;
  /** The meme it is about is disabled, and the person is not its author. */
  hidden: Flag;
  created_at: Millis;
  seen: Generated<Flag>;
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
  /** When an attempt began that has not failed. Only for mails that are never sent twice. */
  begun_at: ColumnType<Millis | null, Millis | null | undefined, Millis | null>;
  sent_at: Millis | null;
  /** When it was given up. */
  failed_at: Millis | null;
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
  /** Statements sent to the database, and the time spent waiting for them. */
  queries: Generated<number>;
  database_ms: Generated<number>;
  /** Time that requests waited for their turn, and how many did so at once. */
  waited_ms: Generated<number>;
  max_waiting: Generated<number>;
}

/** The slowest requests of one minute at one node. */
export interface SlowRequestsTable {
  minute: number;
  node: number;
  request: string;
  method: string;
  route: string;
  status: number;
  ms: number;
  database_ms: number;
  waited_ms: number;
}

/** Jobs of one kind that ran in one minute at one node. */
export interface JobMinutesTable {
  minute: number;
  node: number;
  kind: string;
  /** Runs that ended in this minute. */
  runs: number;
  failed: number;
  /** Time they took within this minute. */
  ms: number;
}

type Measured = ColumnType<number | null, number | null | undefined, number | null>;

/** How much was stored on one day. */
export interface SizesTable {
  /** Days since 1970. */
  day: number;
  /** Null if not measured. */
  database_bytes: Measured;
  image_bytes: Measured;
  image_files: Measured;
  /** On the fullest disk; null if neither database nor images are on one of this machine's disks. */
  free_bytes: Measured;
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
  /** When it was restored on trial. */
  verified_at: ColumnType<Millis | null, Millis | null | undefined, Millis | null>;
}

export interface NodesTable {
  number: number;
  token: string;
  seen_at: Millis;
  /** Where a server can be reached. */
  address: string | null;
  /** Kinds of jobs that it runs at times chosen by the operator, separated by spaces. */
  schedules: string | null;
}

/** What happened to memes, for those who listen. */
export interface EventsTable {
  id: Generated<number>;
  /** Null until somebody has numbered it. */
  number: number | null;
  kind: string;
  meme_id: string;
  author_id: string;
  age: number;
  /** Separated by spaces. */
  tags: string;
}

/** A change of a row that may be kept, written by a trigger; see changes.ts. */
export interface ChangesTable {
  kind: string;
  subject: string;
  owner: Generated<string>;
}

/** Has a row only inside a transaction that loads many rows: then the triggers write nothing. */
export interface BulkLoadsTable {
  id: number;
}
