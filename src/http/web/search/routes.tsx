import type { WebRoute } from "../web-route.ts";

export const searchPages: readonly WebRoute[] = [];
