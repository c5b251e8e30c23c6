import type { Act, ActKind } from "../entities/act.ts";
import type { ActRow, Db } from "./schema.ts";

const BEYOND_ALL = 2 ** 31 - 1;

const toAct = (row: ActRow): Act => ({
  id: row.id,
  staffId: row.staff_id ?? undefined,
  staffName: row.staff_name,
  kind: row.kind,
  userId: row.user_id ?? undefined,
  userName: row.user_name,
  memeId: row.meme_id ?? undefined,
  reportId: row.report_id ?? undefined,
  note: row.note,
  createdAt: row.created_at,
});

export async function insertAct(db: Db, act: Omit<Act, "id">): Promise<void> {
  const columns = {
    staff_id: act.staffId ?? null,
    staff_name: act.staffName,
    kind: act.kind,
    user_id: act.userId ?? null,
    user_name: act.userName,
    meme_id: act.memeId ?? null,
    report_id: act.reportId ?? null,
    note: act.note,
    created_at: act.createdAt,
  };
  await db.insertInto("acts").values(columns).execute();
}

/** What an index can find. */
export type ActsOf = { memeId: string } | { userId: string } | { staffId: string } | { kind: ActKind };

function columnOf(of: ActsOf) {
  if ("memeId" in of) return ["meme_id", of.memeId] as const;
  if ("userId" in of) return ["user_id", of.userId] as const;
  return "staffId" in of ? (["staff_id", of.staffId] as const) : (["kind", of.kind] as const);
}

/** Newest first. */
export async function listActs(
  db: Db,
  of: ActsOf | undefined,
  { amount, after = BEYOND_ALL }: { amount: number; after?: number },
): Promise<Act[]> {
  let query = db.selectFrom("acts").selectAll().where("id", "<", after).orderBy("id", "desc").limit(amount);
  if (of) {
    const [column, value] = columnOf(of);
    query = query.where(column, "=", value);
  }
  return (await query.execute()).map(toAct);
}
