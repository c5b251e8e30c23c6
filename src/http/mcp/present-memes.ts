import { z } from "zod";

import { averageOf } from "../../core/memes/average.ts";
import type { MemeWithAuthor } from "../../core/memes/find-visible-meme.ts";
import { bytesOf, keyOf, typeOf, typeOfKey, type Rendition } from "../../core/memes/renditions.ts";
import type { MemeImage } from "../../entities/meme.ts";
import { isOutage } from "../../errors.ts";
import { readBytes } from "../../storage/storage.ts";
import { jsonOf } from "../json.ts";
import { pictureAddress } from "../picture-address.ts";
import { isoOf } from "../time.ts";
import type { McpCall } from "./mcp-call.ts";
import type { ToolResult } from "./tool.ts";

export const ShownMeme = z.object({
  memeid: z.string(),
  caption: z.string(),
  alt: z.string().describe("What the picture shows; empty if nobody has said"),
  author: z.string().describe("Username"),
  age: z.literal([1, 2, 4]).describe("Age rating: 1 family friendly, 2 teen, 4 mature"),
  rating: z.object({ average: z.number(), total: z.int().min(0) }),
  permalink: z.string().describe("The meme's page"),
  url: z.string().describe("The picture; of a video, its poster"),
  type: z.string().describe("Media type of the picture"),
  width: z.int().min(1),
  height: z.int().min(1),
  animated: z.boolean(),
  video: z.boolean(),
  disabled: z.boolean().describe("Only you can see it: it is hidden, being encoded, or waits for approval"),
  timestamp: z.string().describe("When it was posted"),
});

export const ShownMemes = z.object({
  memes: z.array(ShownMeme),
  next: z.string().optional().describe("Send it as cursor to get more. Left out on the last page"),
});

const presentMeme = ({ meme, author }: MemeWithAuthor, { addresses }: McpCall): z.output<typeof ShownMeme> => ({
  memeid: meme.id,
  caption: meme.caption,
  alt: meme.alt,
  author: author.username,
  age: meme.age,
  rating: { average: averageOf(meme), total: meme.rating.total },
  permalink: `${addresses.url}/meme/${meme.id}`,
  url: pictureAddress(addresses, addresses.url, meme),
  type: typeOf(meme.image, "original"),
  width: meme.image.width,
  height: meme.image.height,
  animated: meme.image.animated,
  video: meme.image.video !== undefined,
  disabled: meme.disabled,
  timestamp: isoOf(meme.createdAt),
});

/** Models look at pictures of this size without effort. */
const MAX_PICTURE = 256 * 1024;

export async function showMeme(call: McpCall, found: MemeWithAuthor): Promise<ToolResult> {
  const shown = presentMeme(found, call);
  const { image } = found.meme;
  return { content: [text(shown), ...(await pictureOf(call, image, sizeFor(image)))], structuredContent: shown };
}

/** Each meme is followed by its picture, so that nobody takes one for another. */
export async function showMemes(call: McpCall, found: readonly MemeWithAuthor[], next?: string): Promise<ToolResult> {
  const memes = found.map((one) => presentMeme(one, call));
  const pictures = await Promise.all(found.map(({ meme }) => pictureOf(call, meme.image, "thumbnail")));
  const content: ToolResult["content"] = memes.flatMap((meme, i) => [text(meme), ...pictures[i]!]);
  if (found.length === 0) content.push({ type: "text", text: "No memes found." });
  if (next !== undefined) content.push(text({ next }));
  return { content, structuredContent: next === undefined ? { memes } : { memes, next } };
}

export const text = (value: object) => ({ type: "text" as const, text: jsonOf(value) });

/** The largest that is small enough, and does not move. */
function sizeFor(image: MemeImage): Rendition {
  const fits = (which: Rendition) => (bytesOf(image, which) ?? Infinity) <= MAX_PICTURE;
  if (image.small) return fits("small") ? "small" : "thumbnail";
  return fits("display") && !image.animated ? "display" : "thumbnail";
}

/** Nothing if the file is gone, or cannot be read now: the address of the picture says where it will be. */
async function pictureOf({ ctx: { storage } }: McpCall, image: MemeImage, which: Rendition) {
  const key = keyOf(image, which);
  try {
    const bytes = await readBytes(storage, key);
    if (!bytes) return [];
    return [{ type: "image" as const, data: Buffer.from(bytes).toString("base64"), mimeType: typeOfKey(key) }];
  } catch (error) {
    if (isOutage(error)) return [];
    throw error;
  }
}
