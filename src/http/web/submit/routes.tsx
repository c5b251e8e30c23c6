import type { WebRoute } from "../web-route.ts";

export const submitPages: readonly WebRoute[] = [];
