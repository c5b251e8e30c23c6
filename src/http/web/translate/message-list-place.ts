import type { Shown } from "../../../core/translations/list-messages.ts";

/** Position in the list of messages. */
export interface Place {
  show?: Shown | undefined;
  search: string;
  after?: string | undefined;
}

/** A refused suggestion. */
export interface Typed {
  key: string;
  text: string;
  error: string;
}

export const rowId = (key: string) => `message-${key}`;

/** Without defaults. The fragment is the message to show. */
export function placePath(language: string, { show, search, after }: Place, key?: string): string {
  const query = new URLSearchParams();
  if (show) query.set("show", show);
  if (search) query.set("search", search);
  if (after) query.set("after", after);
  const text = query.toString();
  return `/translate/${language}${text && `?${text}`}${key ? `#${encodeURIComponent(rowId(key).toWellFormed())}` : ""}`;
}
