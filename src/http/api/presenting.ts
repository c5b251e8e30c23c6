import type { Addresses } from "../../config.ts";
import { exampleMeme } from "./example-meme.ts";
import type { ApiCall } from "./api-call.ts";

export const MEME_ID = { id: { description: "The meme's id", example: exampleMeme.memeid } };
export const NO_MEME = "There is no such meme.";

/** What a presenter knows besides what it presents. */
export interface Presenting {
  addresses: Addresses;
  now: number;
}

export const presentingOf = ({ addresses, ctx }: ApiCall): Presenting => ({ addresses, now: ctx.now });

let quoted = { url: "", text: "" };
/** The site's address as it stands between quotes in JSON: the same for every meme. */
export function quotable(url: string): string {
  if (quoted.url !== url) quoted = { url, text: JSON.stringify(url).slice(1, -1) };
  return quoted.text;
}
