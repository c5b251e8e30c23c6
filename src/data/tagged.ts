import { sql } from "kysely";

import type { Age } from "../entities/age.ts";
import { fromEachAge, upToAge } from "./each-age.ts";
import { eachWay } from "./each-way.ts";
import { merged } from "./merged.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import type { Standing } from "./scores.ts";

// The memes of a tag, in each order straight from an index.

const ORDERS = { hot: "heat", new: "created_at", top: "score" } as const;
export type TagOrder = keyof typeof ORDERS;

/** By the value that the order goes by, and then by id. */
const START: Standing = { subject: "", score: Number.MAX_VALUE };

const inOrder = (name: TagOrder) =>
  eachWay(({ beyond, order }) =>
    upToAge((ages) =>
      merged((limit) =>
        prepared((_db, tag: string, score: number, subject: string, amount: number, skip: number) => {
          const by = sql.ref(ORDERS[name]);
          const each = fromEachAge(
            ages,
            (age) => sql`select ${by} as score, meme_id as subject from meme_tags
              where tag = ${tag} and age = ${sql.lit(age)} and (${by}, meme_id) ${beyond} (${score}, ${subject})
              order by ${by} ${order}, meme_id ${order} ${limit}`,
          );
          return sql<Standing>`select score, subject from (${each}) as tagged
            order by score ${order}, subject ${order} limit ${amount} offset ${skip}`;
        }),
      ),
    ),
  );
const tagged = { hot: inOrder("hot"), new: inOrder("new"), top: inOrder("top") };

export interface TaggedQuery {
  tag: string;
  order: TagOrder;
  maxAge: Age;
  after?: Standing | undefined;
  skip: number;
  amount: number;
  /** Walks back from the cursor, and begins with the place of the cursor itself. */
  back?: boolean | undefined;
}

export const listTagged = (db: Db, { tag, order, maxAge, after = START, skip, amount, back }: TaggedQuery) =>
  tagged[order](back)[maxAge](db, skip + amount, tag, after.score, after.subject, amount, skip);
