import { z } from "zod";

import { listFollowedMemes } from "../../../core/memes/list-followed-memes.ts";
import { listHotMemes } from "../../../core/memes/list-hot-memes.ts";
import { listMemesOfDays } from "../../../core/memes/list-memes-of-days.ts";
import { listRecentMemes } from "../../../core/memes/list-recent-memes.ts";
import { listTopMemes } from "../../../core/memes/list-top-memes.ts";
import { MAX_SEARCH, searchMemes } from "../../../core/search/search-memes.ts";
import { dayCursor, memeCursor, searchCursor, standing } from "../../cursor.ts";
import { maxAge } from "../../fields.ts";
import { route } from "../api-route.ts";
import { exampleMeme } from "../example-meme.ts";
import { listInput, listRefusal, readPage } from "../lists.ts";
import { presentingOf } from "../presenting.ts";
import { FEED } from "./common.ts";
import { answerMemes, answerWritten, MEMES } from "./meme-list.ts";
import { presentMemesOfDays } from "./kept-memes.ts";
import { MemeOfDay } from "./schemas.ts";

const TAG = "Feeds";
const GOES_ON = "Long lists are paginated through the Link header.";
const NO_SEARCH = "Send the words to search for in the parameter search.";
const BAD_PERIOD = "The period must be 1d, 7d, 1mo or all.";

const getRecentMemes = route({
  name: "getRecentMemes",
  method: "GET",
  path: "/meme/recents",
  access: "member",
  tag: TAG,
  summary: "List the newest memes",
  description: GOES_ON,
  input: z.object({ ...listInput(FEED), age: maxAge }),
  answer: MEMES,
  refusals: { 400: listRefusal(FEED) },
  handle: (call, { age, ...list }) =>
    answerWritten(call, list, memeCursor, (query, written) => listRecentMemes(call.ctx, { ...query, age }, written)),
});

const getHotMemes = route({
  name: "getHotMemes",
  method: "GET",
  path: "/meme/hot",
  access: "member",
  tag: TAG,
  summary: "List the hottest memes",
  description: `New memes first, but good ratings keep a meme up and bad ones push it down: each doubling of its points is worth 8 hours. It starts with 10 points; a rating from 1 to 5 adds -3, -1, 1, 3 or 5. ${GOES_ON}`,
  input: z.object({ ...listInput(FEED), age: maxAge }),
  answer: MEMES,
  refusals: { 400: listRefusal(FEED) },
  handle: (call, { age, ...list }) =>
    answerWritten(call, list, memeCursor, (query, written) => listHotMemes(call.ctx, { ...query, age }, written)),
});

const getFollowedMemes = route({
  name: "getFollowedMemes",
  method: "GET",
  path: "/meme/following",
  access: "member",
  tag: TAG,
  summary: "List the newest memes of whom you follow",
  description: `Memes of the people and tags you follow. ${GOES_ON}`,
  input: z.object({ ...listInput(FEED), age: maxAge }),
  answer: MEMES,
  refusals: { 400: listRefusal(FEED) },
  handle: (call, { age, ...list }) =>
    answerWritten(call, list, memeCursor, (query, written) => listFollowedMemes(call.ctx, { ...query, age }, written)),
});

const getMemesOfDays = route({
  name: "getMemesOfDays",
  method: "GET",
  path: "/meme/day",
  access: "member",
  tag: TAG,
  summary: "List the memes of the day",
  description: `The best meme of each day, newest first; the first one is yesterday's. It is chosen soon after midnight, in UTC, among the memes posted that day that at least two people rated. None is mature. A day without a good one has none. ${GOES_ON}`,
  input: z.object(listInput(FEED)),
  answer: {
    description: "The days with their memes.",
    schema: z.array(MemeOfDay),
    example: [{ day: "2026-11-01", meme: exampleMeme }],
  },
  refusals: { 400: listRefusal(FEED) },
  handle: async (call, list) => {
    const memes = await readPage(call, list, dayCursor, (query) => listMemesOfDays(call.ctx, query));
    return presentMemesOfDays(memes, presentingOf(call));
  },
});

const getTopMemes = route({
  name: "getTopMemes",
  method: "GET",
  path: "/meme/top",
  access: "member",
  tag: TAG,
  summary: "List the best-rated memes",
  description: `Ranked by the ratings received in the period: today and that many days before it, in UTC; a month has 30. A few ratings count for less than many. ${GOES_ON}`,
  input: z.object({
    period: z
      .enum(["1d", "7d", "1mo", "all"], { error: BAD_PERIOD })
      .default("all")
      .describe("Which ratings count: those of a day, a week, a month, or all of them"),
    ...listInput(FEED),
    age: maxAge,
  }),
  answer: MEMES,
  refusals: { 400: BAD_PERIOD },
  handle: (call, { age, period, ...list }) =>
    answerWritten(call, list, standing, (query, written) => listTopMemes(call.ctx, { ...query, period, age }, written)),
});

const searchMemesRoute = route({
  name: "searchMemes",
  method: "GET",
  path: "/meme/search",
  access: "member",
  tag: TAG,
  summary: "Search for memes",
  description: `Searches captions, authors' names and picture descriptions. Every word must match, at least its beginning; if no meme has them all, words spelt alike count, then fewer words. Words such as “the”, case, accents and punctuation don't matter. A meme's id finds that meme. ${GOES_ON}`,
  input: z.object({
    search: z
      .string({ error: NO_SEARCH })
      .min(1, { error: NO_SEARCH })
      .describe("The words to search for")
      .meta({ maxLength: MAX_SEARCH, example: "laptop" }),
    ...listInput(FEED),
    age: maxAge,
  }),
  answer: { ...MEMES, description: "The memes, best first." },
  refusals: { 400: NO_SEARCH },
  handle: (call, { age, search, ...list }) =>
    answerMemes(call, list, searchCursor, (query) => searchMemes(call.ctx, { ...query, search, age })),
});

export const feedRoutes = [
  getRecentMemes,
  getHotMemes,
  getFollowedMemes,
  getMemesOfDays,
  getTopMemes,
  searchMemesRoute,
];
