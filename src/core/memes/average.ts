import type { Meme } from "../../entities/meme.ts";

/** To two decimals; 0 where nobody has rated. */
export const averageOf = ({ rating: { sum, total } }: Meme) =>
  total === 0 ? 0 : Math.round((sum / total) * 100) / 100;
