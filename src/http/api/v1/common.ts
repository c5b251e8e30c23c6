import { json, jsonOf, type Json } from "../../json.ts";
import { Success } from "./schemas.ts";

/** Comments or ratings on a page. */
export const PAGE = 500;
/** Memes on a page, at most. */
export const FEED = 25;
/** Notifications or reports on a page, at most. */
export const INBOX = 100;

export const USER = { user: { description: "A user's id, a username (case doesn't matter), or me", example: "me" } };
export const NO_USER = "This user doesn't exist.";

export const SUCCESS = jsonOf({ success: true });
/** The answer of a route that has nothing to say but that. */
export const DONE = { description: "Done.", schema: Success, example: { success: true } };

export async function done(act: Promise<unknown>): Promise<Json> {
  await act;
  return SUCCESS;
}

/** The result of a write, with `success` in front. */
export const succeeded = (made: Json): Json => json(`{"success":true,${made.slice(1)}`);
