import { tmpdir } from "node:os";
import { join } from "node:path";

import { openScratchFolder } from "../storage/scratch-folder.ts";
import { encodeVideo, type Encoded } from "./encode.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import type { VideoRules } from "./limits.ts";
import type { Clip } from "./clip.ts";

/** Files in a folder of their own, until it is disposed of. */
export interface Film extends AsyncDisposable {
  encoded: Encoded[];
}

const FPS = 30;
const ROOM = 20e6;

/** An animation as videos. The GIF is one that we have made or checked. */
export async function filmOfAnimation(
  ffmpeg: Ffmpeg,
  rules: VideoRules,
  gif: Uint8Array,
  animation: Pick<Clip, "seconds" | "width" | "height">,
  signal?: AbortSignal,
): Promise<Film> {
  await using opened = new AsyncDisposableStack();
  const { path: folder } = opened.use(await openScratchFolder(tmpdir(), gif.length + ROOM));
  const path = join(folder, "source");
  await Bun.write(path, gif);
  const clip = { ...animation, fps: FPS, hasSound: false, brightness: "standard" as const };
  const encoded = await encodeVideo(ffmpeg, { folder, path, format: "gif", clip }, rules, { signal });
  const kept = opened.move();
  return { encoded, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
