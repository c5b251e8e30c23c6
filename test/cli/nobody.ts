import { ROOT } from "../world.ts";

/** A user who owns nothing. */
export const NOBODY = 65534;

/**
 * Tests with two users need root, who may start a program as another user, and a checkout that everybody may read.
 * Elsewhere they are skipped, for lack of a second user.
 */
export const canBeNobody =
  process.getuid?.() === 0 &&
  Bun.spawnSync(["sh", "-c", "test -x guffaw && test -x node_modules/bun/bin/bun.exe && test -r bin/guffaw.ts"], {
    cwd: ROOT,
    uid: NOBODY,
    gid: NOBODY,
    stderr: "ignore",
  }).exitCode === 0;
