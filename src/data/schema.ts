import type { Generated, Insertable, Kysely, Selectable } from "kysely";

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
  nodes: NodesTable;
}

export type Db = Kysely<Schema>;
export type UserRow = Selectable<UsersTable>;
export type ApiKeyRow = Selectable<ApiKeysTable>;
export type MemeRow = Selectable<MemesTable>;
export type RatingRow = Selectable<RatingsTable>;
export type CommentRow = Selectable<CommentsTable>;
export type NewMeme = Insertable<MemesTable>;
export type NewUser = Insertable<UsersTable>;
