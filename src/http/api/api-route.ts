import type { z } from "zod";

import type { PictureAnswer, StreamAnswer } from "../answer-json.ts";
import type { Json } from "../json.ts";
import type { WrittenJson } from "../kept-json.ts";
import type { RouteBase } from "../route.ts";
import type { ApiCall } from "./api-call.ts";

/** Groups of routes in the reference. */
export const TAGS = {
  Memes: "Read, submit, change, hide and delete memes.",
  Making: "Make memes from templates and pictures, change them later, and remix those of others.",
  Feeds: "Lists of memes: the newest, the hottest, the best rated, and what a search finds.",
  Saved: "Memes you have saved, and your collections of them. Private unless you share one.",
  Tags: "Words that captions mark with a #, their memes, and which of them you follow.",
  Ratings: "Rate memes from 1 to 5, and see how others rated them.",
  Comments: "What people say under a meme.",
  Users: "Profiles, what people posted, and who they follow.",
  "Muting and blocking": "What you don't want to see.",
  Events: "What happens to memes, as it happens.",
  Webhooks: "Addresses of yours that are told what happens to memes.",
  Site: "The site itself, and in numbers.",
  Notifications: "What happened to your memes and comments.",
  Reports: "Report a meme to the moderators, and see the outcome.",
  "Older root": "For clients written for it: the same memes in another shape.",
  "This document": "The API's description, for machines.",
} as const;

/** What a route answers with. */
export type Answer = Json | WrittenJson | PictureAnswer | StreamAnswer;

/** One definition of an endpoint for the router, the OpenAPI document and the access matrix. */
export interface Route<S extends z.ZodObject = z.ZodObject> extends RouteBase<ApiCall, Answer, S> {
  /** operationId in the OpenAPI document. */
  name: string;
  /** One client library omits the version from this path, so it also works without. */
  unversioned?: true;
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  /** What each variable of the path means, with an example. */
  params?: Record<string, { description: string; example: string }>;
  /**
   * `picture` describes what a caller gets who accepts only pictures. A `stream` of events never ends; `schema` is the
   * data of one.
   */
  answer: {
    status?: 201;
    description: string;
    schema: z.ZodType;
    example: unknown;
    picture?: string;
    stream?: true;
  };
  /** Further statuses, each with an example sentence. Those that follow from access are added. */
  refusals?: Partial<Record<400 | 403 | 404, string>>;
  /**
   * Idempotent: a request with an Idempotency-Key is done once, however often it is sent. The handler acts through
   * `call.once`.
   */
  once?: true;
}

/** Keeps the input type inside the definition, and lets lists hold routes with different inputs. */
export const route = <S extends z.ZodObject>(definition: Route<S>): Route => definition as unknown as Route;
