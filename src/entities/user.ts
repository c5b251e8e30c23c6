/** An account, without its password: that is checked by core/users/password.ts alone. */
export interface User extends Perks, Suspension, Appearance {
  id: string;
  username: string;
  /** Four digits; the older API root writes "name#tag". */
  tag: string;
  /** The confirmed address: no two accounts have the same. */
  email: string | undefined;
  emailConfirmedAt: number | undefined;
  /** An address that somebody claims and has yet to confirm. */
  newEmail: string | undefined;
  hasPassword: boolean;
  bio: string;
  /** Undefined when the account never was Pro. */
  proSince: number | undefined;
  /** Undefined while Pro has no end date. */
  proUntil: number | undefined;
  /** Enabled memes: what everyone may count. */
  memeCount: number;
  /** All memes, disabled ones too: decides who is a memer. */
  submittedCount: number;
  followerCount: number;
  followingCount: number;
  /** Notifications that the person can see. */
  notificationCount: number;
  /** Those among them that the person has not looked at. */
  unseenCount: number;
  /** Notifications that the person turned off: bit n stands for type n. */
  muted: number;
  /** Memes that staff approved, or that needed no approval; deleted ones too. */
  approvedCount: number;
  /** Bytes of all stored files of the account's memes. */
  storedBytes: number;
  /** When the account may again post as many memes at once as the hourly limit allows. */
  postsFullAt: number;
  /** Undefined where the browser decides. */
  language: string | undefined;
  createdAt: number;
}

/** What an account has until somebody takes it away again; Pro has a beginning and an end. */
export interface Perks {
  verified: boolean;
  staff: boolean;
  translator: boolean;
  service: boolean;
  founder: boolean;
}

export interface Suspension {
  suspendedAt: number | undefined;
  /** Undefined while a suspension has no end date. */
  suspendedUntil: number | undefined;
  suspendedReason: string;
}

/** Colours as six hex digits, and the name of a pattern: kept when Pro ends, and no longer shown. */
export interface Appearance {
  nameColor: string | undefined;
  backgroundColor: string | undefined;
  backgroundUrl: string | undefined;
}
