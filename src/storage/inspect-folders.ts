import { constants } from "node:fs";
import { access, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

import { rightfulOwner } from "../ownership.ts";

/** The folders that images are spread over, at most 256. */
const SPREAD = /^[0-9a-f]{2}$/;
const MAX_FILES = 50;
const { R_OK, W_OK, X_OK } = constants;

/** Finds files that the service may not use, such as those of another user. */
export class FolderInspector {
  #next = 0;
  /** Remembered until it is fixed, no matter how many other folders are checked meanwhile. */
  #found: string | undefined;

  constructor(private root: string) {}

  /**
   * Returns the first one found. Quick: checks all folders, and some files of one folder, a different one each time.
   * With `all`, checks all files.
   */
  async find({ all = false } = {}): Promise<string | undefined> {
    if (this.#found !== undefined && !(await this.#isUsable(this.#found, R_OK))) return this.#found;
    return (this.#found = await this.#look(all));
  }

  async #look(all: boolean): Promise<string | undefined> {
    if (!(await this.#isUsable(this.root, R_OK | W_OK | X_OK))) return this.root;
    const names = (await readdir(this.root)).filter((name) => SPREAD.test(name)).sort();
    const folders = names.map((name) => join(this.root, name));
    const shut = await this.#firstUnusable(folders, R_OK | W_OK | X_OK);
    if (shut !== undefined) return shut;
    const places = [this.root, ...folders];
    if (!all) return this.#lookInto(places[this.#next++ % places.length]!, MAX_FILES);
    for (const place of places) {
      const found = await this.#lookInto(place);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #lookInto(folder: string, max = Infinity): Promise<string | undefined> {
    const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile()).slice(0, max);
    for (let at = 0; at < files.length; at += MAX_FILES) {
      const paths = files.slice(at, at + MAX_FILES).map(({ name }) => join(folder, name));
      const found = await this.#firstUnusable(paths, R_OK);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** In parallel: one after the other would take seconds on a slow network folder. */
  async #firstUnusable(paths: string[], mode: number): Promise<string | undefined> {
    const usable = await Promise.all(paths.map((path) => this.#isUsable(path, mode)));
    return paths.find((_, i) => !usable[i]);
  }

  /** Root may do anything, so for root the owner counts. A file that is gone by now is no problem. */
  async #isUsable(path: string, mode: number): Promise<boolean> {
    const heir = rightfulOwner(this.root);
    try {
      if (heir) return (await lstat(path)).uid === heir.uid;
      await access(path, mode);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ENOENT" && path !== this.root;
    }
  }
}
