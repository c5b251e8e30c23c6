import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openScratchFolder } from "../storage/scratch-folder.ts";
import type { SourceVideo } from "./encode.ts";
import { examineVideo } from "./examine-video.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { requireVideoSize, type VideoRules } from "./limits.ts";

/** A video on disk, in a folder of its own, until it is disposed of. */
export interface OpenVideo extends AsyncDisposable {
  ffmpeg: Ffmpeg;
  source: SourceVideo;
  size: number;
}

/** What is written next to a video while it is encoded takes no more than this many times its largest size. */
const ROOM = 3;

/** Refuses what we do not take. */
export async function openVideo(
  ffmpeg: Ffmpeg,
  rules: VideoRules,
  { content, size }: { content: Blob | Response; size: number },
  signal?: AbortSignal,
): Promise<OpenVideo> {
  requireVideoSize(size, rules);
  await using opened = new AsyncDisposableStack();
  const { path: folder } = opened.use(await openScratchFolder(tmpdir(), size * ROOM));
  const path = join(folder, "source");
  // Not Bun.write: of a blob that is a part of a file, it writes the whole file.
  await writeFile(path, content instanceof Response ? content.body! : content.stream());
  const source = await examineVideo(ffmpeg, rules, { folder, path }, signal);
  const kept = opened.move();
  return { ffmpeg, source, size, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Its bytes, without a copy of them in memory. */
export const bytesIn = (path: string): Uint8Array => Bun.mmap(path);
