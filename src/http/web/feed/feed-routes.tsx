import { z } from "zod";

import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { listFollowedMemes } from "../../../core/memes/list-followed-memes.ts";
import { listHotMemes } from "../../../core/memes/list-hot-memes.ts";
import { listMemesOfDays } from "../../../core/memes/list-memes-of-days.ts";
import { listRecentMemes } from "../../../core/memes/list-recent-memes.ts";
import { listTopMemes } from "../../../core/memes/list-top-memes.ts";
import { lookUp } from "../../../core/memes/find-visible-meme.ts";
import { readMarks, type Marks } from "../../../core/memes/read-marks.ts";
import { pickRandomMeme } from "../../../core/memes/pick-random-meme.ts";
import { memesWithAuthors } from "../../../core/memes/read-listed.ts";
import type { Page } from "../../../core/lists.ts";
import { cursorInput, dayCursor, decodeCursor, encodeCursor, memeCursor, standing } from "../../cursor.ts";
import { chosenAge } from "../../fields.ts";
import type { Frame } from "../frame.ts";
import { passingTime } from "../passing-time.ts";
import { goTo, showCached } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import type { ListPage } from "../meme/walk-list.ts";
import { DayPage } from "./day-page.tsx";
import { feedInput, feedPath, newestInput, type FeedInput } from "./feed-input.ts";
import { FeedPage } from "./feed-page.tsx";
import type { HttpResponse } from "../../../wire/http-response.ts";

const AMOUNT = 20;

const feed = page({
  method: "GET",
  path: "",
  restorable: true,
  access: "anyone",
  input: feedInput,
  handle: async (visit, asked) => {
    if (asked.feed === "following" && !visit.me) return goTo(visit, "/sign-in?next=%2F%3Ffeed%3Dfollowing");
    // Links from the time when the newest were the front page.
    return asked.feed === "new" ? goTo(visit, feedPath(asked)) : showFeed(visit, asked);
  },
});

const newest = page({
  method: "GET",
  path: "/new",
  restorable: true,
  access: "anyone",
  input: newestInput,
  handle: (visit, asked) => showFeed(visit, { ...asked, feed: "new", period: "7d" }),
});

async function showFeed(visit: Visit, asked: FeedInput): Promise<HttpResponse> {
  const found = await readFeed(visit, asked);
  return showMemes(
    visit,
    found,
    (cursor) => feedPath({ ...asked, cursor }),
    (frame, props) => <FeedPage frame={frame} asked={asked} {...props} />,
  );
}

const day = page({
  method: "GET",
  path: "/day",
  restorable: true,
  access: "anyone",
  input: z.object(cursorInput),
  handle: async (visit, { cursor }) => {
    const found = await listMemesOfDays(visit.ctx, pageQuery(cursor, dayCursor));
    return showMemes(
      visit,
      found,
      (from) => `/day?cursor=${from}`,
      (frame, props) => <DayPage frame={frame} {...props} />,
    );
  },
});

interface Shown {
  memes: MemeWithAuthor[];
  marks: Marks;
  /** Address of the next page. */
  next: string | undefined;
}

async function showMemes(
  visit: Visit,
  { items: memes, next: cursor }: Page<MemeWithAuthor, object>,
  pathOf: (cursor: string) => string,
  show: (frame: Frame, shown: Shown) => unknown,
): Promise<HttpResponse> {
  const marks = await readMarks(visit.ctx, memes);
  const next = cursor && visit.site.root + pathOf(encodeCursor(cursor));
  return showCached(
    visit,
    (frame) => show(frame, { memes, marks, next }),
    () => [
      memes,
      next,
      passingTime(
        visit,
        memes.map(({ meme, author }) => ({ at: meme.createdAt, by: author })),
      ),
    ],
  );
}

/** A page of the memes of the day, by its address. */
export async function readDayList(visit: Visit, query: object, back?: boolean): Promise<ListPage | undefined> {
  const { data } = z.object(cursorInput).safeParse(query);
  if (!data) return undefined;
  const { items, next } = await listMemesOfDays(visit.ctx, { ...pageQuery(data.cursor, dayCursor), back });
  return { items, next: next && `${visit.site.root}/day?cursor=${encodeCursor(next)}` };
}

/** A page of a feed, by its address. */
export async function readFeedList(
  visit: Visit,
  path: string,
  query: object,
  back?: boolean,
): Promise<ListPage | undefined> {
  const { data: asked } = feedInput.safeParse(path === "/new" ? { ...query, feed: "new" } : query);
  if (!asked || (asked.feed === "following" && !visit.me)) return undefined;
  const { items, next } = await readFeed(visit, asked, back);
  return { items, next: next && visit.site.root + feedPath({ ...asked, cursor: encodeCursor(next) }) };
}

/** Each has its own keyset cursor. */
async function readFeed(visit: Visit, asked: FeedInput, back?: boolean): Promise<Page<MemeWithAuthor, object>> {
  const { ctx } = visit;
  const { period, age, cursor } = asked;
  const from = <C,>(shape: z.ZodType<C>) => ({ ...pageQuery(cursor, shape), back });
  if (asked.feed === "top") return listTopMemes(ctx, { ...from(standing), age, period }, memesWithAuthors);
  if (asked.feed === "following") return listFollowedMemes(ctx, { ...from(memeCursor), age }, memesWithAuthors);
  const list = asked.feed === "hot" ? listHotMemes : listRecentMemes;
  return list(ctx, { ...from(memeCursor), age }, memesWithAuthors);
}

const pageQuery = <C,>(cursor: string | undefined, shape: z.ZodType<C>) => ({
  amount: AMOUNT,
  skip: 0,
  after: cursor === undefined ? undefined : decodeCursor(cursor, shape),
});

/** Redirects to a random meme, a different one each time. */
const random = page({
  method: "GET",
  path: "/random",
  access: "anyone",
  input: z.object({ age: chosenAge }),
  handle: async (visit, { age }) => {
    const { ctx } = visit;
    const { id } = await pickRandomMeme(ctx, age ?? (visit.showsMature ? 4 : 2), lookUp);
    return goTo(visit, `/meme/${id}`);
  },
});

export const feedPages: readonly WebRoute[] = [feed, newest, day, random];
