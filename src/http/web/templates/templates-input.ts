import { z } from "zod";

import { TEMPLATE_LISTS } from "../../../core/templates/list-templates.ts";
import { cursorInput } from "../../cursor.ts";
import { schemaMessage } from "../../schema-message.ts";
import { text } from "../form-fields.ts";

export const templatesInput = z.object({
  show: z.enum(TEMPLATE_LISTS, { error: schemaMessage("error.bad-list") }).default("popular"),
  search: text,
  ...cursorInput,
});
export type TemplatesInput = z.output<typeof templatesInput>;

/** Query of the page, without defaults. */
export function templatesQuery({ show, search, cursor }: TemplatesInput): string {
  const query = new URLSearchParams({
    ...(show === "popular" ? {} : { show }),
    ...(search === "" ? {} : { search }),
    ...(cursor === undefined ? {} : { cursor }),
  }).toString();
  return query && `?${query}`;
}
