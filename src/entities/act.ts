/** What staff can do, as the log names it. The catalogue has the words for each, as moderation.act-…. */
export const ACT_KINDS = [
  "take",
  "resolve",
  "hide",
  "release",
  "disable",
  "enable",
  "delete-meme",
  "delete-comment",
  "remove-avatar",
  "suspend",
  "lift",
  "ban-picture",
  "unban-picture",
  "approve",
  "refuse",
  "accept-template",
  "refuse-template",
  "edit-template",
  "retire-template",
  "remove-template",
  "pro",
  "perk",
  "notice",
  "invite",
  "reset",
  "revoke-key",
  "delete-user",
  "run-job",
  "site",
] as const;
export type ActKind = (typeof ACT_KINDS)[number];

/** An entry in the staff log. Names stay as they were. */
export interface Act {
  id: number;
  /** Undefined for the operator at the command line. */
  staffId: string | undefined;
  staffName: string;
  /** An ActKind, or one written by another version. */
  kind: string;
  /** The person concerned. */
  userId: string | undefined;
  userName: string;
  memeId: string | undefined;
  reportId: number | undefined;
  /** Reason or details. */
  note: string;
  createdAt: number;
}
