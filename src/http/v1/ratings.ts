import { z } from "zod";

import { listMemeRatings } from "../../core/ratings/list-meme-ratings.ts";
import { readOwnRating } from "../../core/ratings/read-own-rating.ts";
import { jsonArray } from "../json.ts";
import { route } from "../route.ts";
import { exampleRating } from "./examples.ts";
import { BAD_CURSOR, MEME_ID, NO_MEME, PAGE, presentingOf } from "./memes.ts";
import { presentRating } from "./present.ts";
import { Rating } from "./schemas.ts";

const getOwnRating = route({
  name: "getOwnRating",
  method: "GET",
  path: "/meme/{id}/rating",
  access: { needs: "read" },
  tag: "Ratings",
  summary: "The caller's own rating of a meme",
  description: "The rating and its times are null where the caller has not rated.",
  params: MEME_ID,
  answer: { description: "The caller's rating.", schema: Rating, example: exampleRating },
  refusals: { 404: NO_MEME },
  handle: async (call) => presentRating(await readOwnRating(call.ctx, call.params.id!), presentingOf(call)),
});

const getRatings = route({
  name: "getRatings",
  method: "GET",
  path: "/meme/{id}/ratings",
  access: { needs: "read", permission: "Ratings", pro: true },
  tag: "Ratings",
  summary: "All ratings of a meme",
  description: `Newest first. A list of more than ${PAGE} goes on at the address in the header Link.`,
  params: MEME_ID,
  input: z.object({
    cursor: z
      .string()
      .regex(/^\d{1,15}-\d{17,19}$/, { error: BAD_CURSOR })
      .optional()
      .describe("Where the list goes on; taken from the header Link"),
  }),
  answer: { description: "The ratings.", schema: z.array(Rating), example: [exampleRating] },
  refusals: { 400: BAD_CURSOR, 404: NO_MEME },
  handle: async (call, { cursor }) => {
    const [at, userId] = cursor?.split("-") ?? [];
    const after = at && userId ? { at: Number(at), userId } : undefined;
    const found = await listMemeRatings(call.ctx, { memeId: call.params.id!, amount: PAGE + 1, after });
    const page = found.slice(0, PAGE);
    const last = page.at(-1)?.rating;
    if (found.length > PAGE && last) call.linkNext(`${last.created_at}-${last.user_id}`);
    const to = presentingOf(call);
    return jsonArray(page.map((one) => presentRating(one, to)));
  },
});

export const ratingRoutes = [getOwnRating, getRatings];
