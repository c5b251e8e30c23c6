/** A name that somebody has left. It leads to them until somebody else takes it. */
export interface FormerName {
  name: string;
  userId: string;
  leftAt: number;
}
