import { z } from "zod";

import { exampleUser } from "../example-meme.ts";
import { Recipe } from "./make-schemas.ts";
import { User } from "./schemas.ts";

export const Template = z
  .strictObject({
    id: z.string().regex(/^\d{17,19}$/),
    name: z.string(),
    tags: z.array(z.string()),
    alt: z.string().describe("Describes the picture; empty if nobody has"),
    age: z.literal([1, 2, 4]).describe("1 family friendly, 2 teen, 4 mature"),
    url: z.url().describe("The picture, without words. Until the template is accepted, it needs your key"),
    type: z.string().describe("Media type of the picture"),
    width: z.int().min(1),
    height: z.int().min(1),
    animated: z.boolean(),
    preview_url: z.url().describe("A smaller picture, with the sample texts on it"),
    texts: z.array(z.string()).describe("A sample text for each box: as many texts as you can send to /make"),
    recipe: Recipe,
    memes: z.int().min(0).describe("How many memes that everyone can see were made with it"),
    favourite: z.boolean().describe("Whether it is one of your favourites"),
    status: z
      .enum(["proposed", "accepted", "retired"])
      .describe("You see only your own before and after they are accepted"),
    author: User.nullable().describe("Who proposed it; null if the site came with it, or the account is gone"),
    permalink: z.url(),
    timestamp: z.iso.datetime().describe("ISO 8601 in UTC with milliseconds"),
    timestamp_epoch_seconds: z.int().describe("The same moment, in whole seconds since 1970"),
  })
  .meta({ id: "Template" });

const id = "163508312345678901";
const SITE = "http://localhost:8420";

export const exampleTemplate = {
  id,
  name: "Cat at a laptop",
  tags: ["cat", "work"],
  alt: "A cat stares at a laptop and regrets everything.",
  age: 1,
  url: `${SITE}/base/163508312345678902/0f343b0931126a20f133d67c2b018a3b.webp`,
  type: "image/webp",
  width: 1080,
  height: 1080,
  animated: false,
  preview_url: `${SITE}/base/163508312345678903/9c56cc51b374c3ba189210d5b6d4bf57.webp`,
  texts: ["Reply all", "to 14,000 people"],
  recipe: {
    version: 1,
    width: 1080,
    height: 1080,
    panels: [{ base: { kind: "template", id }, crop: { x: 0, y: 0, width: 1, height: 1 } }],
    arrangement: "stack",
    gap: 0,
    background: "#ffffff",
    boxes: [
      { x: 0.03, y: 0.02, width: 0.94, height: 0.24, text: "", upperCase: true },
      { x: 0.03, y: 0.74, width: 0.94, height: 0.24, text: "", upperCase: true },
    ],
    stickers: [],
    strokes: [],
  },
  memes: 12,
  favourite: true,
  status: "accepted",
  author: exampleUser,
  permalink: `${SITE}/templates/${id}`,
  timestamp: "2026-11-16T12:00:00.000Z",
  timestamp_epoch_seconds: 1794830400,
};
