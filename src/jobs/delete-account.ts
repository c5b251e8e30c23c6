import { DELETE_ACCOUNT } from "../core/users/delete-own-account.ts";
import { deleteUser } from "../core/users/delete-user.ts";
import { findUser } from "../data/users.ts";
import type { JobKind } from "./job-kind.ts";

/** Deletes an account at its owner's request. */
export const deleteAccount: JobKind = {
  name: DELETE_ACCOUNT,
  frees: true,
  async run({ ctx, subject }) {
    if (await findUser(ctx.db, subject)) await deleteUser(ctx, subject);
  },
};
