/** Work for later, or for regular intervals. */
export interface Job {
  kind: string;
  /** What it works on; empty if the kind says it all. */
  subject: string;
  runAt: number;
  attempts: number;
  /** Error of the last attempt. */
  error: string | undefined;
}
