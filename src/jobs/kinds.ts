import { deleteImage } from "./delete-image.ts";
import { forgetAnswers } from "./forget-answers.ts";
import type { JobKind } from "./job-kind.ts";
import { reindexAuthor } from "./reindex-author.ts";
import { rollDays } from "./roll-days.ts";
import { sweepLitter } from "./sweep-litter.ts";

/** All that can be done later. A new kind is a file of its own and a line here. */
export const KINDS: readonly JobKind[] = [deleteImage, forgetAnswers, reindexAuthor, rollDays, sweepLitter];
