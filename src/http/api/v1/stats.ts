import { listOwnMemes } from "../../../core/memes/list-own-memes.ts";
import { listTopMemers } from "../../../core/stats/list-top-memers.ts";
import { readStats } from "../../../core/stats/read-stats.ts";
import { whenReady } from "../../../when-ready.ts";
import { route } from "../api-route.ts";
import { exampleUser } from "../example-meme.ts";
import { presentingOf } from "../presenting.ts";
import { exampleStats, Stats, presentStats } from "../stats.ts";
import { MEMES } from "./meme-list.ts";
import { presentOwnMemes } from "./kept-memes.ts";
import { presentTopMemers } from "./present.ts";
import { TopMemers } from "./schemas.ts";

const getMyMemes = route({
  name: "getMyMemes",
  method: "GET",
  path: "/mymemes",
  access: "member",
  tag: "Users",
  summary: "List all your memes",
  description: "Newest first, including disabled ones, all in one list.",
  answer: MEMES,
  handle: (call) => whenReady(listOwnMemes(call.ctx), (own) => presentOwnMemes(own, presentingOf(call))),
});

const getStats = route({
  name: "getStats",
  method: "GET",
  path: "/stats",
  access: "member",
  tag: "Site",
  summary: "Get the site's statistics",
  answer: { description: "The totals.", schema: Stats, example: exampleStats },
  handle: (call) => whenReady(readStats(call.ctx), presentStats),
});

const ranked = [{ rank: 1, user: exampleUser, score: 42 }];

const getTopMemers = route({
  name: "getTopMemers",
  method: "GET",
  path: "/topmemers",
  access: "member",
  tag: "Site",
  summary: "List the best-rated memers",
  description:
    "The best 25 of each period: today and that many days before it, in UTC; a month has 30. The score is the sum of the ratings a user's enabled memes received in the period.",
  answer: {
    description: "The best of each period.",
    schema: TopMemers,
    example: { "1d": ranked, "7d": ranked, "1mo": ranked },
  },
  handle: async (call) => presentTopMemers(await listTopMemers(call.ctx), presentingOf(call)),
});

export const statsRoutes = [getMyMemes, getStats, getTopMemers];
