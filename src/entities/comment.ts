export interface Comment {
  id: number;
  memeId: string;
  authorId: string;
  content: string;
  /** The comment it replies to. */
  parentId: number | undefined;
  likeCount: number;
  createdAt: number;
}

export interface CommentLike {
  commentId: number;
  userId: string;
  createdAt: number;
}
