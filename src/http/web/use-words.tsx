import { createContext, useContext } from "hono/jsx";

import type { Words } from "../../words/words.ts";

const Context = createContext<Words | undefined>(undefined);

/** Sets the language of everything inside. */
export const WordsProvider = ({ words, children }: { words: Words; children?: unknown }) => (
  <Context.Provider value={words}>{children as never}</Context.Provider>
);

/** Within a component: the messages in the viewer's language. */
export function useWords(): Words {
  const words = useContext(Context);
  if (!words) throw new Error("useWords() outside of a page: write the component as <Component />, do not call it");
  return words;
}
