/** One person's rating of one meme. */
export interface Rating {
  memeId: string;
  userId: string;
  /** From 1 to 5. */
  value: number;
  createdAt: number;
}
