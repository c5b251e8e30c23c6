import { bytesIn } from "./amounts.ts";
import { english } from "./en/index.ts";
import { fill } from "./fill.ts";
import { LANGUAGES, localeIn } from "./languages.ts";
import type { CountKey, Given, Key, PlainKey, Message, TagsOf, Value, ValuesOf } from "./messages.ts";

const MINUTE = 60_000;
/** Nobody counts these seconds. */
const JUST_NOW = 10_000;
const UNITS: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ["year", 365.25 * 86_400_000],
  ["month", (365.25 / 12) * 86_400_000],
  ["day", 86_400_000],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
];

const IN_ENGLISH = new Intl.PluralRules("en");

/** Formats load tables: those of dates take 20 ms at startup. */
function whenUsed<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** All messages in one language. */
export class Words {
  readonly #messages: ReadonlyMap<string, string>;
  readonly #plural: Intl.PluralRules;
  readonly #number: Intl.NumberFormat;
  readonly #tenths: () => Intl.NumberFormat;
  readonly #ago: () => Intl.RelativeTimeFormat;
  readonly #agoBriefly: () => Intl.RelativeTimeFormat;
  readonly #date: () => Intl.DateTimeFormat;
  readonly #moment: () => Intl.DateTimeFormat;

  constructor(
    readonly language: string,
    /** How dates are written. */
    readonly locale: string,
  ) {
    this.#messages = LANGUAGES.get(language)!.messages;
    this.#plural = new Intl.PluralRules(language);
    this.#number = new Intl.NumberFormat(language);
    this.#tenths = whenUsed(
      () => new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    );
    this.#ago = whenUsed(() => new Intl.RelativeTimeFormat(language, { numeric: "always" }));
    this.#agoBriefly = whenUsed(() => new Intl.RelativeTimeFormat(language, { numeric: "always", style: "short" }));
    // In UTC, because the server knows no better and everyone should read the same.
    const timeZone = "UTC";
    this.#date = whenUsed(() => new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone }));
    this.#moment = whenUsed(
      () => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone }),
    );
  }

  say = <K extends PlainKey>(key: K, ...[values]: Given<ValuesOf<K>>): string =>
    this.#fill(this.#find(key), (values ?? {}) as Record<string, Value>);

  /** The text for this number, which is {count} in it. */
  count = <K extends CountKey>(
    key: K,
    count: number,
    ...given: Given<Omit<ValuesOf<`${K}.other` & Key>, "count">>
  ): string => {
    const own = this.#messages.get(`${key}.${this.#plural.select(count)}`) ?? this.#messages.get(`${key}.other`);
    // If English fills in, its plural rules apply.
    const message = own ?? this.#find(`${key}.${IN_ENGLISH.select(count)}`);
    return this.#fill(message, { ...(given as Record<string, Value>[])[0], count });
  };

  /** For pages: the text between <tag> and </tag> is passed to a function that wraps it in an element. */
  rich = <K extends PlainKey>(key: K, values: ValuesOf<K> & TagsOf<K>): unknown[] => {
    const given = values as Record<string, unknown>;
    return this.#find(key)
      .split(/(<\w+>.*?<\/\w+>)/s)
      .map((part) => {
        const [, tag, inner] = /^<(\w+)>(.*)<\/\1>$/s.exec(part) ?? [];
        const put = tag === undefined ? undefined : given[tag];
        const filled = this.#fill(inner ?? part, given as Record<string, Value>);
        return typeof put === "function" ? put(filled) : filled;
      });
  };

  /** Translates a message. Plain text stays as it is. */
  translate = (sentence: Message | string): string =>
    typeof sentence === "string" ? sentence : this.#fill(this.#find(sentence.key), sentence.values);

  number = (number: number): string => this.#number.format(number);

  /** With one decimal, as averages are written. */
  tenths = (number: number): string => this.#tenths().format(number);

  /** "5 minutes ago", "just now". */
  ago = (then: number, now: number): string => this.#since(then, now, this.#ago);

  /** "5 min. ago", where there is little room. */
  agoBriefly = (then: number, now: number): string => this.#since(then, now, this.#agoBriefly);

  #since(then: number, now: number, format: () => Intl.RelativeTimeFormat): string {
    const age = now - then;
    if (age < JUST_NOW) return this.say("parts.just-now");
    for (const [unit, ms] of UNITS) if (age >= ms) return format().format(-Math.floor(age / ms), unit);
    return format().format(-Math.floor(age / 1000), "second");
  }

  date = (ms: number): string => this.#date().format(ms);

  moment = (ms: number): string => this.#moment().format(ms);

  /** Never too early: people who come back then are let in. */
  #until(ms: number): string {
    return ms > MINUTE - 1000
      ? this.#ago().format(Math.ceil(ms / MINUTE), "minute")
      : this.#ago().format(Math.ceil(ms / 1000), "second");
  }

  #find(key: string): string {
    return this.#messages.get(key) ?? (english as Record<string, string>)[key]!;
  }

  #fill(message: string, values: Record<string, Value>): string {
    return message.includes("{") ? fill(message, values, this.#write) : message;
  }

  #write = (value: Value): string => {
    if (typeof value === "number") return this.number(value);
    if (value instanceof Date) return this.moment(value.getTime());
    if (typeof value === "object" && "day" in value) return this.date(value.day);
    if (typeof value === "object" && "bytes" in value) return bytesIn(this, value.bytes);
    if (typeof value === "object" && "waitMs" in value) return this.#until(value.waitMs);
    return typeof value === "string" ? value : this.translate(value);
  };
}

const ready = new Map<string, Words>();

/** Cached, because creating one is slow. */
export function wordsIn(language: string, locale = localeIn(language)): Words {
  let words = ready.get(locale);
  if (!words) ready.set(locale, (words = new Words(language, locale)));
  return words;
}
