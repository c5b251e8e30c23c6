import type { z } from "zod";

import type { Addresses } from "../config.ts";
import type { Access } from "../core/access.ts";
import type { Ctx } from "../core/ctx.ts";
import type { Json } from "./json.ts";

/** A request to the API as a handler sees it: who calls and where the path's variables point. */
export interface Call {
  ctx: Ctx;
  params: Record<string, string>;
  addresses: Addresses;
  /** Extra headers of the answer. */
  headers: Record<string, string> | undefined;
  /** Points to the next page of a list: the same request with this cursor. */
  linkNext(cursor: string): void;
  /** Runs the act of a route that is done once: its answer is kept in the transaction of the act itself. */
  once(act: (ctx: Ctx) => Promise<Once>): Promise<Json>;
}

/** What an act answers, and the meme that it tells of: when that is deleted, nobody is told again. */
export interface Once {
  body: Json;
  memeId: string;
}

/** What the routes are grouped by. */
export const TAGS = {
  Memes: "Read, submit, change, hide and delete memes.",
  Feeds: "Lists of memes: the newest, the best rated, and what a search finds.",
  Ratings: "Rate memes from 1 to 5, and see how others rated them.",
  Comments: "What people say under a meme.",
  Users: "Profiles, what people posted, and who they follow.",
  Site: "The site in numbers.",
  Notifications: "What happened to your memes and comments.",
  Reports: "Report a meme to the moderators, and see the outcome.",
  "Older root": "For clients written for it: the same memes in another shape.",
  "This document": "The API's description, for machines.",
} as const;

/**
 * One definition of a route feeds the router, the OpenAPI document and the access matrix alike.
 */
export interface Route<S extends z.ZodObject = z.ZodObject> extends Access {
  /** operationId in the OpenAPI document. */
  name: string;
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** Below its root, with variables as {name}. */
  path: string;
  /** A client library in use leaves the version out of its path: it is there without one too. */
  unversioned?: true;
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  /** What each variable of the path means, with an example. */
  params?: Record<string, { description: string; example: string }>;
  /** Read from the query; a write reads what is missing there from a JSON or form body. */
  input?: S;
  answer: { status?: 201; description: string; schema: z.ZodType; example: unknown };
  /** Further statuses it may answer with, each with an example sentence; those that follow from access are added. */
  refusals?: Partial<Record<400 | 403 | 404, string>>;
  /** A request with an Idempotency-Key is done once, however often it is sent; the handler acts through `call.once`. */
  once?: true;
  /** Takes a file in this field: the body may be as large as this, and takes its time. */
  upload?: { field: string; maxBytes: number };
  handle(call: Call, input: z.output<S>): Promise<Json>;
}

export const MAX_BYTES = 64 * 1024;

/** Keeps the type of the input inside the definition, and lets lists hold routes of all inputs. */
export const route = <S extends z.ZodObject>(definition: Route<S>): Route => definition as unknown as Route;
