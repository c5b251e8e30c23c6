import { z } from "zod";

import type { Page, PageQuery } from "../../../core/lists.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { ApiCall } from "../api-call.ts";
import { exampleMeme } from "../example-meme.ts";
import { readPage, type ListInput } from "../lists.ts";
import { presentingOf } from "../presenting.ts";
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
