import { exampleMeme } from "../example-meme.ts";

export const exampleOldMeme = {
  memeid: exampleMeme.memeid,
  caption: exampleMeme.caption,
  author: "jester#0420",
  rating: 4.33,
  url: exampleMeme.url,
  permalink: exampleMeme.permalink,
  timestamp: "2026-11-01T09:31:00.250+00:00",
  time_ago: "14 days",
};
