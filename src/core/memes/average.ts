import type { MemeRow } from "../../data/schema.ts";

/** To two decimals; 0 where nobody has rated. */
export const averageOf = ({ rating_sum, rating_count }: MemeRow) =>
  rating_count === 0 ? 0 : Math.round((rating_sum / rating_count) * 100) / 100;
