/** A meme whose author was told that it had been posted before, and has yet to decide. */
export interface Draft {
  userId: string;
  /** The id it will have. */
  memeId: string;
  /** The prepared submission, as JSON. */
  prepared: string;
  createdAt: number;
}
