import type { PlainKey } from "../../words/messages.ts";

/** A message shown once about what was done on the previous page: those that begin with "note." */
export type Note = PlainKey extends infer K ? (K extends `note.${infer Name}` ? Name : never) : never;
