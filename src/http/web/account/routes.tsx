import type { WebRoute } from "../web-route.ts";

export const accountPages: readonly WebRoute[] = [];
