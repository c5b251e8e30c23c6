import { sql, type RawBuilder } from "kysely";

import { ALLOWED, type Age } from "../entities/age.ts";

// Memes of each age rating have their own part of an index. A list of several ratings merges these parts.

/** A statement for each age rating that a list may go up to. */
export const upToAge = <Q>(build: (ages: readonly Age[]) => Q): Record<Age, Q> => ({
  1: build(ALLOWED[1]),
  2: build(ALLOWED[2]),
  4: build(ALLOWED[4]),
});

/** The lists of several age ratings, to be merged. */
export const fromEachAge = (ages: readonly Age[], list: (age: Age) => RawBuilder<unknown>) =>
  sql.join(
    ages.map((age) => sql`select * from (${list(age)}) as ${sql.ref(`age_${age}`)}`),
    sql` union all `,
  );
