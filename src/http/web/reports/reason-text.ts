import { wordsIn, type Words } from "../../../words/words.ts";

/** Reasons to choose from. */
export const REASONS = ["spam", "hate", "sexual", "violence", "stolen", "illegal", "other"] as const;
export type Reason = (typeof REASONS)[number];

/** Stored in English, because programs read it too. */
export const storedReason = (reason: Reason) => wordsIn("en").say(`moderation.reason-${reason}`);

/** A listed reason is shown in the reader's language; anything else as written. */
export function reasonText(kept: string, { say }: Words): string {
  const chosen = REASONS.find((one) => storedReason(one) === kept);
  return chosen ? say(`moderation.reason-${chosen}`) : kept;
}
