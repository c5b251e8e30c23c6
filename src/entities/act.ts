/** What staff can do, as the log names it; the words for each are in the catalogue, as moderation.act-…. */
export const ACT_KINDS = [
  "take",
  "resolve",
  "hide",
  "release",
  "disable",
  "enable",
  "delete-meme",
  "delete-comment",
  "suspend",
  "lift",
  "ban-picture",
  "unban-picture",
  "approve",
  "refuse",
  "pro",
  "perk",
  "notice",
  "invite",
  "reset",
  "revoke-key",
  "delete-user",
  "run-job",
] as const;
export type ActKind = (typeof ACT_KINDS)[number];

/** An entry in the log of what staff did. Names stay as they were. */
export interface Act {
  id: number;
  /** Undefined for the operator at the command line. */
  staffId: string | undefined;
  staffName: string;
  /** An ActKind, or one that another version of the program wrote. */
  kind: string;
  /** The person concerned. */
  userId: string | undefined;
  userName: string;
  memeId: string | undefined;
  reportId: number | undefined;
  /** Why, or what exactly. */
  note: string;
  createdAt: number;
}
