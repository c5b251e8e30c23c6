import type { WebRoute } from "../web-route.ts";

export const settingsPages: readonly WebRoute[] = [];
