import { z } from "zod";

import type { Page } from "../../../core/lists.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { NO_MARKS, readMarks } from "../../../core/memes/read-marks.ts";
import { searchMemes, type SearchCursor } from "../../../core/search/search-memes.ts";
import { findSuggestions } from "../../../core/search/find-suggestions.ts";
import { cursorInput, decodeCursor, encodeCursor, searchCursor } from "../../cursor.ts";
import { listAge } from "../../fields.ts";
import { show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { text } from "../form-fields.ts";
import { page, type WebRoute } from "../web-route.ts";
import type { ListPage } from "../meme/walk-list.ts";
import { SearchPage } from "./search-page.tsx";

const AMOUNT = 20;

const input = z.object({ search: text, age: listAge, ...cursorInput });
type Asked = z.output<typeof input>;

const search = page({
  method: "GET",
  path: "/search",
  restorable: true,
  access: "anyone",
  input,
  handle: async (visit, asked) => {
    const { items, next } = await find(visit, asked);
    const marks = await readMarks(visit.ctx, items);
    const suggestions = asked.cursor === undefined ? await findSuggestions(visit.ctx, asked.search) : undefined;
    const more = next && addressOf(visit, asked, encodeCursor(next));
    const found = { memes: items, marks, next: more, suggestions };
    return show(visit, <SearchPage frame={visit.frame} asked={asked} {...found} />);
  },
  again: (visit, asked, { sentence }) => (
    <SearchPage frame={visit.frame} asked={asked} memes={[]} marks={NO_MARKS} error={sentence} />
  ),
});

/** A page of results, by its address. */
export async function readSearchList(visit: Visit, query: object): Promise<ListPage | undefined> {
  const { data: asked } = input.safeParse(query);
  if (!asked) return undefined;
  const { items, next } = await find(visit, asked);
  return { items, next: next && addressOf(visit, asked, encodeCursor(next)) };
}

async function find(visit: Visit, { search: words, age, cursor }: Asked): Promise<Page<MemeWithAuthor, SearchCursor>> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, searchCursor);
  return searchMemes(visit.ctx, { search: words, age, amount: AMOUNT, skip: 0, after });
}

function addressOf(visit: Visit, { search: words, age }: Asked, cursor: string): string {
  const query = new URLSearchParams({
    search: words,
    ...(age === 4 ? {} : { age: String(age) }),
    cursor,
  });
  return `${visit.site.root}/search?${query}`;
}

export const searchPages: readonly WebRoute[] = [search];
