import type { ColumnType, Generated } from "kysely";

import type { Flag, Millis } from "./columns.ts";

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
  /** "face-colour-hat"; null if the id decides. */
  avatar_drawing: ColumnType<string | null, string | null | undefined, string | null>;
  /** Storage key of an uploaded picture, without the endings of its sizes. It is shown instead of the drawing. */
  avatar_key: ColumnType<string | null, string | null | undefined, string | null>;
  /** Bytes of its files, counted in stored_bytes. */
  avatar_bytes: Generated<number>;
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
  /** Bytes of all stored files of the account: its memes and its avatar. */
  stored_bytes: Generated<number>;
  /** When the account's hourly allowance is full again. */
  posts_full_at: Generated<Millis>;
  /** Null if the browser decides. */
  language: ColumnType<string | null, string | null | undefined, string | null>;
  /** Wants to see mature memes. */
  shows_mature: ColumnType<Flag, Flag | undefined, Flag>;
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

/** The key itself is not stored, as with API keys. */
export interface GifKeysTable {
  id: string;
  user_id: string;
  name: string;
  hash: string;
  /** JSON. */
  origins: string;
  may_mature: Flag;
  created_at: Millis;
  used_at: Millis | null;
  revoked_at: Millis | null;
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

/** Somebody who wants the weekly mail. */
export interface WeeklyMailsTable {
  user_id: string;
  /** Of the browser in which they asked for it, if they have chosen none. */
  language: string;
  /** When the next one is due: the end of its week. */
  next_at: Millis;
}

/** A name that somebody has left. It belongs to the last one who did. */
export interface FormerNamesTable {
  /** In lower case. */
  name_key: string;
  name: string;
  user_id: string;
  left_at: Millis;
}
