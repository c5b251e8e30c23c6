import { english } from "./en/index.ts";

export type English = typeof english;
/** Keys end in .one, .other and so on if the text depends on a number. They are used without the ending. */
export type Key = keyof English;
type Category = "zero" | "one" | "two" | "few" | "many" | "other";
export type CountKey = { [K in Key]: K extends `${infer Name}.other` ? Name : never }[Key];
export type PlainKey = Exclude<Key, `${CountKey}.${Category}`>;

/** Names in braces within a message. */
type NamesIn<M extends string> = M extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type TagsIn<M extends string> = M extends `${string}</${infer Tag}>${infer Rest}` ? Tag | TagsIn<Rest> : never;

/** Messages without placeholders. */
export type BareKey = { [K in PlainKey]: [NamesIn<English[K]>] extends [never] ? K : never }[PlainKey];

/** A calendar day, formatted as a date. */
export interface Day {
  day: number;
}

/** An amount of data, in a suitable unit. */
export interface Bytes {
  bytes: number;
}

/** Time from now, as in "in 20 minutes". */
export interface Wait {
  waitMs: number;
}

/** Numbers and dates are formatted for the language. A nested message is translated too. */
export type Value = string | number | Date | Day | Bytes | Wait | Message;
export type ValuesOf<K extends Key> = Record<NamesIn<English[K]>, Value>;
export type TagsOf<K extends Key> = Record<TagsIn<English[K]>, (inner: string) => unknown>;

/** No values are required if a message has no placeholders. */
export type Given<Values> = [keyof Values] extends [never] ? [] : [values: Values];

/** A message that is translated later, for its reader. */
export interface Message {
  key: PlainKey;
  values: Record<string, Value>;
}

export const message = <K extends PlainKey>(key: K, ...[values]: Given<ValuesOf<K>>): Message => ({
  key,
  values: (values ?? {}) as Record<string, Value>,
});
