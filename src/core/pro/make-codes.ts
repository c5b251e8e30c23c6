import { insertProCodes } from "../../data/pro-codes.ts";
import { requireStaff } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { recordAct } from "../moderation/record-act.ts";
import { hashOf } from "../secrets.ts";
import { cleanCode, makeCode } from "./code-format.ts";

/** Creates codes for a number of months of Pro each. Only their hashes are stored. */
export async function makeCodes(ctx: Ctx, { months, count }: { months: number; count: number }): Promise<string[]> {
  requireStaff(ctx.actor);
  const codes = Array.from({ length: count }, makeCode);
  await inTransaction(ctx, async (tx) => {
    await insertProCodes(
      tx.db,
      codes.map((code) => hashOf(cleanCode(code)!)),
      months,
      tx.now,
    );
    const length = `${months} ${months === 1 ? "month" : "months"}`;
    const note = count === 1 ? `1 code for ${length}` : `${count} codes for ${length} each`;
    await recordAct(tx, { kind: "pro", note });
  });
  return codes;
}
