import { z } from "zod";

import type { Page } from "../../../core/lists.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { NO_MARKS, readMarks } from "../../../core/memes/read-marks.ts";
import { searchMemes, type SearchCursor } from "../../../core/search/search-memes.ts";
import type { Age } from "../../../entities/age.ts";
import { findSuggestions } from "../../../core/search/find-suggestions.ts";
import { cursorInput, decodeCursor, encodeCursor, searchCursor } from "../../cursor.ts";
import { chosenAge } from "../../fields.ts";
import { show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { text } from "../form-fields.ts";
import { page, type WebRoute } from "../web-route.ts";
import type { ListPage } from "../meme/walk-list.ts";
import { SearchPage } from "./search-page.tsx";

const AMOUNT = 20;

const input = z.object({ search: text, age: chosenAge, ...cursorInput });
type Asked = z.output<typeof input> & { age: Age };

const search = page({
  method: "GET",
  path: "/search",
  restorable: true,
  access: "anyone",
  input,
  handle: async (visit, typed) => {
    const asked = { ...typed, age: visit.ageOf(typed.age) };
    const { items, next } = await find(visit, asked);
    const marks = await readMarks(visit.ctx, items);
    const suggestions = asked.cursor === undefined ? await findSuggestions(visit.ctx, asked.search) : undefined;
    const more = next && addressOf(visit, asked, encodeCursor(next));
    const found = { memes: items, marks, next: more, suggestions };
    return show(visit, <SearchPage frame={visit.frame} asked={asked} {...found} />);
  },
  again: (visit, typed, { sentence }) => (
    <SearchPage
      frame={visit.frame}
      asked={{ ...typed, age: visit.ageOf(typed.age) }}
      memes={[]}
      marks={NO_MARKS}
      error={sentence}
    />
  ),
});

/** A page of results, by its address. */
export async function readSearchList(visit: Visit, query: object): Promise<ListPage | undefined> {
  const { data } = input.safeParse(query);
  if (!data) return undefined;
  const asked = { ...data, age: visit.ageOf(data.age) };
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
    ...(age === visit.ageOf(undefined) ? {} : { age: String(age) }),
    cursor,
  });
  return `${visit.site.root}/search?${query}`;
}

export const searchPages: readonly WebRoute[] = [search];
