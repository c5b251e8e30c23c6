import { z } from "zod";

import { requireMember } from "../../../core/access.ts";
import { blockPerson, unblockPerson } from "../../../core/filters/block-person.ts";
import { listFilteredPeople, listMutedWords } from "../../../core/filters/list-filtered.ts";
import { mutePerson, unmutePerson } from "../../../core/filters/mute-person.ts";
import { MAX_MUTED_TEXT, muteWords, unmuteWords } from "../../../core/filters/mute-words.ts";
import { showMature } from "../../../core/users/show-mature.ts";
import type { Ctx } from "../../../core/ctx.ts";
import type { BlockKind } from "../../../entities/filter.ts";
import { flag } from "../../fields.ts";
import { jsonArray, jsonOf } from "../../json.ts";
import { route } from "../api-route.ts";
import { exampleUser } from "../example-meme.ts";
import { presentingOf } from "../presenting.ts";
import { done, DONE, NO_USER, USER } from "./common.ts";
import { presentUser } from "./present.ts";
import { MatureChoice, User } from "./schemas.ts";

const TAG = "Muting and blocking";

const MUTE =
  "Leaves their memes and comments out of your feeds, searches and comment lists, and their acts out of your notifications. You can still open their profile and memes. Nobody is told.";
const BLOCK =
  "Hides the two of you from each other: memes, comments, ratings and profiles. Neither follows the other any more. Nobody is told.";

interface PersonAct {
  name: string;
  method: "PUT" | "DELETE";
  kind: BlockKind;
  summary: string;
  description: string;
  act(ctx: Ctx, idOrName: string): Promise<void>;
}

const personRoute = ({ name, method, kind, summary, description, act }: PersonAct) =>
  route({
    name,
    method,
    path: `/profile/{user}/${kind}`,
    access: "member",
    needs: ["Write"],
    tag: TAG,
    summary,
    description,
    params: { user: { ...USER.user, example: "jester" } },
    answer: DONE,
    refusals: {
      ...(method === "PUT" ? { 400: "You can't mute or block yourself, tempting as it may be." } : {}),
      404: NO_USER,
    },
    handle: (call) => done(act(call.ctx, call.params.user!)),
  });

const peopleRoute = (name: string, path: string, summary: string, kind: BlockKind) =>
  route({
    name,
    method: "GET",
    path,
    access: "member",
    tag: TAG,
    summary,
    description: "Newest first.",
    answer: { description: "The people.", schema: z.array(User), example: [exampleUser] },
    handle: async (call) => {
      const people = await listFilteredPeople(call.ctx, kind);
      const to = presentingOf(call);
      return jsonArray(people.map((one) => presentUser(one, to)));
    },
  });

const NO_WORDS = "Send the word to mute, as text, in the parameter word.";

const wordsRoute = (method: "PUT" | "DELETE", act: (ctx: Ctx, text: string) => Promise<void>) =>
  route({
    name: method === "PUT" ? "muteWord" : "unmuteWord",
    method,
    path: "/muted/words",
    access: "member",
    needs: ["Write"],
    tag: TAG,
    summary: method === "PUT" ? "Mute a word" : "Unmute a word",
    description:
      method === "PUT"
        ? "Leaves memes and comments with this word, or these words in a row, out of your feeds, searches and comment lists. Case, accents and punctuation don't matter."
        : "Does nothing if it isn't muted.",
    input: z.object({
      word: z
        .string({ error: NO_WORDS })
        .describe("A word, or several in a row")
        .meta({ minLength: 1, maxLength: MAX_MUTED_TEXT, example: "monday" }),
    }),
    answer: DONE,
    refusals: { 400: NO_WORDS },
    handle: (call, { word }) => done(act(call.ctx, word)),
  });

const getMutedWords = route({
  name: "getMutedWords",
  method: "GET",
  path: "/muted/words",
  access: "member",
  tag: TAG,
  summary: "List the words you have muted",
  description: "In the order you muted them.",
  answer: { description: "The words.", schema: z.array(z.string()), example: ["monday"] },
  handle: async (call) => jsonOf((await listMutedWords(call.ctx)).map(({ text }) => text)),
});

const MATURE = { description: "What you chose.", schema: MatureChoice, example: { shown: true } };
const NO_CHOICE = "Send true or false in the parameter shown.";

const getMature = route({
  name: "getMatureChoice",
  method: "GET",
  path: "/profile/me/mature",
  access: "member",
  tag: TAG,
  summary: "Get whether the website shows you mature memes",
  answer: MATURE,
  handle: async (call) => jsonOf({ shown: requireMember(call.ctx.actor).user.showsMature }),
});

const putMature = route({
  name: "chooseMature",
  method: "PUT",
  path: "/profile/me/mature",
  access: "member",
  needs: ["Write"],
  tag: TAG,
  summary: "Choose whether the website shows you mature memes",
  description:
    "For people 18 and over. Otherwise the website leaves them out of lists and blurs their pictures. The API's lists go by their parameter age.",
  input: z.object({
    shown: flag(NO_CHOICE).describe("Whether to show them"),
  }),
  answer: MATURE,
  refusals: { 400: NO_CHOICE },
  handle: async (call, { shown }) => {
    await showMature(call.ctx, shown);
    return jsonOf({ shown });
  },
});

export const filterRoutes = [
  getMature,
  putMature,
  personRoute({
    name: "muteUser",
    method: "PUT",
    kind: "mute",
    summary: "Mute a user",
    description: `${MUTE} Does nothing if you have muted or blocked them already.`,
    act: mutePerson,
  }),
  personRoute({
    name: "unmuteUser",
    method: "DELETE",
    kind: "mute",
    summary: "Unmute a user",
    description: "Does nothing if you haven't muted them.",
    act: unmutePerson,
  }),
  personRoute({
    name: "blockUser",
    method: "PUT",
    kind: "block",
    summary: "Block a user",
    description: `${BLOCK} Does nothing if you have blocked them already.`,
    act: blockPerson,
  }),
  personRoute({
    name: "unblockUser",
    method: "DELETE",
    kind: "block",
    summary: "Unblock a user",
    description: "Does nothing if you haven't blocked them.",
    act: unblockPerson,
  }),
  peopleRoute("getMutedUsers", "/muted", "List the users you have muted", "mute"),
  peopleRoute("getBlockedUsers", "/blocked", "List the users you have blocked", "block"),
  getMutedWords,
  wordsRoute("PUT", muteWords),
  wordsRoute("DELETE", unmuteWords),
];
