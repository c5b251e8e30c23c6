import { sql } from "kysely";

import type { Age } from "../entities/age.ts";
import { fromEachAge, upToAge } from "./each-age.ts";
import { merged } from "./merged.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import { SCORE_OF_MEME } from "./score-of-meme.ts";
import type { Standing } from "./scores.ts";

// `template_memes` holds enabled memes only: they come and go with the meme, and `templates.uses` counts them.

const add = prepared(
  (_, memeId: string) => sql<{ templateId: string }>`insert into template_memes (meme_id, template_id, age, score)
    select m.id, r.template_id, m.age, ${SCORE_OF_MEME} from recipes r join memes m on m.id = r.meme_id
    where r.meme_id = ${memeId} and r.template_id is not null and m.disabled = 0
    on conflict do nothing returning template_id as "templateId"`,
);
const take = prepared((db, memeId: string) =>
  db.deleteFrom("template_memes").where("meme_id", "=", memeId).returning("template_id as templateId"),
);
const count = prepared((db, id: string, by: number) =>
  db
    .updateTable("templates")
    .set((eb) => ({ uses: eb("uses", "+", by) }))
    .where("id", "=", id),
);

/** Puts an enabled meme among those of the template it was made with, if any. The caller has locked the meme. */
export async function listMade(db: Db, memeId: string): Promise<void> {
  for (const { templateId } of await add(db, memeId)) await count(db, templateId, +1);
}

/** Takes a meme out again. The caller has locked it. */
export async function unlistMade(db: Db, memeId: string): Promise<void> {
  for (const { templateId } of await take(db, memeId)) await count(db, templateId, -1);
}

const sort = prepared(
  (_, memeId: string) => sql`update template_memes set score = (
      select ${SCORE_OF_MEME} from memes m where m.id = template_memes.meme_id)
    where meme_id = ${memeId}`,
);

/** After the meme's rating has changed. */
export const sortMade = async (db: Db, memeId: string): Promise<void> => void (await sort(db, memeId));

const START: Standing = { subject: "", score: Number.MAX_VALUE };

const best = upToAge((ages) =>
  merged((limit) =>
    prepared((_db, templateId: string, score: number, subject: string, amount: number, skip: number) => {
      const each = fromEachAge(
        ages,
        (age) => sql`select score, meme_id as subject from template_memes
          where template_id = ${templateId} and age = ${sql.lit(age)} and (score, meme_id) < (${score}, ${subject})
          order by score desc, meme_id desc ${limit}`,
      );
      return sql<Standing>`select score, subject from (${each}) as made
        order by score desc, subject desc limit ${amount} offset ${skip}`;
    }),
  ),
);

interface MadeQuery {
  templateId: string;
  maxAge: Age;
  after?: Standing | undefined;
  skip: number;
  amount: number;
}

/** Memes made with a template, the best first. */
export const listBestMade = (db: Db, { templateId, maxAge, after = START, skip, amount }: MadeQuery) =>
  best[maxAge](db, skip + amount, templateId, after.score, after.subject, amount, skip);
