import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { diskFolder } from "../folders.ts";
import { ROOT } from "../world.ts";

/** A checkout with its own `.env`. All but its launcher is linked to this one. */
export function checkoutWith(env?: string | Uint8Array): string {
  const folder = diskFolder("checkout");
  for (const name of ["guffaw", "bin"]) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of ["node_modules", "src", "assets", "public", "package.json", "tsconfig.json", "bunfig.toml"])
    symlinkSync(join(ROOT, name), join(folder, name));
  if (env !== undefined) writeFileSync(join(folder, ".env"), env);
  return folder;
}
