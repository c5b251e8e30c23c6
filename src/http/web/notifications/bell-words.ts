import type { Words } from "../../../words/words.ts";

/** Beyond this nobody counts, and there is no room. */
const MAX_SHOWN = 99;

export interface BellWords {
  /** Beside the bell; empty if there is nothing new. */
  shown: string;
  /** Accessible name of the bell. */
  label: string;
}

export const bellWords = ({ say, count, number }: Words, unseen: number): BellWords => ({
  shown: unseen === 0 ? "" : unseen > MAX_SHOWN ? `${number(MAX_SHOWN)}+` : number(unseen),
  label: unseen === 0 ? say("site.news") : count("notifications.bell", unseen),
});
