import { z } from "zod";

import { pickRandomMeme } from "../../../core/memes/pick-random-meme.ts";
import { MAX_EXCLUDED, MAX_RANDOM, pickRandomMemes, type RandomWish } from "../../../core/memes/pick-random-memes.ts";
import { findWrittenMeme } from "../../../core/memes/read-written-meme.ts";
import type { Age } from "../../../entities/age.ts";
import { DomainError } from "../../../errors.ts";
import { whenReady } from "../../../when-ready.ts";
import { message } from "../../../words/messages.ts";
import { maxAge, optionalNumber } from "../../fields.ts";
import type { ApiCall } from "../api-call.ts";
import { route } from "../api-route.ts";
import { exampleMeme } from "../example-meme.ts";
import { presentingOf } from "../presenting.ts";
import { presentMemes } from "./kept-memes.ts";
import { presentMeme } from "./present.ts";
import { Meme } from "./schemas.ts";

const BAD_COUNT = `The count must be a whole number from 1 to ${MAX_RANDOM}.`;
const MAX_SEED = 100;
const BAD_SEED = `The seed must have 1 to ${MAX_SEED} characters.`;
const BAD_EXCLUDED = `Exclude must be the ids of at most ${MAX_EXCLUDED} memes, separated by commas.`;
const ID = "[1-9]\\d{16,18}";
const IDS = new RegExp(`^(${ID}(,${ID}){0,${MAX_EXCLUDED - 1}})?$`);

export const getRandomMeme = route({
  name: "getRandomMeme",
  method: "GET",
  path: "/meme/random",
  access: "member",
  tag: "Memes",
  summary: "Get a random meme, or several",
  description:
    "Any enabled meme up to the given age rating, each equally likely. With count, the answer is a list of different memes, shorter only if the site has no more.",
  input: z.object({
    age: maxAge,
    count: optionalNumber({ min: 1, max: MAX_RANDOM, error: BAD_COUNT }).describe(
      "How many memes. Without it, you get one meme instead of a list",
    ),
    seed: z
      .string()
      .min(1, { error: BAD_SEED })
      .max(MAX_SEED, { error: BAD_SEED })
      .optional()
      .describe("Any text. The same one gives the same memes in the same order, until a meme comes or goes"),
    exclude: z
      .string()
      .regex(IDS, { error: BAD_EXCLUDED })
      .optional()
      .describe(`Ids of memes you don't want, separated by commas; at most ${MAX_EXCLUDED}`),
  }),
  answer: {
    description: "One meme; with count, a list.",
    schema: z.union([Meme, z.array(Meme)]),
    example: exampleMeme,
  },
  refusals: { 400: BAD_COUNT, 404: "There are no memes to show." },
  handle: (call, { age, count, seed, exclude }) => {
    if (count === undefined && seed === undefined && exclude === undefined) return pickOne(call, age);
    return answerPicked(call, count, { age, seed, exclude: exclude?.split(",") });
  },
});

/** What is found at once is sent at once. What somebody has waited for needs bytes of its own. */
function pickOne({ ctx, writers }: ApiCall, age: Age) {
  let isLater = false;
  const picked = pickRandomMeme(ctx, age, (_, id) =>
    whenReady(findWrittenMeme(ctx, id, writers.memes), (found) => (isLater ? found?.lasting() : found)),
  );
  isLater = true;
  return picked;
}

/** The count alone decides whether the answer is a list. */
async function answerPicked(call: ApiCall, count: number | undefined, wish: Omit<RandomWish, "count">) {
  const memes = await pickRandomMemes(call.ctx, { ...wish, count: count ?? 1 });
  if (count !== undefined) return presentMemes(memes, presentingOf(call));
  const [meme] = memes;
  if (!meme) throw new DomainError("not_found", message("error.no-meme-to-show"));
  return presentMeme(meme, presentingOf(call));
}
