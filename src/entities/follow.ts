/** One person follows another. */
export interface Follow {
  followerId: string;
  followedId: string;
  createdAt: number;
}
