import { REINDEX_AUTHOR, reindexAuthor as reindex } from "../core/search/reindex-author.ts";
import type { JobKind } from "./job-kind.ts";

/** Finishes a name change that was interrupted. */
export const reindexAuthor: JobKind = {
  name: REINDEX_AUTHOR,
  run: ({ ctx, subject }) => reindex(ctx, subject),
};
