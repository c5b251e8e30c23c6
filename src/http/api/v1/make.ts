import { z } from "zod";

import { addChange, orDiscardChange, prepareChange } from "../../../core/make/change-recipe.ts";
import { prepareMake } from "../../../core/make/make-meme.ts";
import { makeOnly } from "../../../core/make/make-only.ts";
import { readRecipe, type ReadRecipe } from "../../../core/make/read-recipe.ts";
import { setRemix } from "../../../core/make/set-remix.ts";
import { addSubmission, orDiscard } from "../../../core/memes/submit-meme.ts";
import type { Picture, StillFormat } from "../../../images/process.ts";
import { PictureAnswer } from "../../answer-json.ts";
import { imageField, MAX_UPLOAD } from "../../image-field.ts";
import { jsonOf } from "../../json.ts";
import {
  recipeField,
  remix,
  remixField,
  remixOfField,
  templateField,
  textsField,
  WORDS_OF_A_MADE_MEME,
} from "../../meme-fields.ts";
import type { ApiCall } from "../api-call.ts";
import { route } from "../api-route.ts";
import { exampleMeme } from "../example-meme.ts";
import { MEME_ID, NO_MEME } from "../presenting.ts";
import { done, DONE } from "./common.ts";
import { MemeRecipe } from "./make-schemas.ts";
import { Submitted } from "./schemas.ts";
import { submitted, UNLESS_POSTED } from "./submit.ts";

const FILES = ["image", "image2", "image3", "image4"] as const;
const UPLOAD = { field: FILES[0], maxBytes: MAX_UPLOAD, more: FILES.slice(1), objects: ["recipe", "texts"] };

const NOTHING = "Send a recipe, a template with texts, or an image with texts.";

const namedRecipe = recipeField
  .describe(
    'A recipe, in a form as JSON (text, or a file). An upload is named by its field: { "kind": "upload", "id": "image" }',
  )
  .meta({ $ref: "#/components/schemas/Recipe" });

const another = imageField.optional().describe("Another picture, for a recipe that names it");

const pictures = {
  image: imageField.optional(),
  image2: another,
  image3: another,
  image4: another,
};

const filesOf = (input: Partial<Record<(typeof FILES)[number], Picture | undefined>>): Map<string, Picture> =>
  new Map(
    FILES.flatMap((name) => {
      const picture = input[name];
      return picture ? [[name, picture] as const] : [];
    }),
  );

const FORMATS = ["jpeg", "webp", "png"] as const;

/** Those who accept a picture, and say nothing about JSON, want the picture. */
function wishedFormat({ exchange }: ApiCall): StillFormat | undefined {
  const accept = exchange.request.headers.get("accept")?.toLowerCase() ?? "";
  if (!accept.includes("image/") || accept.includes("json")) return undefined;
  // JPEG takes least to make.
  return FORMATS.find((format) => accept.includes(`image/${format}`)) ?? "jpeg";
}

const postMake = route({
  name: "makeMeme",
  method: "POST",
  path: "/make",
  access: "member",
  needs: ["Write"],
  tag: "Making",
  summary: "Make a meme",
  description:
    "From a recipe, from a template and its texts, or from a picture with a text above and one below. With Accept: image/* you get only the picture (WebP if it moves; otherwise JPEG, unless you only accept image/webp or image/png), and nothing is posted. What is made of a base that moves, moves.",
  once: true,
  upload: UPLOAD,
  input: z.object({
    ...pictures,
    recipe: namedRecipe.optional(),
    template: templateField,
    texts: textsField.meta({ example: '["Me", "On Monday"]' }),
    ...WORDS_OF_A_MADE_MEME,
    remix: remixField,
    unless_posted: UNLESS_POSTED,
    remix_of: remixOfField,
  }),
  answer: {
    status: 201,
    description: "The meme.",
    schema: Submitted,
    example: { success: true, memeid: exampleMeme.memeid, meme: exampleMeme },
    picture: "Only the picture, for Accept: image/*.",
  },
  refusals: {
    400: NOTHING,
    403: "Its author doesn't want this meme to be remixed.",
    404: "There is no such template.",
  },
  handle: async (call, { remix_of: parent, unless_posted: unlessPosted = false, recipe, ...input }) => {
    const files = filesOf(input);
    const [picture] = files.keys();
    const drawing = { ...input, ...(recipe === undefined ? {} : { recipe }), parent, files, picture };
    const format = wishedFormat(call);
    if (format) {
      const { bytes, type } = await makeOnly(call.ctx, drawing, format);
      return new PictureAnswer(bytes, type);
    }
    const prepared = await prepareMake(call.ctx, { ...drawing, unlessPosted });
    return orDiscard(call.ctx, prepared, () =>
      call.once(async (ctx) => submitted(call, await addSubmission(ctx, prepared))),
    );
  },
});

const NO_RECIPE = "There is no recipe for this meme.";

function presentRecipe(call: ApiCall, { meme, recipe, pictures: shown, made }: ReadRecipe) {
  return jsonOf({
    memeid: meme.id,
    recipe,
    pictures: shown.map(({ base, path, width, height, animated }) => ({
      kind: base.kind,
      id: base.id,
      url: call.addresses.url + path,
      width,
      height,
      animated,
    })),
    template: made.templateId ?? "",
    parent: made.parentId ?? "",
    remix: made.remix,
    edited: made.editedAt !== undefined,
  });
}

const exampleRecipe = {
  version: 1,
  width: 1080,
  height: 720,
  panels: [{ base: { kind: "color", color: "#ff8800" } }],
  boxes: [{ x: 0.05, y: 0.05, width: 0.9, height: 0.3, text: "One does not simply", upperCase: true }],
};

const getRecipe = route({
  name: "getRecipe",
  method: "GET",
  path: "/meme/{id}/recipe",
  access: "member",
  tag: "Making",
  summary: "Get what a meme is made of",
  description:
    "For its author, and for everyone who may remix it. 404 if the meme was uploaded, or if it was made from something that you can't see or use.",
  params: MEME_ID,
  answer: {
    description: "Its recipe.",
    schema: MemeRecipe,
    example: {
      memeid: exampleMeme.memeid,
      recipe: exampleRecipe,
      pictures: [],
      template: "",
      parent: "",
      remix: "everyone",
      edited: false,
    },
  },
  refusals: { 403: "Its author doesn't want this meme to be remixed.", 404: NO_RECIPE },
  handle: async (call) => presentRecipe(call, await readRecipe(call.ctx, call.params.id!, { toEdit: true })),
});

const putRecipe = route({
  name: "putRecipe",
  method: "PUT",
  path: "/meme/{id}/recipe",
  access: "member",
  needs: ["Write"],
  tag: "Making",
  summary: "Change the picture of a meme you made",
  description:
    "Draws the meme anew. Its id and its ratings stay. An alt text that was made from its words follows them. Its pictures get new addresses, and nothing is at the old ones any more.",
  params: MEME_ID,
  once: true,
  upload: UPLOAD,
  input: z.object({ ...pictures, recipe: namedRecipe.meta({ example: JSON.stringify(exampleRecipe) }) }),
  answer: {
    description: "The meme.",
    schema: Submitted,
    example: { success: true, memeid: exampleMeme.memeid, meme: exampleMeme },
  },
  refusals: {
    400: "We can't read this version of recipes. Send version 1.",
    403: "Only its author can change a meme.",
    404: NO_RECIPE,
  },
  handle: async (call, { recipe, ...input }) => {
    const prepared = await prepareChange(call.ctx, call.params.id!, { recipe, files: filesOf(input) });
    return orDiscardChange(call.ctx, prepared, () =>
      call.once(async (ctx) => submitted(call, await addChange(ctx, prepared))),
    );
  },
});

const putRemix = route({
  name: "putRemix",
  method: "PUT",
  path: "/meme/{id}/remix",
  access: "member",
  needs: ["Write"],
  tag: "Making",
  summary: "Say who may remix one of your memes",
  description: "Everyone, if you made it here and say nothing; nobody, if you uploaded it. Remixes that exist stay.",
  params: MEME_ID,
  input: z.object({ remix: remix.meta({ example: "followers" }) }),
  answer: DONE,
  refusals: { 400: `Say who may remix it: everyone, followers, nobody.`, 404: NO_MEME },
  handle: (call, { remix: who }) => done(setRemix(call.ctx, call.params.id!, who)),
});

export const makeRoutes = [postMake, getRecipe, putRecipe, putRemix];
