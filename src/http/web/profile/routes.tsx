import type { WebRoute } from "../web-route.ts";

export const profilePages: readonly WebRoute[] = [];
