import { z } from "zod";

import { Recipe } from "../../compose/recipe.ts";
import { makeMeme } from "../../core/make/make-meme.ts";
import { submitMeme } from "../../core/memes/submit-meme.ts";
import { imageField } from "../image-field.ts";
import {
  recipeField,
  remixField,
  remixOfField,
  templateField,
  textsField,
  unlessPosted,
  WORDS_OF_A_MADE_MEME,
  WORDS_OF_A_MEME,
} from "../meme-fields.ts";
import { showMeme, ShownMeme } from "./present-memes.ts";
import { tool } from "./tool.ts";

/** The field with the picture, of every tool that takes one. */
export const PICTURE = "image";

const image = imageField.describe("Base64 text or a data URL: JPEG, PNG, WebP, AVIF or GIF, up to 20 MB");
const onlyIfNew = unlessPosted.describe("Refuses it if somebody has posted the same picture before");

const { $schema: _, ...recipeSchema } = z.toJSONSchema(Recipe, { io: "input", unrepresentable: "any" });

const makeMemeTool = tool({
  name: "make_meme",
  title: "Make a meme",
  description:
    "Draws a meme and posts it for everyone to see: from a template and a text for each of its boxes, from a recipe, or from a picture with a text above and one below. find_templates has the ids of templates.",
  access: "member",
  needs: ["Write"],
  input: z.object({
    template: templateField,
    texts: textsField,
    recipe: recipeField
      .optional()
      .describe(
        'What the meme is made of, if no template fits: panels, text boxes, stickers and pen strokes. Positions and sizes are shares of the picture. It names the picture sent along as { "kind": "upload", "id": "image" }',
      )
      .meta(recipeSchema),
    [PICTURE]: image.optional().describe("A picture to write on: base64 text or a data URL"),
    ...WORDS_OF_A_MADE_MEME,
    remix: remixField,
    remix_of: remixOfField,
    unless_posted: onlyIfNew,
  }),
  output: ShownMeme,
  handle: async (call, { image: picture, remix_of: parent, unless_posted: isNew = false, recipe, ...input }) => {
    const files = new Map(picture ? [[PICTURE, picture]] : []);
    const wish = { ...input, ...(recipe === undefined ? {} : { recipe }), parent, files };
    const made = await makeMeme(call.ctx, { ...wish, picture: picture && PICTURE, unlessPosted: isNew });
    return showMeme(call, made);
  },
});

const submitMemeTool = tool({
  name: "submit_meme",
  title: "Submit a meme",
  description:
    "Posts a picture, or a video if the site takes videos, for everyone to see. Pictures have at most 40 megapixels. A video is disabled until it is encoded, then it appears by itself.",
  access: "member",
  needs: ["Write"],
  input: z.object({ [PICTURE]: image, ...WORDS_OF_A_MEME, unless_posted: onlyIfNew }),
  output: ShownMeme,
  handle: async (call, { unless_posted: isNew = false, ...input }) =>
    showMeme(call, await submitMeme(call.ctx, { ...input, unlessPosted: isNew })),
});

export const POSTING_TOOLS = [makeMemeTool, submitMemeTool];
