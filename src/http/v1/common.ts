import { z } from "zod";

import { json, jsonOf, type Json } from "../json.ts";
import type { Call } from "../route.ts";
import { ID } from "../cursor.ts";
import { exampleMeme } from "./examples.ts";
import type { Presenting } from "./present.ts";

/** Comments and ratings of one meme come so many at a time. */
export const PAGE = 500;
/** The most that a feed gives at once. */
export const FEED = 25;
/** The most notifications or reports at once. */
export const INBOX = 100;

export const MEME_ID = { id: { description: "The meme's id", example: exampleMeme.memeid } };
export const USER = { user: { description: "A user's id, a username in any case, or me", example: "me" } };
export const NO_MEME = "There is no such meme.";
export const NO_USER = "This user doesn't exist.";

export const presentingOf = ({ addresses, ctx }: Call): Presenting => ({ addresses, now: ctx.now });

export const SUCCESS = jsonOf({ success: true });
/** What a write made or changed, with the word that it succeeded. */
export const succeeded = (made: Json): Json => json(`{"success":true,${made.slice(1)}`);

export const memeCursor = z.object({ at: z.number(), id: ID });

/** The number of a comment, notification or report; what cannot be one names nothing. */
export const smallIdOf = (text: string): number =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : 0;
