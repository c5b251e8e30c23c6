import { z } from "zod";

import { basePath } from "../../core/make/base-files.ts";
import { pickRandomMemes } from "../../core/memes/pick-random-memes.ts";
import { readMeme } from "../../core/memes/read-meme.ts";
import { MAX_SEARCH, searchMemes } from "../../core/search/search-memes.ts";
import { listTemplates, MAX_TEMPLATE_SEARCH, type ShownTemplate } from "../../core/templates/list-templates.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { cursorInput, decodeCursor, encodeCursor, memeCursor, searchCursor } from "../cursor.ts";
import { maxAge, numberOr } from "../fields.ts";
import type { McpCall } from "./mcp-call.ts";
import { showMeme, showMemes, ShownMeme, ShownMemes, text } from "./present-memes.ts";
import { tool } from "./tool.ts";

/** Like a page of the API. Each meme comes with a picture, so fewer are sent unless somebody asks. */
const MAX_LISTED = 25;
const USUALLY_LISTED = 5;

const howMany = (name: string, usually: number) =>
  numberOr(usually, {
    min: 1,
    max: MAX_LISTED,
    error: `The ${name} must be a whole number from 1 to ${MAX_LISTED}.`,
  }).describe("How many to return");

const cursor = cursorInput.cursor.describe("Where to continue: what the answer before has as next");

const afterOf = <C>(given: string | undefined, shape: z.ZodType<C>): C | undefined =>
  given === undefined ? undefined : decodeCursor(given, shape);

const nextOf = (next: unknown): string | undefined => (next === undefined ? undefined : encodeCursor(next));

const NO_SEARCH = "Send the words to search for as search.";

const searchMemesTool = tool({
  name: "search_memes",
  title: "Search for memes",
  description:
    "Searches captions, authors' names and picture descriptions. Every word must match, at least its beginning; if no meme has them all, words spelt alike count, then fewer words. Each meme comes with a small picture.",
  access: "member",
  input: z.object({
    search: z
      .string({ error: NO_SEARCH })
      .min(1, { error: NO_SEARCH })
      .describe("The words to search for")
      .meta({ maxLength: MAX_SEARCH }),
    amount: howMany("amount", USUALLY_LISTED),
    cursor,
    age: maxAge,
  }),
  output: ShownMemes,
  handle: async (call, { search, amount, cursor: given, age }) => {
    const after = afterOf(given, searchCursor);
    const { items, next } = await searchMemes(call.ctx, { search, amount, skip: 0, after, age });
    return showMemes(call, items, nextOf(next));
  },
});

const randomMeme = tool({
  name: "random_meme",
  title: "Get a random meme",
  description: "Any meme up to the given age rating, each equally likely; or several different ones.",
  access: "member",
  input: z.object({ age: maxAge, count: howMany("count", 1) }),
  output: ShownMemes,
  handle: async (call, wish) => {
    const memes = await pickRandomMemes(call.ctx, wish);
    if (memes.length === 0) throw new DomainError("not_found", message("error.no-meme-to-show"));
    return showMemes(call, memes);
  },
});

const getMeme = tool({
  name: "get_meme",
  title: "Get a meme",
  description: "One meme, with a picture large enough to read.",
  access: "member",
  input: z.object({ memeid: z.string({ error: "The meme is named by its id." }).describe("The meme's id") }),
  output: ShownMeme,
  handle: async (call, { memeid }) => showMeme(call, await readMeme(call.ctx, memeid)),
});

const Templates = z.object({
  templates: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      tags: z.array(z.string()),
      alt: z.string().describe("What its picture shows; empty if nobody has said"),
      age: z.literal([1, 2, 4]).describe("Age rating: 1 family friendly, 2 teen, 4 mature"),
      texts: z.array(z.string()).describe("A sample text for each box: as many texts as make_meme takes"),
      preview_url: z.string().describe("A picture of it, with the sample texts"),
    }),
  ),
  next: ShownMemes.shape.next,
});

const presentTemplate = ({ template, base, preview }: ShownTemplate, { addresses }: McpCall) => ({
  id: template.id,
  name: template.name,
  tags: template.tags,
  alt: template.alt,
  age: template.age,
  texts: template.sampleTexts,
  preview_url: addresses.url + basePath(preview ?? base),
});

const findTemplates = tool({
  name: "find_templates",
  title: "Find templates",
  description: "Pictures with prepared boxes, to make memes with: the most used first.",
  access: "member",
  input: z.object({
    search: z
      .string({ error: "The search must be text." })
      .default("")
      .describe("Words of the name or the tags, or their beginnings")
      .meta({ maxLength: MAX_TEMPLATE_SEARCH }),
    amount: howMany("amount", MAX_LISTED),
    cursor,
    age: maxAge,
  }),
  output: Templates,
  handle: async (call, { search, amount, cursor: given, age }) => {
    const after = afterOf(given, memeCursor);
    const found = await listTemplates(call.ctx, { list: "popular", search, amount, skip: 0, after, age });
    const templates = found.items.map((one) => presentTemplate(one, call));
    const next = nextOf(found.next);
    const structuredContent = next === undefined ? { templates } : { templates, next };
    return { content: [text(structuredContent)], structuredContent };
  },
});

export const READING_TOOLS = [searchMemesTool, randomMeme, getMeme, findTemplates];
