import { useTicket } from "../../data/tickets.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { hashOf } from "../secrets.ts";
import { addUser, prepareUser } from "../users/create-user.ts";
import { start, type Started } from "./sign-in.ts";

export type SignUpMode = "open" | "invite" | "closed";

export interface SignUp {
  username: string;
  password: string;
  email?: string;
  invite?: string;
  agent: string;
}

export async function signUp(ctx: Ctx, mode: SignUpMode, input: SignUp): Promise<Started> {
  if (mode === "closed") throw new DomainError("not_allowed", "This site takes no new accounts.");
  const { username, password, email } = input;
  const account = await prepareUser(ctx, { username, password, email });
  return inTransaction(ctx, async (tx) => {
    if (mode === "invite" && !(await useTicket(tx.db, "invites", hashOf(input.invite ?? ""), tx.now)))
      throw new DomainError("not_allowed", "This invitation is not valid, or was used already; ask for another.");
    return start(tx, await addUser(tx, account), input.agent);
  });
}
