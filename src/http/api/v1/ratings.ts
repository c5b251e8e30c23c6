import { z } from "zod";

import { requireMember } from "../../../core/access.ts";
import { findVisibleMeme } from "../../../core/memes/find-visible-meme.ts";
import { listMemeRatings } from "../../../core/ratings/list-meme-ratings.ts";
import { rateMeme } from "../../../core/ratings/rate-meme.ts";
import { readOwnRating } from "../../../core/ratings/read-own-rating.ts";
import { takeRatingBack } from "../../../core/ratings/take-rating-back.ts";
import { BAD_CURSOR, cursorInput, ID } from "../../cursor.ts";
import { BAD_RATING, RATING_RANGE, wholeNumber } from "../../fields.ts";
import { jsonArray } from "../../json.ts";
import { route } from "../api-route.ts";
import { readPage } from "../lists.ts";
import { MEME_ID, NO_MEME, presentingOf } from "../presenting.ts";
import { done, PAGE, succeeded } from "./common.ts";
import { exampleRating } from "./examples.ts";
import { presentRating } from "./present.ts";
import { Rating, RatingGiven, Success } from "./schemas.ts";

const getOwnRating = route({
  name: "getOwnRating",
  method: "GET",
  path: "/meme/{id}/rating",
  access: "member",
  tag: "Ratings",
  summary: "Get your rating of a meme",
  description: "The rating and its times are null if you haven't rated the meme.",
  params: MEME_ID,
  answer: { description: "Your rating.", schema: Rating, example: exampleRating },
  refusals: { 404: NO_MEME },
  handle: async (call) => presentRating(await readOwnRating(call.ctx, call.params.id!), presentingOf(call)),
});

const getRatings = route({
  name: "getRatings",
  method: "GET",
  path: "/meme/{id}/ratings",
  access: "member",
  needs: ["Ratings", "Pro"],
  tag: "Ratings",
  summary: "List a meme's ratings",
  description: `Newest first. A list of more than ${PAGE} is paginated through the Link header.`,
  params: MEME_ID,
  input: z.object(cursorInput),
  answer: { description: "The ratings.", schema: z.array(Rating), example: [exampleRating] },
  refusals: { 400: BAD_CURSOR, 404: NO_MEME },
  handle: async (call, input) => {
    // Look up the meme first: a bad cursor must not reveal that a hidden meme exists.
    const meme = await findVisibleMeme(call.ctx, call.params.id!);
    const shape = z.object({ at: z.number(), userId: ID });
    const ratings = await readPage(call, { ...input, amount: PAGE }, shape, (query) =>
      listMemeRatings(call.ctx, meme, query),
    );
    const to = presentingOf(call);
    return jsonArray(ratings.map((one) => presentRating(one, to)));
  },
});

/** Some clients send PUT, some POST. */
const rateRoute = (method: "POST" | "PUT") =>
  route({
    name: method === "POST" ? "postRating" : "putRating",
    method,
    path: "/meme/{id}/rate",
    access: "member",
    needs: ["Write"],
    tag: "Ratings",
    summary: "Rate a meme",
    description: "Rating again replaces your earlier rating. You can rate your own memes.",
    params: MEME_ID,
    once: true,
    input: z.object({ rating: wholeNumber(RATING_RANGE).describe("From 1 (a smirk) to 5 (a guffaw)") }),
    answer: { description: "The rating.", schema: RatingGiven, example: { success: true, ...exampleRating } },
    refusals: { 400: BAD_RATING, 404: NO_MEME },
    handle: (call, { rating }) =>
      call.once(async (ctx) => {
        const memeId = call.params.id!;
        const given = await rateMeme(ctx, { memeId, rating });
        const { user } = requireMember(ctx.actor);
        return { memeId, body: succeeded(presentRating({ rating: given, user }, presentingOf(call))) };
      }),
  });

const deleteRating = route({
  name: "deleteRating",
  method: "DELETE",
  path: "/meme/{id}/rating",
  access: "member",
  needs: ["Write"],
  tag: "Ratings",
  summary: "Withdraw your rating of a meme",
  description: "Does nothing if you haven't rated the meme.",
  params: MEME_ID,
  answer: { description: "Withdrawn.", schema: Success, example: { success: true } },
  refusals: { 404: NO_MEME },
  handle: (call) => done(takeRatingBack(call.ctx, call.params.id!)),
});

export const ratingRoutes = [getOwnRating, getRatings, rateRoute("POST"), rateRoute("PUT"), deleteRating];
