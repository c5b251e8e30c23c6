import type { WebRoute } from "../web-route.ts";

export const machinePages: readonly WebRoute[] = [];
