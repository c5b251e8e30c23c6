// Fastify; with a log file as its last argument, it also checks a key, limits, tags and logs, with its own plugins.
import etag from "@fastify/etag";
import rateLimit from "@fastify/rate-limit";
import Fastify from "fastify";

import { findMeme, mayRead, ownMemes, randomMeme, sayPort } from "./answers.mjs";

const [, , , , , log] = process.argv;
const app = Fastify({ logger: log ? { level: "info", file: log } : false });
if (log) {
  await app.register(rateLimit, {
    max: 999_999_999,
    timeWindow: 1000,
    keyGenerator: (call) => call.headers.authorization,
  });
  await app.register(etag);
  app.addHook("onRequest", async (call, reply) => {
    if (!mayRead(call.headers.authorization)) return reply.code(401).send({ error: "Send a key." });
  });
}
app.get("/v1/meme/random", async () => randomMeme());
app.get("/v1/meme/:id", async (call, reply) => findMeme(call.params.id) ?? reply.code(404).send({ error: "No meme." }));
app.get("/api/v1/mymemes", async () => ownMemes());
await app.listen({ host: "127.0.0.1", port: 0 });
sayPort(app.server);
