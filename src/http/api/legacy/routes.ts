import { z } from "zod";

import { listOwnMemes } from "../../../core/memes/list-own-memes.ts";
import { readMeme } from "../../../core/memes/read-meme.ts";
import { readStats } from "../../../core/stats/read-stats.ts";
import { whenReady } from "../../../when-ready.ts";
import { route, type Route } from "../api-route.ts";
import { MEME_ID, NO_MEME, presentingOf } from "../presenting.ts";
import { exampleStats, Stats, presentStats } from "../stats.ts";
import { exampleOldMeme } from "./examples.ts";
import { presentOldMeme, presentOldMemes } from "./present.ts";
import { OldMeme } from "./schemas.ts";

const TAG = "Older root";

const getOldMeme = route({
  name: "getOldMeme",
  method: "GET",
  path: "/meme/{id}",
  access: "member",
  tag: TAG,
  summary: "Get a meme in the older shape",
  params: MEME_ID,
  answer: { description: "The meme.", schema: OldMeme, example: exampleOldMeme },
  refusals: { 404: NO_MEME },
  handle: (call) =>
    whenReady(readMeme(call.ctx, call.params.id!), (found) => presentOldMeme(found, presentingOf(call))),
});

const getOldMyMemes = route({
  name: "getOldMyMemes",
  method: "GET",
  path: "/mymemes",
  access: "member",
  tag: TAG,
  summary: "List all your memes",
  description: "Newest first, including disabled ones.",
  answer: { description: "The memes.", schema: z.array(OldMeme), example: [exampleOldMeme] },
  handle: (call) => whenReady(listOwnMemes(call.ctx), (own) => presentOldMemes(own, presentingOf(call))),
});

const getOldStats = route({
  name: "getOldStats",
  method: "GET",
  path: "/stats",
  access: "member",
  tag: TAG,
  summary: "Get the site's statistics",
  answer: {
    description: "The totals.",
    schema: Stats,
    example: exampleStats,
  },
  handle: (call) => whenReady(readStats(call.ctx), presentStats),
});

/** All routes of {alt_base_url}. They only translate; the verbs shared with v1 decide what is allowed. */
export const legacyRoutes: readonly Route[] = [getOldMeme, getOldMyMemes, getOldStats];
