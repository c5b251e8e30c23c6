import { z } from "zod";

import { ARRANGEMENTS, isArrangement } from "../../../core/templates/template-recipe.ts";
import type { Words } from "../../../words/words.ts";
import { HttpError } from "../../errors.ts";
import { ownAge } from "../../fields.ts";
import { issueMessage } from "../../schema-message.ts";

/** What somebody has typed about a template. */
export interface TypedTemplate {
  name: string;
  tags: string;
  alt: string;
  age: string;
  where: string;
  samples: string;
}

export const EMPTY: TypedTemplate = { name: "", tags: "", alt: "", age: "1", where: "classic", samples: "" };

export function ageOf(typed: string) {
  const age = z.object({ age: ownAge }).safeParse({ age: typed });
  if (!age.success) throw new HttpError(400, issueMessage(age.error));
  return age.data.age;
}

export const linesOf = (typed: string): string[] => typed.split("\n").map((line) => line.trim());

export const arrangementOf = ({ where }: TypedTemplate) => (isArrangement(where) ? where : "classic");

/** Without words, nobody would see where they go. */
export function samplesOf({ say }: Words, typed: TypedTemplate): string[] {
  const lines = linesOf(typed.samples);
  if (lines.some(Boolean)) return lines;
  const usual = [
    say("templates.sample-1"),
    say("templates.sample-2"),
    say("templates.sample-3"),
    say("templates.sample-4"),
  ];
  return usual.slice(0, ARRANGEMENTS[arrangementOf(typed)].length);
}
