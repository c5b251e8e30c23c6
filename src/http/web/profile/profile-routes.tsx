import { z } from "zod";

import { filterOf } from "../../../core/filters/wants.ts";
import { listMemesOfUser } from "../../../core/memes/list-memes-of-user.ts";
import { readMarks } from "../../../core/memes/read-marks.ts";
import { findNamed } from "../../../core/users/find-named.ts";
import { findUserBy } from "../../../core/users/find-user.ts";
import { followUser, unfollowUser } from "../../../core/users/follow-user.ts";
import { isFollowing } from "../../../core/users/read-follow.ts";
import { profilePath } from "../../../core/users/profile-path.ts";
import { readUserHistory } from "../../../core/users/read-history.ts";
import { cursorInput, decodeCursor, encodeCursor, memeCursor } from "../../cursor.ts";
import { goBack, json, moveTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import type { ListPage } from "../meme/walk-list.ts";
import { NumbersPage } from "./numbers-page.tsx";
import { ProfilePage } from "./profile-page.tsx";

const AMOUNT = 20;

const profile = page({
  method: "GET",
  path: "/@{user}",
  restorable: true,
  access: "anyone",
  input: z.object(cursorInput),
  handle: async (visit, { cursor }) => {
    const { ctx, site } = visit;
    const person = await findNamed(ctx, visit.param("user"));
    const path = profilePath(person);
    if (visit.param("user") !== person.username) return moveTo(visit, path);
    const after = cursor === undefined ? undefined : decodeCursor(cursor, memeCursor);
    const [{ items, next }, following] = await Promise.all([
      listMemesOfUser(ctx, { user: person.id, amount: AMOUNT, skip: 0, after }),
      isFollowing(ctx, person.id),
    ]);
    // The profile itself offers to follow: its cards need not.
    const marks = { ...(await readMarks(ctx, items)), followed: new Set([person.id]) };
    const more = next && `${site.root}${path}?cursor=${encodeCursor(next)}`;
    return show(
      visit,
      <ProfilePage
        frame={visit.frame}
        person={person}
        memes={items}
        marks={marks}
        next={more}
        following={following}
        filtered={filterOf(ctx.actor, person.id)}
        isFirst={cursor === undefined}
      />,
    );
  },
});

/** A page of somebody's memes, by its address. */
export async function readProfileList(
  visit: Visit,
  name: string,
  query: object,
  back?: boolean,
): Promise<ListPage | undefined> {
  const { data } = z.object(cursorInput).safeParse(query);
  if (!data) return undefined;
  const person = await findNamed(visit.ctx, name);
  const after = data.cursor === undefined ? undefined : decodeCursor(data.cursor, memeCursor);
  const { items, next } = await listMemesOfUser(visit.ctx, { user: person.id, amount: AMOUNT, skip: 0, after, back });
  return { items, next: next && `${visit.site.root}${profilePath(person)}?cursor=${encodeCursor(next)}` };
}

const numbers = page({
  method: "GET",
  path: "/@{user}/numbers",
  restorable: true,
  access: "anyone",
  handle: async (visit) => {
    const { ctx } = visit;
    const person = await findNamed(ctx, visit.param("user"));
    if (visit.param("user") !== person.username) return moveTo(visit, `${profilePath(person)}/numbers`);
    const [history, following] = await Promise.all([readUserHistory(ctx, person), isFollowing(ctx, person.id)]);
    const filtered = filterOf(ctx.actor, person.id);
    const shown = { person, history, following, filtered };
    return show(visit, <NumbersPage frame={visit.frame} {...shown} />);
  },
});

/** The address in the API's answers, and the only one that lasts as long as the account. */
const byId = page({
  method: "GET",
  path: "/profile/{user}",
  access: "anyone",
  handle: async (visit) => moveTo(visit, profilePath(await findUserBy(visit.ctx, visit.param("user")))),
});

const followForm = (path: "follow" | "unfollow", act: typeof followUser) =>
  page({
    method: "POST",
    path: `/profile/{user}/${path}`,
    access: "member",
    input: z.object({ next: z.string().optional() }),
    handle: async (visit: Visit, { next }) => {
      await act(visit.ctx, visit.param("user"));
      const person = await findUserBy(visit.ctx, visit.param("user"));
      if (visit.wantsJson) return json(visit, { following: path === "follow", followers: person.followerCount });
      return goBack(visit, next, profilePath(person));
    },
  });

export const profilePages: readonly WebRoute[] = [
  profile,
  numbers,
  byId,
  followForm("follow", followUser),
  followForm("unfollow", unfollowUser),
];
