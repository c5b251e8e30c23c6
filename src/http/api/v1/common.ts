import { json, jsonOf, type Json } from "../../json.ts";

/** Comments and ratings of one meme come so many at a time. */
export const PAGE = 500;
/** The most that a feed gives at once. */
export const FEED = 25;
/** The most notifications or reports at once. */
export const INBOX = 100;

export const USER = { user: { description: "A user's id, a username in upper or lower case, or me", example: "me" } };
export const NO_USER = "This user doesn't exist.";

export const SUCCESS = jsonOf({ success: true });
/** What a write made or changed, with the word that it succeeded. */
export const succeeded = (made: Json): Json => json(`{"success":true,${made.slice(1)}`);
