import { english } from "../../src/words/en/index.ts";
import { LANGUAGES } from "../../src/words/languages.ts";

export const PSEUDO = "en-XA";

/** Marks text from the catalogue, but not values inserted into it: those have to come from somewhere too. */
const marked = (message: string) =>
  message
    .split(/(\{\w+\}|<\/?\w+>)/)
    .map((part, i) => (i % 2 === 1 || part === "" ? part : `⟦${part}⟧`))
    .join("");

/** Dates and language names come from the runtime, not from us. */
const FORMATS = [Intl.DateTimeFormat, Intl.RelativeTimeFormat, Intl.DisplayNames, Intl.ListFormat, Intl.NumberFormat];

/** While in scope, a language in which every word says where it is from. */
export function speakPseudo(): Disposable {
  const messages = new Map(Object.entries(english).map(([key, text]) => [key, marked(text)]));
  LANGUAGES.set(PSEUDO, { name: "⟦Pseudo⟧", messages });
  const undo = FORMATS.map((format) => markResults(format.prototype as unknown as Record<string, unknown>));
  const { toLocaleDateString, toLocaleString, toLocaleTimeString } = Date.prototype;
  Object.assign(Date.prototype, {
    toLocaleDateString: wrapped(toLocaleDateString),
    toLocaleString: wrapped(toLocaleString),
    toLocaleTimeString: wrapped(toLocaleTimeString),
  });
  return {
    [Symbol.dispose]() {
      LANGUAGES.delete(PSEUDO);
      for (const back of undo) back();
      Object.assign(Date.prototype, { toLocaleDateString, toLocaleString, toLocaleTimeString });
    },
  };
}

type Method = (this: unknown, ...args: never[]) => unknown;

const wrapped = (method: Method) =>
  function (this: unknown, ...args: never[]) {
    return `⟦${method.apply(this, args) as string}⟧`;
  };

function markResults(prototype: Record<string, unknown>): () => void {
  const before = Object.getOwnPropertyDescriptors(prototype);
  for (const name of ["format", "of"]) {
    const { value, get } = (before[name] ?? {}) as { value?: Method; get?: (this: unknown) => Method };
    if (value) Object.defineProperty(prototype, name, { ...before[name], value: wrapped(value) });
    if (get)
      Object.defineProperty(prototype, name, {
        ...before[name],
        get(this: unknown) {
          return wrapped(get.call(this));
        },
      });
  }
  const { value: parts } = (before["formatToParts"] ?? {}) as {
    value?: (list: unknown) => { type: string; value: string }[];
  };
  if (parts && (prototype as unknown) === Intl.ListFormat.prototype)
    Object.defineProperty(prototype, "formatToParts", {
      ...before["formatToParts"],
      value(this: unknown, list: unknown) {
        return parts
          .call(this, list)
          .map((one) => (one.type === "literal" ? { ...one, value: `⟦${one.value}⟧` } : one));
      },
    });
  return () => Object.defineProperties(prototype, before);
}
