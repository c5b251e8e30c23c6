import { join } from "node:path";

import { ROOT } from "../world.ts";

/** A user who owns nothing. */
export const NOBODY = 65534;

/**
 * Tests with two users need root, who may start a program as another user, and a checkout that everybody may read.
 * Elsewhere they are skipped, for lack of a second user.
 */
export const canBeNobody =
  process.getuid?.() === 0 &&
  Bun.spawnSync([join(ROOT, "guffaw"), "--help"], { uid: NOBODY, gid: NOBODY, stdout: "ignore", stderr: "ignore" })
    .exitCode === 0;
