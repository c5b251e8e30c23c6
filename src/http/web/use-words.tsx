import { createContext, useContext } from "hono/jsx";

import type { Words } from "../../words/words.ts";

const Context = createContext<Words | undefined>(undefined);

/** Whatever is inside speaks this language. */
export const WordsProvider = ({ words, children }: { words: Words; children?: unknown }) => (
  <Context.Provider value={words}>{children as never}</Context.Provider>
);

/** Within a component: what the page says, in the language of whoever looks at it. */
export function useWords(): Words {
  const words = useContext(Context);
  if (!words) throw new Error("useWords() outside of a page: write the component as <Component />, do not call it");
  return words;
}
