import { z } from "zod";

import { Recipe as RecipeSchema } from "../../../compose/recipe.ts";
import { remix } from "../../meme-fields.ts";

const { $schema: _, ...asPeopleWriteIt } = z.toJSONSchema(RecipeSchema, { io: "input", unrepresentable: "any" });

/** Without what has a default. The core checks it, and says what is wrong in a better sentence. */
export const Recipe = z.unknown().meta({
  id: "Recipe",
  ...asPeopleWriteIt,
  description:
    "What a meme is made of: up to four panels with a picture or a colour each, text boxes, stickers and pen strokes. Positions and sizes are shares of the picture: x and width of its width, y and height of its height. Sizes of letters and lines are shares of the width.",
});

const id = z.string().regex(/^(\d{17,19})?$/);

export const RecipePicture = z
  .strictObject({
    kind: z.enum(["template", "upload", "meme"]),
    id: z.string(),
    url: z.string().describe("Where the picture is, for you: others may not see it"),
    width: z.int(),
    height: z.int(),
    animated: z.boolean(),
  })
  .meta({ id: "RecipePicture" });

export const MemeRecipe = z
  .strictObject({
    memeid: z.string().regex(/^\d{17,19}$/),
    recipe: Recipe,
    pictures: z.array(RecipePicture).describe("What the recipe's panels show, in their order"),
    template: id.describe("The template it was made with; empty if there is none"),
    parent: id.describe("The meme it was remixed from; empty if there is none that you can see"),
    remix: remix.describe("Who may remix it"),
    edited: z.boolean().describe("Whether its picture has been changed since it was posted"),
  })
  .meta({ id: "MemeRecipe" });
