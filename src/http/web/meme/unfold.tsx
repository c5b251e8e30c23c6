import type { MemeRow, UserRow } from "../../../data/schema.ts";
import type { Frame } from "../frame.ts";

/** What a pasted link unfolds to. */
export const Unfold = ({ frame, meme }: { frame: Frame; meme: MemeRow; author: UserRow }) => (
  <link rel="canonical" href={`${frame.site.url}/meme/${meme.id}`} />
);
