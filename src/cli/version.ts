import { buildInfo, shortCommit } from "../build-info.ts";
import type { PlainCommand } from "./command.ts";

export const version: PlainCommand = {
  name: "version",
  args: "",
  summary: "print the version, the commit and the runtime; also --version and -v",
  count: [0, 0],
  answer() {
    const { version, commit, runtime } = buildInfo();
    return { json: { version, commit, runtime }, text: `Guffaw ${version} (${shortCommit(commit)}), ${runtime}` };
  },
};
