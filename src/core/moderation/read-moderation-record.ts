import { listActs } from "../../data/acts.ts";
import { listReportsAgainst } from "../../data/reports.ts";
import type { User } from "../../entities/user.ts";
import type { Act } from "../../entities/act.ts";
import type { Report } from "../../entities/report.ts";
import { partyOf, requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { findUserBy } from "../users/find-user.ts";

const MAX_ACTS = 20;
const MAX_REPORTS = 20;

export interface ModerationRecord {
  user: User;
  /** The newest few. */
  reports: Report[];
  acts: Act[];
}

/** What staff should know about a person before deciding anything. */
export async function readModerationRecord(ctx: Ctx, idOrName: string): Promise<ModerationRecord> {
  requireStaff(ctx.actor);
  const user = await findUserBy(ctx, idOrName);
  const [reports, acts] = await Promise.all([
    user.id === partyOf(ctx.actor) ? [] : listReportsAgainst(ctx.db, user.id, MAX_REPORTS),
    listActs(ctx.db, { userId: user.id }, { amount: MAX_ACTS }),
  ]);
  return { user, reports, acts };
}
