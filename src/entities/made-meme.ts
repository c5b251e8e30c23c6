/** Who may remix a meme. Its author always may. */
export const REMIXERS = ["everyone", "followers", "nobody"] as const;
export type Remixers = (typeof REMIXERS)[number];

/** How a meme was made. One that has none of this was uploaded, and nobody may remix it. */
export interface MadeMeme {
  memeId: string;
  /** JSON; undefined if the meme was uploaded, or its recipe is gone. */
  recipe: string | undefined;
  templateId: string | undefined;
  /** The meme it was remixed from. */
  parentId: string | undefined;
  remix: Remixers;
  editedAt: number | undefined;
}
