import { constants } from "node:fs";
import { access, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { heirOf } from "../ownership.ts";

/** The folders that images are spread over: 256 at most. */
const SPREAD = /^[0-9a-f]{2}$/;
const MAX_FILES = 50;
const { R_OK, W_OK, X_OK } = constants;

/** Looks quickly for what the service may not use, as when another user has put it there. */
export class FolderInspector {
  #next = 0;

  constructor(private root: string) {}

  /** The first that is found: of all folders, and of some files of one folder, the next one at each look. */
  async find(): Promise<string | undefined> {
    if (!(await this.#isUsable(this.root, R_OK | W_OK | X_OK))) return this.root;
    const names = (await readdir(this.root)).filter((name) => SPREAD.test(name)).sort();
    const folders = names.map((name) => join(this.root, name));
    for (const folder of folders) if (!(await this.#isUsable(folder, R_OK | W_OK | X_OK))) return folder;
    const folder = [this.root, ...folders][this.#next++ % (folders.length + 1)]!;
    const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
    for (const { name } of files.slice(0, MAX_FILES))
      if (!(await this.#isUsable(join(folder, name), R_OK))) return join(folder, name);
    return undefined;
  }

  /** Root may do anything, so for root it is who owns it that counts. What is gone by now is nobody's trouble. */
  async #isUsable(path: string, mode: number): Promise<boolean> {
    const heir = heirOf(this.root);
    try {
      if (heir) return (await stat(path)).uid === heir.uid;
      await access(path, mode);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ENOENT" && path !== this.root;
    }
  }
}
