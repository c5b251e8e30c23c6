import { listIntegrations } from "../../core/integrations/list-integrations.ts";
import { findUserBy } from "../../core/users/find-user.ts";
import { jsonOf } from "../json.ts";
import { route } from "../route.ts";
import { exampleUser } from "./examples.ts";
import { presentingOf } from "./memes.ts";
import { presentUser } from "./present.ts";
import { Integrations, User } from "./schemas.ts";

const getProfile = route({
  name: "getProfile",
  method: "GET",
  path: "/profile/{user}",
  access: { needs: "read" },
  tag: "Users",
  summary: "A profile",
  params: { user: { description: "A user's id, a username in any case, or me", example: "me" } },
  answer: { description: "The user.", schema: User, example: exampleUser },
  refusals: { 404: "This user does not exist." },
  handle: async (call) => presentUser(await findUserBy(call.ctx, call.params.user!), presentingOf(call)),
});

const getIntegrations = route({
  name: "getIntegrations",
  method: "GET",
  path: "/integrations",
  access: { needs: "read", permission: "View Integrations" },
  tag: "Users",
  summary: "The caller's accounts on other services",
  answer: {
    description: "From a service's name to the caller's accounts there; empty where there are none.",
    schema: Integrations,
    example: { discord: ["475675023843262464"], github: ["octocat"] },
  },
  handle: async (call) => jsonOf(Object.fromEntries(await listIntegrations(call.ctx))),
});

export const userRoutes = [getProfile, getIntegrations];
