import { DomainError } from "../errors.ts";
import { message } from "../words/messages.ts";

/** The program that decodes and encodes videos. */
export interface Ffmpeg {
  path: string;
  version: string;
  /** Whether it can turn the bright colours of newer phones into those that every screen has. */
  canToneMap: boolean;
}

const found = new Map<string, Promise<Ffmpeg | string>>();
const ANSWER_MS = 20_000;

/** The program, or a sentence that says why there is none. `setting` is a path or a name; undefined if it is off. */
export function findFfmpeg(setting: string | undefined): Promise<Ffmpeg | string> {
  if (setting === undefined) return Promise.resolve("GUFFAW_FFMPEG is off, so people cannot post videos.");
  const known = found.get(setting);
  if (known) return known;
  const looking = look(setting);
  found.set(setting, looking);
  // Once it has been installed, it need not wait for a restart.
  void looking.then((one) => typeof one === "string" && found.delete(setting));
  return looking;
}

async function look(setting: string): Promise<Ffmpeg | string> {
  const path = setting.includes("/") ? setting : Bun.which(setting);
  if (!path) return `There is no ${setting}, so people cannot post videos: install ffmpeg, or set GUFFAW_FFMPEG=off.`;
  const said = await askVersion(path);
  const [, version] = /^ffmpeg version (\S+)/.exec(said) ?? [];
  if (!version) return `${path} cannot be run as ffmpeg: set GUFFAW_FFMPEG to one that can, or to off.`;
  if (!said.includes("--enable-libx264"))
    return `${path} (${version}) has no libx264, so it cannot encode videos: install one that has it.`;
  return { path, version, canToneMap: said.includes("--enable-libzimg") };
}

async function askVersion(path: string): Promise<string> {
  try {
    const asked = Bun.spawn([path, "-version"], {
      stdin: "ignore",
      stderr: "ignore",
      timeout: ANSWER_MS,
      killSignal: "SIGKILL",
    });
    return await new Response(asked.stdout).text();
  } catch {
    return "";
  }
}

/** Whether people can post videos here now. */
export const takesVideos = async (rules: { ffmpeg: string | undefined } | undefined): Promise<boolean> =>
  typeof (await findFfmpeg(rules?.ffmpeg)) !== "string";

/** For whoever is about to process a video. */
export async function requireFfmpeg(setting: string | undefined): Promise<Ffmpeg> {
  const one = await findFfmpeg(setting);
  if (typeof one === "string") throw new DomainError("invalid", message("error.no-videos"), { field: "image" });
  return one;
}
