import { MAX_CHARACTERS } from "../../compose/limits.ts";
import { MAX_TAG, tagNamed } from "../../entities/tag.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { cleanText } from "../text.ts";

export const MAX_TEMPLATE_NAME = 60;
export const MAX_TEMPLATE_TAGS = 8;

export const cleanTemplateName = (name: string) =>
  cleanText("template", name.replace(/\s+/g, " ").trim(), { min: 1, max: MAX_TEMPLATE_NAME, field: "name" });

/** However they are typed: with or without #, with spaces or commas between them. */
export function cleanTemplateTags(typed: string): string[] {
  const tags = typed.split(/[\s,#]+/u).filter(Boolean);
  const names = tags.map((tag) => {
    const name = tagNamed(tag);
    if (name === undefined)
      throw new DomainError("invalid", message("error.template-tag", { tag: tag.slice(0, MAX_TAG) }), {
        field: "tags",
      });
    return name;
  });
  const distinct = [...new Set(names)];
  if (distinct.length > MAX_TEMPLATE_TAGS)
    throw new DomainError("invalid", message("error.template-tags", { most: MAX_TEMPLATE_TAGS }), { field: "tags" });
  return distinct;
}

/** One for each box, in their order; what is missing is empty. */
export const cleanSamples = (texts: readonly string[], boxes: number): string[] =>
  Array.from({ length: boxes }, (_, i) => cleanText("sample", (texts[i] ?? "").trim(), { max: MAX_CHARACTERS }));
