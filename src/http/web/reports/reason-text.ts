import { wordsIn, type Words } from "../../../words/words.ts";

/** What can be wrong with something, to choose from. */
export const REASONS = ["spam", "hate", "sexual", "violence", "stolen", "illegal", "other"] as const;
export type Reason = (typeof REASONS)[number];

/** As it is kept, whoever chose it: programs read it, too. */
export const keptReason = (reason: Reason) => wordsIn("en").say(`moderation.reason-${reason}`);

/** What was chosen from the list is said in the language of whoever reads it; what was written stays as it is. */
export function reasonText(kept: string, { say }: Words): string {
  const chosen = REASONS.find((one) => keptReason(one) === kept);
  return chosen ? say(`moderation.reason-${chosen}`) : kept;
}
