import { fill } from "../words/fill.ts";
import type { CountKey, Given, Key, PlainKey, ValuesOf } from "../words/messages.ts";

/** The messages that begin with "browser.", in the language of the page. They are prepended to the scripts. */
declare const WORDS: Record<string, string>;

type Ours<K extends string> = K extends `browser.${string}` ? K : never;
type Value = string | number;
type Values<K extends Key> = { [Name in keyof ValuesOf<K>]: Value };

const { lang } = document.documentElement;
const numbers = new Intl.NumberFormat(lang);
const decimals = new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const plurals = new Intl.PluralRules(lang);

export const number = (value: number): string => numbers.format(value);
/** One decimal. */
export const decimal = (value: number): string => decimals.format(value);

const write = (value: Value) => (typeof value === "number" ? number(value) : value);

export const say = <K extends Ours<PlainKey>>(key: K, ...[values]: Given<Values<K>>): string =>
  fill(WORDS[key]!, (values ?? {}) as Record<string, Value>, write);

/** The text for this number, which is {count} in it. */
export const count = (key: Ours<CountKey>, amount: number): string =>
  fill(WORDS[`${key}.${plurals.select(amount)}`] ?? WORDS[`${key}.other`]!, { count: amount }, write);
