/** Somebody who wants the weekly mail. */
export interface WeeklyMail {
  userId: string;
  /** Of the browser in which they asked for it, if they have chosen none. */
  language: string;
  /** When the next one is due: the end of its week. */
  nextAt: number;
}
