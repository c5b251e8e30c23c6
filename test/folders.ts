// Empty folders that are removed with this process.
import { existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// SIGQUIT stops a PostgreSQL with its children, and the last thing it does is remove its postmaster.pid. A browser
// whose pipe has closed keeps writing into its folder for a moment.
const CARETAKER = `
  while read -r folder; do set -- "$@" "$folder"; done
  for folder; do
    pid=$(head -n 1 "$folder/data/postmaster.pid") && kill -QUIT "$pid"
    tries=0
    while [ -e "$folder/data/postmaster.pid" ] && [ $((tries += 1)) -lt 50 ]; do sleep 0.1; done
    tries=0
    while ! rm -rf "$folder" && [ $((tries += 1)) -lt 50 ]; do sleep 0.1; done
  done`;
const shared = globalThis as { guffawCaretaker?: Bun.FileSink };

/** In memory if there is room: nothing waits for a disk. */
export const freshFolder = (name: string): string => makeFolder(memory(), name);

/** For tests that need a real disk, and for programs: /dev/shm may be mounted noexec. */
export const diskFolder = (name: string): string => makeFolder(tmpdir(), name);

/**
 * `bun test` runs no exit handlers, and nothing does after a kill. So a separate shell reads the names, and cleans up
 * when the pipe closes.
 */
function makeFolder(parent: string, name: string): string {
  const folder = mkdtempSync(join(parent, `guffaw-${name}-`));
  shared.guffawCaretaker ??= startCaretaker();
  shared.guffawCaretaker.write(`${folder}\n`);
  void shared.guffawCaretaker.flush();
  return folder;
}

const SHM = "/dev/shm";
/** Containers often have only 64 MB, too little for a PostgreSQL. */
const MIN_SHM_BYTES = 2 ** 30;
let chosen: string | undefined;

function memory(): string {
  return (chosen ??= process.env.TEST_FOLDER ?? (hasRoom() ? SHM : tmpdir()));
}

function hasRoom(): boolean {
  if (process.platform !== "linux" || !existsSync(SHM)) return false;
  const { bavail, bsize } = statfsSync(SHM);
  return bavail * bsize >= MIN_SHM_BYTES;
}

function startCaretaker() {
  const options = { stdin: "pipe", stdout: "ignore", stderr: "ignore", detached: true } as const;
  const caretaker = Bun.spawn(["sh", "-c", CARETAKER], options);
  caretaker.unref();
  return caretaker.stdin;
}
