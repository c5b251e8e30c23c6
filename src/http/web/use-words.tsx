import type { Words } from "../../words/words.ts";
import { Context } from "./jsx-runtime.ts";

const context = new Context<Words | undefined>(undefined);

/** Sets the language of everything inside. */
export const WordsProvider = ({ words, children }: { words: Words; children?: unknown }) =>
  context.provide(words, children);

/** Within a component: the messages in the viewer's language. */
export function useWords(): Words {
  const words = context.use();
  if (!words) throw new Error("useWords() outside of a page: write the component as <Component />, do not call it");
  return words;
}
