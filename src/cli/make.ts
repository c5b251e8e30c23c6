import type { Age } from "../entities/age.ts";
import { REMIXERS } from "../entities/made-meme.ts";
import { imagePath } from "../core/memes/renditions.ts";
import { DomainError } from "../errors.ts";
import { actAs, list, oneOf, required, text, UsageError, withServices, type Command, type Values } from "./command.ts";
import { publicUrl } from "./public-url.ts";
import { readImage, readText } from "./read-file.ts";

const MAX_IMAGES = 4;
const MAX_RECIPE = 256 * 1024;

/** Fields by which a recipe names them: image, image2 and so on. */
async function readFiles(paths: readonly string[]): Promise<Map<string, Uint8Array>> {
  if (paths.length > MAX_IMAGES) throw new UsageError(`A meme has at most ${MAX_IMAGES} pictures.`);
  const files = new Map<string, Uint8Array>();
  for (const [at, path] of paths.entries()) files.set(at === 0 ? "image" : `image${at + 1}`, await readImage(path));
  return files;
}

async function readRecipe(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readText(path, MAX_RECIPE));
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError("invalid", `${path} is not valid JSON.`);
  }
}

/** What to draw: a recipe, a template, or a picture with a text above and one below. */
async function readWish(values: Values, texts: string[]) {
  const [recipe, template] = [text(values, "recipe"), text(values, "template")];
  const files = await readFiles(list(values, "image"));
  if (recipe !== undefined && texts.length > 0)
    throw new UsageError("A recipe has its own texts. Leave the others out.");
  if ([recipe, template, files.get("image")].every((one) => one === undefined))
    throw new UsageError("Say what to make it of: --template, --image or --recipe.");
  return {
    files,
    ...(recipe === undefined ? { texts } : { recipe: await readRecipe(recipe) }),
    ...(template === undefined ? {} : { template }),
    ...(files.has("image") ? { picture: "image" } : {}),
  };
}

export const make: Command = {
  name: "make",
  args: "[TEXT…]",
  summary: "make a meme from a template, a picture or a recipe, and post it or write it to a file",
  details:
    "The texts fill the boxes of the template in their order, or stand above and below the picture. A recipe names pictures by their order: image, image2, image3, image4. With --json, it prints memeid and url, or file.",
  count: [0, 20],
  options: {
    author: { type: "string", value: "NAME", required: true, help: "the account that makes it" },
    template: { type: "string", value: "ID", help: "the template to fill" },
    image: { type: "string", value: "FILE", multiple: true, help: "a picture to make it of; up to four for a recipe" },
    recipe: { type: "string", value: "FILE", help: "a recipe, as JSON" },
    out: { type: "string", value: "FILE", help: "write the picture there instead of posting it (WebP if it ends so)" },
    caption: { type: "string", value: "C", help: "the caption" },
    alt: { type: "string", value: "T", help: "what the picture shows, in words" },
    age: { type: "string", value: "1|2|4", help: "1 family friendly, 2 teen (default), 4 mature" },
    remix: { type: "string", value: "WHO", help: "who may remix it: everyone (default), followers or nobody" },
  },
  run: ({ args, values, config, terminal }) => {
    const author = required(values, "author");
    const age = Number(oneOf("--age", text(values, "age") ?? "2", ["1", "2", "4"])) as Age;
    const remix = oneOf("--remix", text(values, "remix") ?? "everyone", REMIXERS);
    const out = text(values, "out");
    return withServices({ config, terminal }, async (services, system) => {
      const ctx = await actAs(system, author);
      const wish = await readWish(values, args);
      // The maker takes longer to load than most commands take.
      const { makeMeme } = await import("../core/make/make-meme.ts");
      if (out !== undefined) {
        const { makeOnly } = await import("../core/make/make-only.ts");
        const { bytes } = await makeOnly(ctx, wish, out.endsWith(".webp") ? "webp" : "jpeg");
        await Bun.write(out, bytes);
        return { json: { file: out }, text: `Wrote ${out}.` };
      }
      // If nobody knows the port, the path must do.
      const root = await publicUrl(services).catch(() => "");
      const words = { caption: text(values, "caption") ?? "", alt: text(values, "alt") ?? "", age, remix };
      const { meme } = await makeMeme(ctx, { ...wish, ...words });
      const url = root + imagePath(meme);
      return { json: { memeid: meme.id, url }, text: `${meme.id}  ${url}` };
    });
  },
};
