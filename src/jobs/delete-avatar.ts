import { DELETE_AVATAR, deleteAvatarFiles } from "../core/users/discard-avatar.ts";
import type { JobKind } from "./job-kind.ts";

export const deleteAvatar: JobKind = {
  name: DELETE_AVATAR,
  frees: true,
  run: ({ ctx, subject }) => deleteAvatarFiles(ctx, subject),
};
