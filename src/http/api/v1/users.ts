import { z } from "zod";

import { requireMember } from "../../../core/access.ts";
import { listIntegrations } from "../../../core/integrations/list-integrations.ts";
import { listMemesOfUser } from "../../../core/memes/list-memes-of-user.ts";
import { changeProfile, MAX_BIO } from "../../../core/users/change-profile.ts";
import { readProfile } from "../../../core/users/find-user.ts";
import { followUser, unfollowUser } from "../../../core/users/follow-user.ts";
import { whenReady } from "../../../when-ready.ts";
import { memeCursor } from "../../cursor.ts";
import { jsonOf } from "../../json.ts";
import type { ApiCall } from "../api-call.ts";
import { route } from "../api-route.ts";
import { exampleUser } from "../example-meme.ts";
import { listInput, listRefusal } from "../lists.ts";
import { presentingOf } from "../presenting.ts";
import { done, DONE, FEED, NO_USER, succeeded, USER } from "./common.ts";
import { answerMemes, MEMES } from "./meme-list.ts";
import { keepUser, presentUser } from "./present.ts";
import { Integrations, ProfileChange, User } from "./schemas.ts";

const getOwnProfile = route({
  name: "getOwnProfile",
  method: "GET",
  path: "/profile/me",
  access: "member",
  tag: "Users",
  summary: "Get your profile",
  answer: { description: "Your profile.", schema: User, example: exampleUser },
  handle: (call) => keepUser(requireMember(call.ctx.actor).user, presentingOf(call)),
});

/** Existing clients send POST; PATCH is the proper method. */
const changeProfileRoute = (method: "POST" | "PATCH") =>
  route({
    name: method === "POST" ? "postProfile" : "patchProfile",
    method,
    path: "/profile/me",
    access: "member",
    needs: ["Write"],
    tag: "Users",
    summary: "Change your profile",
    description: "Anything you don't send stays as it is.",
    input: z.object({
      username: z
        .string({ error: "The username must be text." })
        .optional()
        .describe(
          "2–32 letters (A–Z), digits, dots or underscores, with at least one letter; unique, whatever its case",
        ),
      bio: z
        .string({ error: "The bio must be text." })
        .optional()
        .describe("A few words about you; may be empty")
        .meta({ maxLength: MAX_BIO, example: exampleUser.bio }),
    }),
    answer: {
      description: "The profile as it is now.",
      schema: ProfileChange,
      example: { success: true, ...exampleUser },
    },
    refusals: { 400: "The username jester is taken. Choose another." },
    handle: async (call, input) => succeeded(presentUser(await changeProfile(call.ctx, input), presentingOf(call))),
  });

const getProfile = route({
  name: "getProfile",
  method: "GET",
  path: "/profile/{user}",
  access: "member",
  tag: "Users",
  summary: "Get a profile",
  params: USER,
  answer: { description: "The user.", schema: User, example: exampleUser },
  refusals: { 404: NO_USER },
  handle: (call) => whenReady(readProfile(call.ctx, call.params.user!), (user) => keepUser(user, presentingOf(call))),
});

const getMemesOfUser = route({
  name: "getMemesOfUser",
  method: "GET",
  path: "/profile/{user}/memes",
  access: "member",
  tag: "Users",
  summary: "List a user's memes",
  description: "Newest first; for your own, including disabled ones. Long lists are paginated through the Link header.",
  params: USER,
  input: z.object(listInput(FEED)),
  answer: MEMES,
  refusals: { 400: listRefusal(FEED), 404: NO_USER },
  handle: async (call, list) => {
    const user = call.params.user!;
    return answerMemes(call, list, memeCursor, (query) => listMemesOfUser(call.ctx, { ...query, user }));
  },
});

const followRoute = (method: "PUT" | "DELETE", act: (call: ApiCall) => Promise<boolean>) =>
  route({
    name: method === "PUT" ? "followUser" : "unfollowUser",
    method,
    path: "/profile/{user}/follow",
    access: "member",
    needs: ["Write"],
    tag: "Users",
    summary: method === "PUT" ? "Follow a user" : "Unfollow a user",
    description:
      method === "PUT" ? "Does nothing if you already follow them." : "Does nothing if you don't follow them.",
    params: { user: { ...USER.user, example: "jester" } },
    answer: DONE,
    refusals: { ...(method === "PUT" ? { 400: "You can't follow yourself." } : {}), 404: NO_USER },
    handle: (call) => done(act(call)),
  });

const getIntegrations = route({
  name: "getIntegrations",
  method: "GET",
  path: "/integrations",
  access: "member",
  needs: ["View Integrations"],
  tag: "Users",
  summary: "List your accounts on other services",
  answer: {
    description: "Maps the name of a service to your accounts there; empty if there are none.",
    schema: Integrations,
    example: { discord: ["475675023843262464"], github: ["octocat"] },
  },
  handle: async (call) => jsonOf(Object.fromEntries(await listIntegrations(call.ctx))),
});

export const userRoutes = [
  getOwnProfile,
  changeProfileRoute("POST"),
  changeProfileRoute("PATCH"),
  getProfile,
  getMemesOfUser,
  followRoute("PUT", (call) => followUser(call.ctx, call.params.user!)),
  followRoute("DELETE", (call) => unfollowUser(call.ctx, call.params.user!)),
  getIntegrations,
];
