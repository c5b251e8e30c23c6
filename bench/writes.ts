// Rows that write: sixteen accounts, each with its own key, over different memes.
import type { Row } from "./measure.ts";
import type { Site } from "./site.ts";
import { shuffled } from "./zipf.ts";

const MANY = 32;
const MAX_MEMES = 50_000;
/** Each pass over the memes writes something else, so that every request is a change. */
const PASSES = [0, 1];

const enabled = ({ database }: Site) => database.db.selectFrom("memes").select("id").where("disabled", "=", 0);

async function ratings(site: Site): Promise<string[]> {
  const memes = shuffled(await enabled(site).orderBy("id").execute()).slice(0, MAX_MEMES);
  return PASSES.flatMap((pass) =>
    memes.map(({ id }, i) => {
      const { key } = site.writers[i % site.writers.length]!;
      return `PUT /v1/meme/${id}/rate?rating=${1 + ((i + pass) % 5)}\tAuthorization: ${key}`;
    }),
  );
}

/** Only its author may change a caption. */
async function captions(site: Site): Promise<string[]> {
  const memes: { id: string; key: string }[] = [];
  for (const { userId, key } of site.writers)
    for (const { id } of await enabled(site).where("author_id", "=", userId).execute()) memes.push({ id, key });
  const mixed = shuffled(memes);
  return PASSES.flatMap((pass) =>
    mixed.map(({ id, key }, i) => `PUT /v1/meme/${id}/caption?caption=Measured+${i}+${pass}\tAuthorization: ${key}`),
  );
}

/** Changes to the memes of the author with a thousand of them. */
export async function ownCaptions(site: Site): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${site.port}/api/v1/mymemes`, { headers: { Authorization: site.key } });
  const memes = (await answer.json()) as { memeid: string }[];
  return PASSES.flatMap((pass) =>
    memes.map(({ memeid }, i) => `PUT /v1/meme/${memeid}/caption?caption=Changed+${i}+${pass}`),
  );
}

export const WRITES: readonly Row[] = [
  {
    name: "PUT rate",
    targets: { sqlite: { unit: "µs", max: 500 }, postgres: { unit: "µs" } },
    connections: MANY,
    draw: "in turn",
    asGuest: true, // each request has its own key
    requests: ratings,
  },
  {
    name: "PUT caption",
    targets: { sqlite: { unit: "µs", max: 350 }, postgres: { unit: "µs" } },
    connections: MANY,
    draw: "in turn",
    asGuest: true,
    requests: captions,
  },
];
