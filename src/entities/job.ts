/** Work to be done later, or again and again. */
export interface Job {
  kind: string;
  /** What it is about; empty where the kind says it all. */
  subject: string;
  runAt: number;
  attempts: number;
  /** What went wrong the last time. */
  error: string | undefined;
}
