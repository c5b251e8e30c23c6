import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { diskFolder } from "../folders.ts";
import type { Check } from "../run-checks.ts";
import { ROOT } from "../world.ts";
import { command, missing } from "./commands.ts";

const FOLDER = join(ROOT, "deploy/systemd");
/** systemd's own scale: 0 is a locked room, 10 an open door. */
const MAX_EXPOSURE = 3;

/** Under a root folder with just enough in it, so that nothing of this machine's services counts. */
export const units: Check = {
  name: "units",
  goal: `systemd-analyze verify has nothing to say; exposure of the service at most ${MAX_EXPOSURE} of 10`,
  async run() {
    const skipped = missing("systemd-analyze");
    if (skipped) return skipped;
    const root = rootFolder();
    const names = readdirSync(FOLDER);
    const verified = await command(["systemd-analyze", "verify", "--recursive-errors=yes", `--root=${root}`, ...names]);
    const said = `${verified.stdout}${verified.stderr}`.trim();
    const calendars = await command(["systemd-analyze", "calendar", "*-*-* 03:30", "Sun *-*-* 05:00", "*:0/10"]);
    const { stdout } = await command([
      "systemd-analyze",
      "security",
      "--offline=yes",
      `--root=${root}`,
      "guffaw.service",
    ]);
    const exposure = Number(/Overall exposure level for \S+ (\d+\.\d)/.exec(stdout)?.[1] ?? NaN);
    const ok = verified.code === 0 && said === "" && calendars.code === 0 && exposure <= MAX_EXPOSURE;
    return { amount: `${names.length} units`, figure: said || `verified; exposure ${exposure}`, ok };
  },
};

function rootFolder(): string {
  const root = diskFolder("units");
  const folder = join(root, "etc/systemd/system");
  for (const path of [folder, join(root, "opt/guffaw"), join(root, "usr/lib/systemd"), join(root, "usr/bin")])
    mkdirSync(path, { recursive: true });
  cpSync(FOLDER, folder, { recursive: true });
  // The targets that ours refer to.
  cpSync("/usr/lib/systemd/system", join(root, "usr/lib/systemd/system"), { recursive: true, verbatimSymlinks: true });
  symlinkSync("usr/lib", join(root, "lib"));
  symlinkSync("usr/bin", join(root, "bin"));
  for (const program of ["opt/guffaw/guffaw", "usr/bin/curl", "usr/bin/sh", "usr/bin/test"])
    writeFileSync(join(root, program), "#!/bin/sh\n", { mode: 0o755 });
  writeFileSync(join(root, "etc/passwd"), "root:x:0:0::/:/bin/sh\nguffaw:x:8420:8420::/:/bin/sh\n");
  writeFileSync(join(root, "etc/group"), "root:x:0:\nguffaw:x:8420:\n");
  return root;
}
