import { exampleMeme, exampleUser } from "../example-meme.ts";

export const exampleComment = {
  id: 7,
  author: exampleUser,
  content: "This is me every Monday.",
  meme: exampleMeme,
  timestamp: "2026-11-02T08:00:00.000Z",
  timestamp_epoch_seconds: 1793606400,
  parent: null,
};

export const exampleRating = {
  user: exampleUser,
  rating: 5,
  timestamp: "2026-11-02T08:00:00.000Z",
  timestamp_epoch_seconds: 1793606400,
};

export const exampleCollection = {
  id: 5,
  name: "Office",
  memes: 12,
  shared: true,
  share_url: "http://localhost:8420/shared/q3Zk0d8Yx5uRmB7tVwPnA1cLh2eGjS4f",
  timestamp: "2026-11-02T08:00:00.000Z",
  timestamp_epoch_seconds: 1793606400,
};

export const exampleShared = {
  name: "Office",
  owner: exampleUser,
  share_url: exampleCollection.share_url,
  timestamp: "2026-11-02T08:00:00.000Z",
  timestamp_epoch_seconds: 1793606400,
};

export const exampleSave = {
  saved: true,
  collections: [exampleCollection],
  timestamp: "2026-11-02T08:00:00.000Z",
  timestamp_epoch_seconds: 1793606400,
};

export const exampleReport = {
  id: 3,
  status: 0,
  memeid: exampleMeme.memeid,
  message: { reason: "spam", description: "The same advertisement every hour." },
  comment: "",
  timestamp: "2026-11-02T08:00:00.000Z",
  timestamp_epoch_seconds: 1793606400,
};

export const exampleNotification = {
  id: 12,
  type: 0,
  kind: "rating",
  sender: exampleUser,
  message: "jester rated your meme 5 out of 5.",
  raw: "5",
  meme: { memeid: exampleMeme.memeid, rating: 5 },
  timestamp: "2026-11-02T08:00:00.000Z",
  timestamp_epoch_seconds: 1793606400,
};
