import { z } from "zod";

import { listCopies } from "../../../core/copies/list-copies.ts";
import { captionMeme, MAX_CAPTION } from "../../../core/memes/caption-meme.ts";
import { deleteMeme } from "../../../core/memes/delete-meme.ts";
import { disableMeme } from "../../../core/memes/disable-meme.ts";
import { enableMeme } from "../../../core/memes/enable-meme.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { readWrittenMeme } from "../../../core/memes/read-written-meme.ts";
import { json, jsonArray, jsonOf } from "../../json.ts";
import type { ApiCall } from "../api-call.ts";
import { route } from "../api-route.ts";
import { exampleMeme } from "../example-meme.ts";
import { MEME_ID, NO_MEME, presentingOf } from "../presenting.ts";
import { done, DONE } from "./common.ts";
import { presentMeme } from "./present.ts";
import { getRandomMeme } from "./random.ts";
import { CaptionChange, Copies, Meme, Success } from "./schemas.ts";

const NOT_AUTHOR = "Only the author can change this meme.";

const getMeme = route({
  name: "getMeme",
  method: "GET",
  path: "/meme/{id}",
  access: "member",
  tag: "Memes",
  summary: "Get a meme",
  description: "A disabled meme exists for its author alone; everyone else gets 404.",
  params: MEME_ID,
  answer: { description: "The meme.", schema: Meme, example: exampleMeme },
  refusals: { 404: NO_MEME },
  handle: ({ ctx, params, writers }) => readWrittenMeme(ctx, params.id!, writers.memes),
});

const getCopies = route({
  name: "getCopies",
  method: "GET",
  path: "/meme/{id}/copies",
  access: "member",
  tag: "Memes",
  summary: "List copies of a meme",
  description:
    "Other memes with the same picture, perhaps smaller, compressed or mirrored: up to 24 posted before it, the latest first, and up to 24 posted after it, the earliest first.",
  params: MEME_ID,
  answer: { description: "The copies.", schema: Copies, example: { earlier: [exampleMeme], later: [] } },
  refusals: { 404: NO_MEME },
  handle: async (call) => {
    const { earlier, later } = await listCopies(call.ctx, call.params.id!);
    const listed = (memes: MemeWithAuthor[]) => jsonArray(memes.map((one) => presentMeme(one, presentingOf(call))));
    return json(`{"earlier":${listed(earlier)},"later":${listed(later)}}`);
  },
});

const putCaption = route({
  name: "putCaption",
  method: "PUT",
  path: "/meme/{id}/caption",
  access: "member",
  needs: ["Write"],
  tag: "Memes",
  summary: "Change the caption of one of your memes",
  params: MEME_ID,
  input: z.object({
    caption: z
      .string({ error: "Send the new caption, as text, in the parameter caption." })
      .describe("The new caption; may be empty; no control characters except newline and tab")
      .meta({ maxLength: MAX_CAPTION }),
  }),
  answer: {
    description: "The new caption and the old one.",
    schema: CaptionChange,
    example: { success: true, caption: "It works on my laptop", oldcaption: "Works on my machine" },
  },
  refusals: { 400: "The caption has 501 characters; the limit is 500.", 403: NOT_AUTHOR, 404: NO_MEME },
  handle: async (call, { caption }) => {
    const change = await captionMeme(call.ctx, { memeId: call.params.id!, caption });
    return jsonOf({ success: true, caption: change.caption, oldcaption: change.oldCaption });
  },
});

const switchRoute = (name: "disable" | "enable", act: (call: ApiCall) => Promise<void>) =>
  route({
    name: `${name}Meme`,
    method: "PUT",
    path: `/meme/{id}/${name}`,
    access: "member",
    needs: ["Write"],
    tag: "Memes",
    summary: name === "disable" ? "Hide one of your memes from everyone else" : "Show one of your memes again",
    params: MEME_ID,
    answer: DONE,
    refusals: { 400: `This meme is already ${name}d.`, 403: NOT_AUTHOR, 404: NO_MEME },
    handle: (call) => done(act(call)),
  });

const deleteMemeRoute = route({
  name: "deleteMeme",
  method: "DELETE",
  path: "/meme/{id}",
  access: "member",
  needs: ["Write"],
  tag: "Memes",
  summary: "Delete one of your memes for good",
  description: "Also deletes its image, ratings and comments. Staff can delete any meme.",
  params: MEME_ID,
  answer: { description: "Deleted.", schema: Success, example: { success: true } },
  refusals: { 403: "Only the author can delete this meme.", 404: NO_MEME },
  handle: (call) => done(deleteMeme(call.ctx, call.params.id!)),
});

export const memeRoutes = [
  getRandomMeme, // before the id, since it has the same shape
  getMeme,
  getCopies,
  putCaption,
  switchRoute("disable", (call) => disableMeme(call.ctx, call.params.id!)),
  switchRoute("enable", (call) => enableMeme(call.ctx, call.params.id!)),
  deleteMemeRoute,
];
