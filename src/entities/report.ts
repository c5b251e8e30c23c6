/** In the order of the numbers that the database, the API and exports share. */
export const REPORT_STATUSES = ["open", "assigned", "resolved"] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** A meme, or a comment under it. */
export interface Reported {
  memeId: string;
  /** Undefined if the report is about the meme itself. */
  commentId: number | undefined;
}

export interface Report extends Reported {
  id: number;
  /** Undefined if it was a guest. */
  reporterId: string | undefined;
  /** Where a guest wants to read the outcome, and in which language. Forgotten once it is sent. */
  email: string | undefined;
  language: string | undefined;
  reason: string;
  description: string;
  status: ReportStatus;
  /** The staff member it is assigned to. */
  assigneeId: string | undefined;
  /** The outcome, in the words of staff. */
  comment: string | undefined;
  createdAt: number;
}
