import { z } from "zod";

import { listSaved } from "../../../core/collections/list-saved.ts";
import { readSave } from "../../../core/collections/read-save.ts";
import { saveMeme, unsaveMeme } from "../../../core/collections/save-meme.ts";
import { memeCursor } from "../../cursor.ts";
import { route } from "../api-route.ts";
import { listInput, listRefusal } from "../lists.ts";
import { MEME_ID, NO_MEME, presentingOf } from "../presenting.ts";
import { done, DONE, FEED } from "./common.ts";
import { exampleSave } from "./examples.ts";
import { answerMemes, MEMES } from "./meme-list.ts";
import { presentSave } from "./present-collections.ts";
import { Save } from "./schemas.ts";

const TAG = "Saved";

const getSaved = route({
  name: "getSaved",
  method: "GET",
  path: "/saved",
  access: "member",
  tag: TAG,
  summary: "List the memes you have saved",
  description:
    "What you saved last comes first. A meme that is hidden is left out, and comes back when it is shown again, so a page may be shorter than you asked for. Long lists are paginated through the Link header.",
  input: z.object(listInput(FEED)),
  answer: MEMES,
  refusals: { 400: listRefusal(FEED) },
  handle: (call, list) => answerMemes(call, list, memeCursor, (query) => listSaved(call.ctx, query)),
});

const getSave = route({
  name: "getSave",
  method: "GET",
  path: "/saved/{id}",
  access: "member",
  tag: TAG,
  summary: "Find out where you saved a meme",
  params: MEME_ID,
  answer: { description: "Whether, when and where.", schema: Save, example: exampleSave },
  refusals: { 404: NO_MEME },
  handle: async (call) => presentSave(await readSave(call.ctx, call.params.id!), presentingOf(call)),
});

const save = route({
  name: "saveMeme",
  method: "PUT",
  path: "/saved/{id}",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Save a meme",
  description: "Does nothing if you have already saved it.",
  params: MEME_ID,
  answer: DONE,
  refusals: { 400: "You have saved 10,000 memes, which is the limit. Let go of a few first.", 404: NO_MEME },
  handle: (call) => done(saveMeme(call.ctx, call.params.id!)),
});

const unsave = route({
  name: "unsaveMeme",
  method: "DELETE",
  path: "/saved/{id}",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Remove a meme from what you saved",
  description:
    "Takes it out of your collections too. Does nothing if you haven't saved it. Works for hidden memes as well.",
  params: MEME_ID,
  answer: DONE,
  handle: (call) => done(unsaveMeme(call.ctx, call.params.id!)),
});

export const savedRoutes = [getSaved, getSave, save, unsave];
