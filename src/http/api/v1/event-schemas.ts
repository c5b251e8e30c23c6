import { z } from "zod";

import { EVENT_KINDS } from "../../../entities/meme-event.ts";
import { Meme } from "./schemas.ts";

export const MemeEvent = z
  .strictObject({
    id: z.string().describe("Send it as Last-Event-ID to go on after this event"),
    event: z.enum(EVENT_KINDS).describe("What happened"),
    memeid: z.string(),
    meme: Meme.optional().describe("As it is now; absent if it is gone"),
  })
  .meta({ id: "MemeEvent" });
