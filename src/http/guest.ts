import type { Actor } from "../core/ctx.ts";

export const GUEST: Actor = { kind: "guest" };
