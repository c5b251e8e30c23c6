import type { Route } from "../route.ts";
import { memeRoutes } from "./memes.ts";
import { ratingRoutes } from "./ratings.ts";
import { userRoutes } from "./users.ts";

/** All of the root {base_url}, below /v1. */
export const v1Routes: readonly Route[] = [...memeRoutes, ...ratingRoutes, ...userRoutes];
