import express from "express";

import { findMeme, ownMemes, randomMeme, sayPort } from "./answers.mjs";

const app = express();
app.get("/v1/meme/random", (_, answer) => answer.json(randomMeme()));
app.get("/v1/meme/:id", (call, answer) => {
  const meme = findMeme(call.params.id);
  return meme ? answer.json(meme) : answer.status(404).json({ error: "No meme." });
});
app.get("/api/v1/mymemes", (_, answer) => answer.json(ownMemes()));
const server = app.listen(0, "127.0.0.1", () => sayPort(server));
