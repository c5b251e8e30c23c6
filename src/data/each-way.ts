import { sql, type RawBuilder } from "kysely";

// A list by places is walked on from a place, or back from it. Both are one walk along the same index.

export interface Way {
  /** Compares a place with the one that the walk starts from. The way back begins with that place itself. */
  beyond: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

export const ON: Way = { beyond: sql`<`, order: sql`desc` };
const BACK: Way = { beyond: sql`>=`, order: sql`asc` };

/** A statement for each way. */
export const eachWay = <Q>(build: (way: Way) => Q) => {
  const [on, back] = [build(ON), build(BACK)];
  return (isBack: boolean | undefined): Q => (isBack ? back : on);
};
