import { z } from "zod";

import { readMarks } from "../../../core/memes/read-marks.ts";
import { findTagBy, isFollowingTag } from "../../../core/tags/find-tag.ts";
import { followTag, unfollowTag } from "../../../core/tags/follow-tag.ts";
import { listTaggedMemes } from "../../../core/tags/list-tagged-memes.ts";
import { memesWithAuthors } from "../../../core/memes/read-listed.ts";
import { listFollowedTags, listTags } from "../../../core/tags/list-tags.ts";
import { decodeCursor, encodeCursor, standing } from "../../cursor.ts";
import { tagPath } from "../components/caption.tsx";
import { text } from "../form-fields.ts";
import { passingTime } from "../passing-time.ts";
import { goBack, json, moveTo, show, showCached } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { tagInput, tagQuery } from "./tag-input.ts";
import type { ListPage } from "../meme/walk-list.ts";
import { TagPage } from "./tag-page.tsx";
import { TagsPage } from "./tags-page.tsx";

const AMOUNT = 20;
const POPULAR = 100;
/** While somebody types. */
const SUGGESTED = 6;

const tag = page({
  method: "GET",
  path: "/tag/{tag}",
  restorable: true,
  access: "anyone",
  input: tagInput,
  handle: async (visit, asked) => {
    const { ctx, site } = visit;
    const found = await findTagBy(ctx, visit.param("tag"));
    const path = tagPath(found.name);
    if (visit.param("tag") !== found.name) return moveTo(visit, path);
    const after = asked.cursor === undefined ? undefined : decodeCursor(asked.cursor, standing);
    const list = { tag: found.name, order: asked.order, age: asked.age, amount: AMOUNT, skip: 0, after };
    const { items, next } = await listTaggedMemes(ctx, list, memesWithAuthors);
    const [marks, following] = await Promise.all([readMarks(ctx, items), isFollowingTag(ctx, found.name)]);
    const more = next && site.root + path + tagQuery({ ...asked, cursor: encodeCursor(next) });
    const props = { tag: found, asked, memes: items, marks, next: more, following };
    const times = () => items.map(({ meme, author }) => ({ at: meme.createdAt, by: author }));
    return showCached(
      visit,
      (frame) => <TagPage frame={frame} {...props} />,
      () => [found, items, more, passingTime(visit, times())],
    );
  },
});

/** A page of a tag, by its address. */
export async function readTagList(
  visit: Visit,
  name: string,
  query: object,
  back?: boolean,
): Promise<ListPage | undefined> {
  const { data: asked } = tagInput.safeParse(query);
  if (!asked) return undefined;
  const after = asked.cursor === undefined ? undefined : decodeCursor(asked.cursor, standing);
  const list = { tag: name, order: asked.order, age: asked.age, amount: AMOUNT, skip: 0, after, back };
  const { items, next } = await listTaggedMemes(visit.ctx, list, memesWithAuthors);
  return { items, next: next && visit.site.root + tagPath(name) + tagQuery({ ...asked, cursor: encodeCursor(next) }) };
}

const followForm = (path: "follow" | "unfollow", act: typeof followTag) =>
  page({
    method: "POST",
    path: `/tag/{tag}/${path}`,
    access: "member",
    input: z.object({ next: z.string().optional() }),
    handle: async (visit: Visit, { next }) => {
      const { name, followerCount } = await findTagBy(visit.ctx, visit.param("tag"));
      const changed = await act(visit.ctx, name);
      const following = path === "follow";
      const by = following ? 1 : -1;
      if (visit.wantsJson) return json(visit, { following, followers: followerCount + (changed ? by : 0) });
      return goBack(visit, next, tagPath(name));
    },
  });

const tags = page({
  method: "GET",
  path: "/tags",
  access: "anyone",
  input: z.object({ prefix: text }),
  handle: async (visit, { prefix }) => {
    const { ctx } = visit;
    if (visit.wantsJson) {
      const begun = await listTags(ctx, prefix, SUGGESTED);
      return json(visit, { tags: begun.map(({ name, memeCount }) => ({ name, memes: memeCount })) });
    }
    const popular = await listTags(ctx, prefix, POPULAR);
    const followed = visit.me ? await listFollowedTags(ctx) : [];
    return show(visit, <TagsPage frame={visit.frame} popular={popular} followed={followed} />);
  },
});

export const tagPages: readonly WebRoute[] = [
  tag,
  followForm("follow", followTag),
  followForm("unfollow", unfollowTag),
  tags,
];
