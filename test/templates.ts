import sharp from "sharp";

import { makeMeme } from "../src/core/make/make-meme.ts";
import { installTemplate } from "../src/core/templates/install-templates.ts";
import { listTemplates } from "../src/core/templates/list-templates.ts";
import type { Age } from "../src/entities/age.ts";
import type { Template } from "../src/entities/template.ts";
import type { TestMember, World } from "./world.ts";

const BOX = { x: 0.05, width: 0.9, height: 0.3, text: "" };

/** A picture in one colour: each is another one. */
export const picture = (background = "#3498db"): Promise<Uint8Array> =>
  sharp({ create: { width: 160, height: 120, channels: 3, background } })
    .png()
    .toBuffer();

/** A template that the site came with, with two boxes. */
export async function addTemplate(world: World, slug = "cat", tags: string[] = []): Promise<Template> {
  const starter = {
    slug,
    name: `The ${slug}`,
    alt: `A drawing of a ${slug}.`,
    tags,
    recipe: {
      version: 1 as const,
      width: 160,
      height: 120,
      boxes: [
        { ...BOX, y: 0.02 },
        { ...BOX, y: 0.68 },
      ],
    },
    texts: ["Above", "Below"],
  };
  const color = Bun.hash.crc32(slug) & 0xffffff;
  await installTemplate(world.ctx(), starter, await picture(`#${color.toString(16).padStart(6, "0")}`));
  const query = { list: "new", age: 4, amount: 1, skip: 0 } as const;
  const found = await listTemplates(world.ctx(), { ...query, search: starter.name });
  return found.items[0]!.template;
}

/** A meme made with a template. */
export const makeWith = async (world: World, by: TestMember, template: Template, text = "ha", age: Age = 1) =>
  (await makeMeme(world.ctx(by), { template: template.id, texts: [text], caption: text, age })).meme;
