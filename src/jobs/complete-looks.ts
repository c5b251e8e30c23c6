import * as moderation from "../core/moderation/complete-looks.ts";
import type { JobKind } from "./job-kind.ts";

/** Queued by the migration that introduced the looks of avatars. */
export const completeLooks: JobKind = {
  name: moderation.COMPLETE_LOOKS,
  async run({ ctx, log, signal }) {
    log.info("looks completed", await moderation.completeLooks(ctx, signal));
  },
};
