export interface Follow {
  followerId: string;
  followedId: string;
  createdAt: number;
}
