import type { Shown } from "../../../core/translations/list-messages.ts";

/** Where in the list of messages somebody is. */
export interface Place {
  show?: Shown | undefined;
  search: string;
  after?: string | undefined;
}

/** What was sent and refused. */
export interface Typed {
  key: string;
  text: string;
  error: string;
}

export const rowId = (key: string) => `message-${key}`;

/** With nothing in it that is usual anyway; the message to look at is the fragment. */
export function placePath(language: string, { show, search, after }: Place, key?: string): string {
  const query = new URLSearchParams();
  if (show) query.set("show", show);
  if (search) query.set("search", search);
  if (after) query.set("after", after);
  const text = query.toString();
  return `/translate/${language}${text && `?${text}`}${key ? `#${encodeURIComponent(rowId(key).toWellFormed())}` : ""}`;
}
