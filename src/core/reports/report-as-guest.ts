import { inTransaction, type Ctx } from "../ctx.ts";
import { cleanEmail } from "../users/email.ts";
import { fileReport, type Complaint } from "./report-meme.ts";

export interface GuestComplaint extends Omit<Complaint, "once"> {
  memeId: string;
  /** Undefined if it is about the meme itself. */
  commentId: number | undefined;
  /** Where to send the outcome; empty if the guest does not want to know. */
  email: string;
}

/** Anyone may report what everyone can see. The caller limits how often. */
export async function reportAsGuest(
  ctx: Ctx,
  { memeId, commentId, email, ...complaint }: GuestComplaint,
): Promise<void> {
  const address = email.trim();
  const by = { email: address === "" ? undefined : cleanEmail(address), language: ctx.asked?.language };
  await inTransaction(ctx, (tx) => fileReport(tx, { memeId, commentId }, complaint, { reporterId: undefined, ...by }));
}
