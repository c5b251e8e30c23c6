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
  /** Without it: what there is most need of. */
  show?: Shown | undefined;
  /** Part of the key, of the English words or of the others. */
  search: string;
  amount: number;
  /** The key of the last one before. */
  after?: string | undefined;
}

export interface FoundMessages extends Page<CatalogueMessage, string> {
  show: Shown;
  progress: Progress;
}

/** In the order of the English ones. */
export async function listMessages(ctx: Ctx, query: MessageQuery): Promise<FoundMessages> {
  requireTranslator(ctx.actor);
  requireLanguage(query.language);
  const all = await readMessages(ctx, query.language);
  const progress = progressOf(all);
  const show = query.show ?? firstNeeded(progress);
  // Of what was saved meanwhile and is in this list no more, we still know where it stood.
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
