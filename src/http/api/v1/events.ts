import { z } from "zod";

import { requireMember } from "../../../core/access.ts";
import { findUserBy } from "../../../core/users/find-user.ts";
import { tagNamed } from "../../../entities/tag.ts";
import { StreamAnswer } from "../../answer-json.ts";
import { credentialOf } from "../../credential.ts";
import { HttpError } from "../../errors.ts";
import { maxAge } from "../../fields.ts";
import { route } from "../api-route.ts";
import { exampleMeme } from "../example-meme.ts";
import { NO_USER } from "./common.ts";
import { MemeEvent } from "./event-schemas.ts";

const BAD_TAG = "The tag must be a word of letters, digits and underscores.";
const BAD_PLACE = "The id of the last event must be a number that an event had, or 0 for all that are kept.";
/** A microsecond of this era. */
const PLACE = /^\d{1,16}$/;

const getEvents = route({
  name: "getEvents",
  method: "GET",
  path: "/events",
  access: "member",
  tag: "Events",
  summary: "Hear what happens to memes",
  description:
    "Server-sent events that go on until you leave: new (a meme is shown), hot (its ratings have doubled its points), edited (its words or its picture have changed) and gone (it was hidden or deleted). You hear only of what you may see, within a second or two. To go on where you were, send the id of the last event as Last-Event-ID: events are kept for a week, at most 100,000 of them. The event reset says that some you haven't heard of are forgotten. At most 6 streams per account; one more ends the oldest.",
  input: z.object({
    age: maxAge,
    tag: z.string().optional().describe("Only memes with this tag, without the #"),
    author: z.string().optional().describe("Only memes of this user: an id, a username, or me"),
    after: z
      .string()
      .regex(PLACE, { error: BAD_PLACE })
      .optional()
      .describe("The same as Last-Event-ID, which wins; 0 for all events that are kept"),
  }),
  answer: {
    description: "A stream of events. Each has its kind as event, and this object as data.",
    schema: MemeEvent,
    example: { id: "1792022400000001", event: "new", memeid: exampleMeme.memeid, meme: exampleMeme },
    stream: true,
  },
  refusals: { 400: BAD_PLACE, 404: NO_USER },
  handle: async ({ ctx, exchange, events }, { age, tag, author, after }) => {
    const { request } = exchange;
    const { user } = requireMember(ctx.actor);
    const named = tag === undefined ? undefined : tagNamed(tag.replace(/^#/, ""));
    if (tag !== undefined && named === undefined) throw new HttpError(400, BAD_TAG);
    const heard = request.headers.get("last-event-id") || after;
    if (heard !== undefined && !PLACE.test(heard)) throw new HttpError(400, BAD_PLACE);
    const authorId = author === undefined ? undefined : (await findUserBy(ctx, author)).id;
    if (exchange.method === "HEAD") return new StreamAnswer(null);
    const listening = {
      key: credentialOf(request.headers)!,
      userId: user.id,
      wish: { age, tag: named, authorId },
      heard: heard === undefined ? undefined : Number(heard),
    };
    return new StreamAnswer(await events.open(listening, request.signal));
  },
});

export const eventRoutes = [getEvents];
