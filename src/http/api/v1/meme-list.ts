import { z } from "zod";

import type { Page, PageQuery } from "../../../core/lists.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { MemeReader } from "../../../core/memes/read-listed.ts";
import { writtenMemes } from "../../../core/memes/read-written-memes.ts";
import { joinArray } from "../../kept-json.ts";
import type { ApiCall } from "../api-call.ts";
import { exampleMeme } from "../example-meme.ts";
import { readPage, type ListInput } from "../lists.ts";
import { presentingOf } from "../presenting.ts";
import type { WrittenMemeJson } from "../writers.ts";
import { presentMemes } from "./kept-memes.ts";
import { Meme } from "./schemas.ts";

export const MEMES = { description: "The memes.", schema: z.array(Meme), example: [exampleMeme] };

/** Answers with one page of a list of memes. */
export const answerMemes = async <C>(
  call: ApiCall,
  list: ListInput,
  shape: z.ZodType<C>,
  read: (query: PageQuery<C>) => Promise<Page<MemeWithAuthor, C>>,
) => presentMemes(await readPage(call, list, shape, read), presentingOf(call));

/** The same, from the drafts of the memes where possible. */
export async function answerWritten<C>(
  call: ApiCall,
  list: ListInput,
  shape: z.ZodType<C>,
  read: (query: PageQuery<C>, written: MemeReader<WrittenMemeJson>) => Promise<Page<WrittenMemeJson, C>>,
) {
  const written = writtenMemes(call.writers.memes);
  return joinArray(await readPage(call, list, shape, (query) => read(query, written)));
}
