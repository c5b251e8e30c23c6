import { DELETE_ACCOUNT } from "../core/users/change-account.ts";
import { deleteUser } from "../core/users/delete-user.ts";
import { findUser } from "../data/users.ts";
import type { JobKind } from "./job-kind.ts";

/** An account whose owner wants it gone. */
export const deleteAccount: JobKind = {
  name: DELETE_ACCOUNT,
  frees: true,
  async run({ ctx, subject }) {
    if (await findUser(ctx.db, subject)) await deleteUser(ctx, subject);
  },
};
