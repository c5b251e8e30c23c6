import { z } from "zod";

import { listMemesOfUser } from "../../../core/memes/list-memes-of-user.ts";
import { readMarks } from "../../../core/memes/read-marks.ts";
import { findUserBy } from "../../../core/users/find-user.ts";
import { followUser, unfollowUser } from "../../../core/users/follow-user.ts";
import { isFollowing } from "../../../core/users/read-follow.ts";
import { readUserHistory } from "../../../core/users/read-history.ts";
import { cursorInput, decodeCursor, encodeCursor, memeCursor } from "../../cursor.ts";
import { goBack, json, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { ProfilePage } from "./profile-page.tsx";

const AMOUNT = 20;

const profile = page({
  method: "GET",
  path: "/profile/{user}",
  access: "anyone",
  input: z.object(cursorInput),
  handle: async (visit, { cursor }) => {
    const { ctx, site } = visit;
    const person = await findUserBy(ctx, visit.param("user"));
    const path = `/profile/${person.id}`;
    if (visit.param("user") !== person.id) return toId(site.root + path);
    const after = cursor === undefined ? undefined : decodeCursor(cursor, memeCursor);
    const [{ items, next }, history, following] = await Promise.all([
      listMemesOfUser(ctx, { user: person.id, amount: AMOUNT, skip: 0, after }),
      readUserHistory(ctx, person),
      isFollowing(ctx, person.id),
    ]);
    const marks = await readMarks(ctx, items);
    const more = next && `${site.root}${path}?cursor=${encodeCursor(next)}`;
    return show(
      visit,
      <ProfilePage
        frame={visit.frame}
        person={person}
        memes={items}
        marks={marks}
        next={more}
        history={history}
        following={following}
        isFirst={cursor === undefined}
      />,
    );
  },
});

/** Not cached, because a name can pass to somebody else. */
const toId = (location: string) =>
  new Response(null, { status: 302, headers: { Location: location, "Cache-Control": "no-store" } });

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
      return goBack(visit, next, `/profile/${person.id}`);
    },
  });

export const profilePages: readonly WebRoute[] = [
  profile,
  followForm("follow", followUser),
  followForm("unfollow", unfollowUser),
];
