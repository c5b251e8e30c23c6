import type { Act } from "../../entities/act.ts";

/** What a note means that is stored as figures and signs. */
export type NoteMeaning =
  { says: "valid-days"; days: number } | { says: "pro-until"; day: string } | { says: "pro-ended" };

/** Undefined if the note is to be shown as it is. */
export function readNote({ kind, note }: Pick<Act, "kind" | "note">): NoteMeaning | undefined {
  if (kind === "invite" && /^\d+$/.test(note)) return { says: "valid-days", days: Number(note) };
  if (kind !== "pro") return undefined;
  if (note === "−pro") return { says: "pro-ended" };
  const day = /^\+pro (\d{4}-\d\d-\d\d)$/.exec(note)?.[1];
  return day === undefined ? undefined : { says: "pro-until", day };
}
