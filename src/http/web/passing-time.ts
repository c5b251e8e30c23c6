import { isPro } from "../../core/access.ts";
import type { User } from "../../entities/user.ts";
import type { Visit } from "./visit.ts";

/** Something with a date and a name. */
interface Work {
  at: number;
  by: User;
}

/** What a page says about these that changes although nobody changes anything. */
export const passingTime = ({ words, ctx: { now } }: Visit, works: readonly Work[]) =>
  works.map(({ at, by }) => [words.ago(at, now), isPro(by, now)]);
