import type { WebRoute } from "../web-route.ts";

export const memePages: readonly WebRoute[] = [];
