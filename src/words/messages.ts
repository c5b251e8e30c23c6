import { english } from "./en/index.ts";

export type English = typeof english;
/** Keys end in .one, .other and so on where the words depend on a number; those are named without the ending. */
export type Key = keyof English;
type Category = "zero" | "one" | "two" | "few" | "many" | "other";
export type CountKey = { [K in Key]: K extends `${infer Name}.other` ? Name : never }[Key];
export type PlainKey = Exclude<Key, `${CountKey}.${Category}`>;

/** The names in braces within a message. */
type NamesIn<M extends string> = M extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type TagsIn<M extends string> = M extends `${string}</${infer Tag}>${infer Rest}` ? Tag | TagsIn<Rest> : never;

/** Messages without names in them: said as they are. */
export type BareKey = { [K in PlainKey]: [NamesIn<English[K]>] extends [never] ? K : never }[PlainKey];

/** A whole day, as people write days. */
export interface Day {
  day: number;
}

/** An amount of data, in the unit that suits it. */
export interface Bytes {
  bytes: number;
}

/** How long from now, as in "in 20 minutes". */
export interface Wait {
  waitMs: number;
}

/** A number is written as people write numbers, and a moment as they write moments; a message within a message is said in the same language. */
export type Value = string | number | Date | Day | Bytes | Wait | Message;
export type ValuesOf<K extends Key> = Record<NamesIn<English[K]>, Value>;
export type TagsOf<K extends Key> = Record<TagsIn<English[K]>, (inner: string) => unknown>;

/** Nothing has to be given where a message has no names in it. */
export type Given<Values> = [keyof Values] extends [never] ? [] : [values: Values];

/** A message that is yet to be said, in whatever language its reader has. */
export interface Message {
  key: PlainKey;
  values: Record<string, Value>;
}

export const message = <K extends PlainKey>(key: K, ...[values]: Given<ValuesOf<K>>): Message => ({
  key,
  values: (values ?? {}) as Record<string, Value>,
});
