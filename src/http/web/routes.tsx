import type { Context, Hono } from "hono";

import type { Addresses } from "../../config.ts";
import type { Services } from "../../services.ts";
import type { Env } from "../api.ts";

/** The website's pages; returns its answer to an address that nobody knows. */
export function mountPages(_app: Hono<Env>, _root: string, _services: Services, _addresses: Addresses) {
  return (_c: Context<Env>): Response =>
    new Response("There is no such page.\n", { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
