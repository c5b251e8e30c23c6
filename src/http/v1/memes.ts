import { z } from "zod";

import type { Age } from "../../data/counters.ts";
import { listMemeComments } from "../../core/comments/list-meme-comments.ts";
import { captionMeme, MOST_CAPTION } from "../../core/memes/caption-meme.ts";
import { disableMeme } from "../../core/memes/disable-meme.ts";
import { enableMeme } from "../../core/memes/enable-meme.ts";
import { pickRandomMeme } from "../../core/memes/pick-random-meme.ts";
import { readMeme } from "../../core/memes/read-meme.ts";
import { jsonArray, jsonOf, type Json } from "../json.ts";
import { route, type Call } from "../route.ts";
import { exampleComment, exampleMeme } from "./examples.ts";
import { presentComment, presentMeme, type Presenting } from "./present.ts";
import { CaptionChange, Comment, Meme, Success } from "./schemas.ts";

export const PAGE = 500;
export const MEME_ID = { id: { description: "The meme's id", example: exampleMeme.memeid } };
export const BAD_CURSOR = "The cursor is not one of ours; take it from the header Link.";
export const NO_MEME = "There is no such meme.";
const NOT_AUTHOR = "Only its author can change a meme.";

export const presentingOf = ({ addresses, ctx }: Call): Presenting => ({ addresses, now: ctx.now });
const SUCCESS = jsonOf({ success: true });

const getRandomMeme = route({
  name: "getRandomMeme",
  method: "GET",
  path: "/meme/random",
  access: { needs: "read" },
  tag: "Memes",
  summary: "A random meme",
  description: "Any enabled meme up to the given age rating, each as likely as the others.",
  input: z.object({
    age: z
      .enum(["1", "2", "4"], { error: "The age must be 1 (family friendly), 2 (teen) or 4 (mature)." })
      .default("2")
      .describe("At most this age rating: 1 family friendly, 2 teen, 4 mature"),
  }),
  answer: { description: "One meme.", schema: Meme, example: exampleMeme },
  refusals: { 400: "The age must be 1 (family friendly), 2 (teen) or 4 (mature).", 404: "There is no meme to show." },
  handle: async (call, { age }) =>
    presentMeme(await pickRandomMeme(call.ctx, { age: Number(age) as Age }), presentingOf(call)),
});

const getMeme = route({
  name: "getMeme",
  method: "GET",
  path: "/meme/{id}",
  access: { needs: "read" },
  tag: "Memes",
  summary: "A meme by its id",
  description: "A disabled meme is there for its author alone; to everyone else it does not exist.",
  params: MEME_ID,
  answer: { description: "The meme.", schema: Meme, example: exampleMeme },
  refusals: { 404: NO_MEME },
  handle: async (call) => presentMeme(await readMeme(call.ctx, call.params.id!), presentingOf(call)),
});

const putCaption = route({
  name: "putCaption",
  method: "PUT",
  path: "/meme/{id}/caption",
  access: { needs: "write" },
  tag: "Memes",
  summary: "Change the caption of an own meme",
  params: MEME_ID,
  input: z.object({
    caption: z
      .string({ error: "Give the new caption, as text, in the parameter caption." })
      .describe("The new caption; may be empty; no control characters but newline and tab")
      .meta({ maxLength: MOST_CAPTION }),
  }),
  answer: {
    description: "The caption now and before.",
    schema: CaptionChange,
    example: { success: true, caption: "It works on my laptop", oldcaption: "Works on my machine" },
  },
  refusals: { 400: "The caption has 501 characters; at most 500 are allowed.", 403: NOT_AUTHOR, 404: NO_MEME },
  handle: async (call, { caption }) => {
    const change = await captionMeme(call.ctx, { memeId: call.params.id!, caption });
    return jsonOf({ success: true, caption: change.caption, oldcaption: change.oldCaption });
  },
});

const getComments = route({
  name: "getComments",
  method: "GET",
  path: "/meme/{id}/comments",
  access: { needs: "read" },
  tag: "Memes",
  summary: "The comments on a meme",
  description: `Oldest first, each with its author. A list of more than ${PAGE} goes on at the address in the header Link.`,
  params: MEME_ID,
  input: z.object({
    cursor: z
      .string()
      .regex(/^[1-9]\d{0,9}$/, { error: BAD_CURSOR })
      .optional()
      .describe("Where the list goes on; taken from the header Link"),
  }),
  answer: { description: "The comments.", schema: z.array(Comment), example: [exampleComment] },
  refusals: { 400: BAD_CURSOR, 404: NO_MEME },
  handle: async (call, { cursor }) => {
    const after = cursor === undefined ? undefined : Math.min(Number(cursor), 2 ** 31 - 1);
    const found = await listMemeComments(call.ctx, { memeId: call.params.id!, amount: PAGE + 1, after });
    const page = found.comments.slice(0, PAGE);
    if (found.comments.length > PAGE) call.linkNext(String(page.at(-1)!.comment.id));
    const to = presentingOf(call);
    const meme = presentMeme(found, to);
    return jsonArray(page.map(({ comment, by }) => presentComment(comment, by, meme, to)));
  },
});

const switchRoute = (name: "disable" | "enable", done: (call: Call) => Promise<void>) =>
  route({
    name: `${name}Meme`,
    method: "PUT",
    path: `/meme/{id}/${name}`,
    access: { needs: "write" },
    tag: "Memes",
    summary: name === "disable" ? "Hide an own meme from everyone else" : "Show an own meme again",
    params: MEME_ID,
    answer: { description: "It is done.", schema: Success, example: { success: true } },
    refusals: { 400: `This meme is ${name}d already.`, 403: NOT_AUTHOR, 404: NO_MEME },
    handle: async (call): Promise<Json> => {
      await done(call);
      return SUCCESS;
    },
  });

export const memeRoutes = [
  getRandomMeme, // before the id, of which it has the shape
  getMeme,
  putCaption,
  getComments,
  switchRoute("disable", (call) => disableMeme(call.ctx, call.params.id!)),
  switchRoute("enable", (call) => enableMeme(call.ctx, call.params.id!)),
];
