/** What answers of the API say about an account, to everyone. */
export interface PublicUser extends Perks, Appearance {
  id: string;
  username: string;
  bio: string;
  /** Undefined if the account was never Pro. */
  proSince: number | undefined;
  /** Undefined without an end date. */
  proUntil: number | undefined;
  /** Enabled memes: the public count. */
  memeCount: number;
  followerCount: number;
  followingCount: number;
  createdAt: number;
}

/** An account without its password, which only core/users/password.ts checks. */
export interface User extends PublicUser, Suspension, Avatar {
  /** Four digits; the older API root writes "name#tag". */
  tag: string;
  /** The confirmed address. Unique. */
  email: string | undefined;
  emailConfirmedAt: number | undefined;
  /** An unconfirmed address. */
  newEmail: string | undefined;
  hasPassword: boolean;
  /** All memes, including disabled ones: decides who is a memer. */
  submittedCount: number;
  /** Notifications the person can see. */
  notificationCount: number;
  /** Those of them not yet seen. */
  unseenCount: number;
  /** Notifications the person turned off: bit n stands for type n. */
  muted: number;
  /** Memes that staff approved, or that needed no approval; deleted ones too. */
  approvedCount: number;
  /** Bytes of all stored files of the account: its memes and its avatar. */
  storedBytes: number;
  /** When the account's hourly allowance is full again. */
  postsFullAt: number;
  /** Undefined if the browser decides. */
  language: string | undefined;
  /** Wants to see mature memes. */
  showsMature: boolean;
}

/** Kept until somebody takes them away. Pro has a start and an end. */
export interface Perks {
  verified: boolean;
  staff: boolean;
  translator: boolean;
  service: boolean;
  founder: boolean;
}

export interface Suspension {
  suspendedAt: number | undefined;
  /** Undefined without an end date. */
  suspendedUntil: number | undefined;
  suspendedReason: string;
}

/** Colours as six hex digits, and the name of a pattern. Kept when Pro ends, but no longer shown. */
export interface Appearance {
  nameColor: string | undefined;
  backgroundColor: string | undefined;
  backgroundUrl: string | undefined;
}

/** What a person looks like: a picture, else a drawing. With neither, the id decides. */
export interface Avatar {
  /** "face-colour-hat". */
  avatarDrawing: string | undefined;
  /** Storage key of a picture, without the endings of its sizes. Never used twice. */
  avatarKey: string | undefined;
  /** Bytes of its files. */
  avatarBytes: number;
}
