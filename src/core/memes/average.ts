import type { Meme } from "../../entities/meme.ts";

/** Two decimals; 0 without ratings. */
export const averageOf = ({ rating: { sum, total } }: Meme) =>
  total === 0 ? 0 : Math.round((sum / total) * 100) / 100;
