import { pageOf, type Page } from "../lists.ts";
import type { Ctx } from "../ctx.ts";
import {
  readMessages,
  requireLanguage,
  requireTranslator,
  type CatalogueMessage,
  type MessageState,
} from "./message.ts";

export type Shown = Exclude<MessageState, "done"> | "all";
export type Progress = Record<Shown, number>;

export interface MessageQuery {
  language: string;
  /** Default: whatever needs work most. */
  show?: Shown | undefined;
  /** Part of the key, the English text or the translation. */
  search: string;
  amount: number;
  /** Key of the last message on the previous page. */
  after?: string | undefined;
}

export interface FoundMessages extends Page<CatalogueMessage, string> {
  show: Shown;
  progress: Progress;
}

/** In the order of the English catalogue. */
export async function listMessages(ctx: Ctx, query: MessageQuery): Promise<FoundMessages> {
  requireTranslator(ctx.actor);
  requireLanguage(query.language);
  const all = await readMessages(ctx, query.language);
  const progress = progressOf(all);
  const show = query.show ?? firstNeeded(progress);
  // A message saved meanwhile may have left this list, but we still know its position.
  const start = 1 + all.findIndex(({ key }) => key === query.after);
  const found = all.slice(start).filter((one) => (show === "all" || one.state === show) && holds(one, query));
  const page = pageOf(found.slice(0, query.amount + 1), query.amount, ({ key }) => key);
  return { ...page, show, progress };
}

const firstNeeded = (progress: Progress): Shown =>
  (["missing", "changed"] as const).find((state) => progress[state] > 0) ?? "all";

function holds({ key, english, current }: CatalogueMessage, { search }: MessageQuery): boolean {
  const words = search.trim().toLowerCase();
  return words === "" || [key, english, current?.text ?? ""].some((text) => text.toLowerCase().includes(words));
}

export function progressOf(messages: CatalogueMessage[]): Progress {
  const count = (state: MessageState) => messages.filter((one) => one.state === state).length;
  return {
    missing: count("missing"),
    changed: count("changed"),
    suggested: count("suggested"),
    all: messages.length,
  };
}
