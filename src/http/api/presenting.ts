import type { Addresses } from "../../config.ts";
import type { ApiCall } from "./api-call.ts";
import { exampleMeme } from "./example-meme.ts";

export const MEME_ID = { id: { description: "The meme's id", example: exampleMeme.memeid } };
export const NO_MEME = "There is no such meme.";

/** Context for presenters. */
export interface Presenting {
  addresses: Addresses;
  now: number;
}

export const presentingOf = ({ addresses, ctx }: ApiCall): Presenting => ({ addresses, now: ctx.now });

/** Escaped for JSON, without the quotes. */
export const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

let last = { url: "", text: "" };
/** The site's address, escaped for JSON once for all memes. */
export function quotable(url: string): string {
  if (last.url !== url) last = { url, text: quoted(url) };
  return last.text;
}
