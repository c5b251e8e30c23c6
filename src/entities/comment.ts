export interface Comment {
  id: number;
  memeId: string;
  authorId: string;
  content: string;
  /** The comment it replies to. */
  parentId: number | undefined;
  createdAt: number;
}
