/** A key of a program that searches for GIFs. It shows what a guest may see, and opens nothing else. */
export interface GifKey {
  id: string;
  userId: string;
  name: string;
  /** Sites whose pages may use it, such as https://chat.example.org; empty if all may. */
  origins: readonly string[];
  /** Whether it may ask for mature memes. */
  mature: boolean;
  createdAt: number;
  /** To the minute; undefined until the first use. */
  usedAt: number | undefined;
  revokedAt: number | undefined;
}
