import { z } from "zod";

import { ID_EPOCH } from "../../../core/ids.ts";
import { listHotMemes } from "../../../core/memes/list-hot-memes.ts";
import { listMemesOfDays } from "../../../core/memes/list-memes-of-days.ts";
import { listMemesOfUser } from "../../../core/memes/list-memes-of-user.ts";
import { listRecentMemes } from "../../../core/memes/list-recent-memes.ts";
import { listTopMemes } from "../../../core/memes/list-top-memes.ts";
import { findTagBy } from "../../../core/tags/find-tag.ts";
import { listTaggedMemes } from "../../../core/tags/list-tagged-memes.ts";
import { memesWithAuthors } from "../../../core/memes/read-listed.ts";
import { findNamed } from "../../../core/users/find-named.ts";
import { findUserBy } from "../../../core/users/find-user.ts";
import { profilePath } from "../../../core/users/profile-path.ts";
import { DAY_MS } from "../../../data/periods.ts";
import type { Meme } from "../../../entities/meme.ts";
import { wordsIn } from "../../../words/words.ts";
import { cursorInput, dayCursor, decodeCursor, encodeCursor, memeCursor, standing } from "../../cursor.ts";
import { tagPath } from "../components/caption.tsx";
import { feedInput } from "../feed/feed-input.ts";
import { moveTo } from "../reply.ts";
import { iconHref } from "../site-icons.tsx";
import type { Visit } from "../visit.ts";
import { page } from "../web-route.ts";
import { ATOM, atomFeed, type Feed } from "./atom.ts";
import { answerText, asGuest } from "./machine-answer.ts";
import type { HttpResponse } from "../../../wire/http-response.ts";

const { say } = wordsIn("en");
const AMOUNT = 30;
/** Feed readers show content to anyone: nothing mature. */
const MAX_AGE = 2;

const input = z.object(cursorInput);
const pageQuery = <C>(cursor: string | undefined, shape: z.ZodType<C>) => ({
  amount: AMOUNT,
  skip: 0,
  after: cursor === undefined ? undefined : decodeCursor(cursor, shape),
});

export const siteFeed = page({
  method: "GET",
  path: "/feed.atom",
  access: "anyone",
  input,
  handle: async (visit, { cursor }) => {
    const { items, next } = await listRecentMemes(
      asGuest(visit),
      { ...pageQuery(cursor, memeCursor), age: MAX_AGE },
      memesWithAuthors,
    );
    const about = {
      title: say("machine.new-memes", { site: visit.site.name }),
      page: "/new",
      first: "/feed.atom",
      since: ID_EPOCH,
    };
    return answerFeed(visit, { ...about, memes: items }, cursor, next);
  },
});

export const hotFeed = page({
  method: "GET",
  path: "/hot.atom",
  access: "anyone",
  input,
  handle: async (visit, { cursor }) => {
    const { items, next } = await listHotMemes(
      asGuest(visit),
      { ...pageQuery(cursor, memeCursor), age: MAX_AGE },
      memesWithAuthors,
    );
    const about = {
      title: say("machine.hot-memes", { site: visit.site.name }),
      page: "/",
      first: "/hot.atom",
      since: ID_EPOCH,
    };
    return answerFeed(visit, { ...about, memes: items }, cursor, next);
  },
});

export const topFeed = page({
  method: "GET",
  path: "/top.atom",
  access: "anyone",
  input: feedInput.pick({ period: true, cursor: true }),
  handle: async (visit, { period, cursor }) => {
    const query = { ...pageQuery(cursor, standing), age: MAX_AGE, period } as const;
    const { items, next } = await listTopMemes(asGuest(visit), query, memesWithAuthors);
    const about = {
      title: say(`machine.top-${period}`, { site: visit.site.name }),
      page: `/?feed=top&period=${period}`,
      first: `/top.atom?period=${period}`,
      since: ID_EPOCH,
    };
    return answerFeed(visit, { ...about, memes: items }, cursor, next);
  },
});

export const dayFeed = page({
  method: "GET",
  path: "/day.atom",
  access: "anyone",
  input,
  handle: async (visit, { cursor }) => {
    const { items, next } = await listMemesOfDays(asGuest(visit), pageQuery(cursor, dayCursor));
    const about = {
      title: say("machine.days", { site: visit.site.name }),
      page: "/day",
      first: "/day.atom",
      since: ID_EPOCH,
    };
    // On the day after.
    const arrival = ({ wonDay }: Meme) => (wonDay! + 1) * DAY_MS;
    return answerFeed(visit, { ...about, memes: items, arrival }, cursor, next);
  },
});

export const profileFeed = page({
  method: "GET",
  path: "/@{user}/feed.atom",
  access: "anyone",
  input,
  handle: async (visit, { cursor }) => {
    const ctx = asGuest(visit);
    const user = await findNamed(ctx, visit.param("user"));
    const home = profilePath(user);
    if (visit.param("user") !== user.username) return moveTo(visit, `${home}/feed.atom`);
    const { items, next } = await listMemesOfUser(ctx, { ...pageQuery(cursor, memeCursor), user: user.id });
    const memes = items.filter(({ meme }) => meme.age <= MAX_AGE);
    const about = {
      title: say("machine.memes-of", { name: user.username, site: visit.site.name }),
      page: home,
      first: `${home}/feed.atom`,
      // Names may pass to somebody else one day; ids do not.
      id: `/profile/${user.id}/feed.atom`,
      since: user.createdAt,
    };
    return answerFeed(visit, { ...about, memes }, cursor, next);
  },
});

export const tagFeed = page({
  method: "GET",
  path: "/tag/{tag}/feed.atom",
  access: "anyone",
  input,
  handle: async (visit, { cursor }) => {
    const ctx = asGuest(visit);
    const tag = await findTagBy(ctx, visit.param("tag"));
    const home = tagPath(tag.name);
    if (visit.param("tag") !== tag.name) return moveTo(visit, `${home}/feed.atom`);
    const query = { ...pageQuery(cursor, standing), tag: tag.name, order: "new", age: MAX_AGE } as const;
    const { items, next } = await listTaggedMemes(ctx, query, memesWithAuthors);
    const title = say("machine.tagged", { tag: tag.name, site: visit.site.name });
    const about = { title, page: `${home}?order=new`, first: `${home}/feed.atom`, since: ID_EPOCH };
    return answerFeed(visit, { ...about, memes: items }, cursor, next);
  },
});

/** Where readers subscribed before people's pages were called by name. */
export const oldProfileFeed = page({
  method: "GET",
  path: "/profile/{user}/feed.atom",
  access: "anyone",
  handle: async (visit) => {
    const user = await findUserBy(asGuest(visit), visit.param("user"));
    return moveTo(visit, `${profilePath(user)}/feed.atom`);
  },
});

type About = Pick<Feed, "id" | "title" | "page" | "first" | "since" | "memes" | "arrival">;

function answerFeed(visit: Visit, about: About, cursor: string | undefined, next: object | undefined): HttpResponse {
  const { site } = visit;
  const partOf = (from: string) => `${about.first}${about.first.includes("?") ? "&" : "?"}cursor=${from}`;
  const feed = atomFeed({
    ...about,
    url: site.url,
    self: cursor === undefined ? about.first : partOf(cursor),
    next: next && partOf(encodeCursor(next)),
    icon: new URL(iconHref(site, "icon-192.png"), site.url).href,
  });
  return answerText(visit, feed, ATOM);
}
