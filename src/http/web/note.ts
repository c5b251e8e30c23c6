import type { PlainKey } from "../../words/messages.ts";

/** What a page says once about what was done on the page before: the messages that begin with "note." */
export type Note = PlainKey extends infer K ? (K extends `note.${infer Name}` ? Name : never) : never;
