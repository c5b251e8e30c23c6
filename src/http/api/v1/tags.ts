import { z } from "zod";

import { MAX_SEARCH } from "../../../core/search/search-memes.ts";
import { findSuggestions } from "../../../core/search/find-suggestions.ts";
import { findTagBy, isFollowingTag } from "../../../core/tags/find-tag.ts";
import { followTag, MAX_FOLLOWED_TAGS, unfollowTag } from "../../../core/tags/follow-tag.ts";
import { listTaggedMemes } from "../../../core/tags/list-tagged-memes.ts";
import { listFollowedTags, listTags } from "../../../core/tags/list-tags.ts";
import { MAX_TAG, type Tag as TagEntity } from "../../../entities/tag.ts";
import { english } from "../../../words/en/index.ts";
import { ID } from "../../cursor.ts";
import { maxAge, numberOr } from "../../fields.ts";
import { json, jsonArray, jsonOf } from "../../json.ts";
import type { ApiCall } from "../api-call.ts";
import { route } from "../api-route.ts";
import { exampleUser } from "../example-meme.ts";
import { listInput, listRefusal } from "../lists.ts";
import { presentingOf } from "../presenting.ts";
import { done, DONE, FEED, INBOX } from "./common.ts";
import { answerWritten, MEMES } from "./meme-list.ts";
import { presentUser } from "./present.ts";
import { Suggestions, Tag } from "./schemas.ts";

const TAG = "Tags";
const NO_SEARCH = "Send the words to search for in the parameter search.";
const NO_TAG = english["error.no-tag"];
const BAD_ORDER = "The order must be hot, new or top.";
const MANY_TAGS = `You can follow up to ${MAX_FOLLOWED_TAGS} tags. Unfollow one first.`;
const NAME = { tag: { description: "The tag, without the #; case doesn't matter", example: "relatable" } };

const exampleTag = {
  name: "relatable",
  memes: 128,
  followers: 12,
  following: true,
  permalink: "http://localhost:8420/tag/relatable",
};
const TAGS = { description: "The tags.", schema: z.array(Tag), example: [exampleTag] };

const presentTag = ({ addresses }: ApiCall, tag: TagEntity, following: boolean) => ({
  name: tag.name,
  memes: tag.memeCount + tag.matureCount,
  followers: tag.followerCount,
  following,
  permalink: `${addresses.url}/tag/${encodeURIComponent(tag.name)}`,
});

async function presentTags(call: ApiCall, tags: readonly TagEntity[]) {
  const followed = new Set((await listFollowedTags(call.ctx)).map(({ name }) => name));
  return jsonOf(tags.map((tag) => presentTag(call, tag, followed.has(tag.name))));
}

const getTag = route({
  name: "getTag",
  method: "GET",
  path: "/tag/{tag}",
  access: "member",
  tag: TAG,
  summary: "Get a tag",
  description: "A tag is a word that captions mark with a #. It exists while a meme has it or somebody follows it.",
  params: NAME,
  answer: { description: "The tag.", schema: Tag, example: exampleTag },
  refusals: { 404: NO_TAG },
  handle: async (call) => {
    const tag = await findTagBy(call.ctx, call.params.tag!);
    return jsonOf(presentTag(call, tag, await isFollowingTag(call.ctx, tag.name)));
  },
});

const getMemesOfTag = route({
  name: "getMemesOfTag",
  method: "GET",
  path: "/tag/{tag}/memes",
  access: "member",
  tag: TAG,
  summary: "List a tag's memes",
  description: "Long lists are paginated through the Link header.",
  params: NAME,
  input: z.object({
    order: z
      .enum(["hot", "new", "top"], { error: BAD_ORDER })
      .default("hot")
      .describe("The hottest, the newest, or the best-rated of all time first"),
    ...listInput(FEED),
    age: maxAge,
  }),
  answer: MEMES,
  refusals: { 400: listRefusal(FEED), 404: NO_TAG },
  handle: async (call, { age, order, ...list }) => {
    const { name: tag } = await findTagBy(call.ctx, call.params.tag!);
    const shape = z.object({ score: z.number(), subject: ID });
    return answerWritten(call, list, shape, (query, written) =>
      listTaggedMemes(call.ctx, { ...query, tag, order, age }, written),
    );
  },
});

const getTags = route({
  name: "getTags",
  method: "GET",
  path: "/tags",
  access: "member",
  tag: TAG,
  summary: "List tags",
  description: "The most used tags, or those of them that begin with some letters.",
  input: z.object({
    prefix: z
      .string({ error: "The prefix must be text." })
      .default("")
      .describe("How the tags begin")
      .meta({ maxLength: MAX_TAG, example: "rel" }),
    amount: numberOr(FEED, { min: 1, max: INBOX, error: listRefusal(INBOX) }).describe("How many to return"),
  }),
  answer: { ...TAGS, description: "The tags, most used first." },
  refusals: { 400: listRefusal(INBOX) },
  handle: async (call, { prefix, amount }) => presentTags(call, await listTags(call.ctx, prefix, amount)),
});

const getSuggestions = route({
  name: "getSuggestions",
  method: "GET",
  path: "/suggestions",
  access: "member",
  tag: "Feeds",
  summary: "Find people and tags",
  description: "People and tags that begin with the one word of a search, or are called like one of its words.",
  input: z.object({
    search: z
      .string({ error: NO_SEARCH })
      .min(1, { error: NO_SEARCH })
      .describe("The words to search for")
      .meta({ maxLength: MAX_SEARCH, example: "rel" }),
  }),
  answer: {
    description: "The people, by name, and the tags, most used first.",
    schema: Suggestions,
    example: { users: [exampleUser], tags: [exampleTag] },
  },
  refusals: { 400: NO_SEARCH },
  handle: async (call, { search }) => {
    const { people, tags } = await findSuggestions(call.ctx, search);
    const users = jsonArray(people.map((user) => presentUser(user, presentingOf(call))));
    return json(`{"users":${users},"tags":${await presentTags(call, tags)}}`);
  },
});

const getFollowedTags = route({
  name: "getFollowedTags",
  method: "GET",
  path: "/tags/followed",
  access: "member",
  tag: TAG,
  summary: "List the tags you follow",
  answer: { ...TAGS, description: "The tags, by name." },
  handle: async (call) => presentTags(call, await listFollowedTags(call.ctx)),
});

const followRoute = (method: "PUT" | "DELETE", act: (call: ApiCall) => Promise<boolean>) =>
  route({
    name: method === "PUT" ? "followTag" : "unfollowTag",
    method,
    path: "/tag/{tag}/follow",
    access: "member",
    needs: ["Write"],
    tag: TAG,
    summary: method === "PUT" ? "Follow a tag" : "Unfollow a tag",
    description:
      method === "PUT"
        ? "Its memes then appear among those of the people you follow. Does nothing if you already follow it."
        : "Does nothing if you don't follow it.",
    params: NAME,
    answer: DONE,
    refusals: { ...(method === "PUT" ? { 400: MANY_TAGS } : {}), 404: NO_TAG },
    handle: (call) => done(act(call)),
  });

export const tagRoutes = [
  getSuggestions,
  getTags,
  getFollowedTags,
  getTag,
  getMemesOfTag,
  followRoute("PUT", (call) => followTag(call.ctx, call.params.tag!)),
  followRoute("DELETE", (call) => unfollowTag(call.ctx, call.params.tag!)),
];
