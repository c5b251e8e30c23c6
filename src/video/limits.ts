import { DomainError } from "../errors.ts";
import { message, type Message } from "../words/messages.ts";
import type { Clip } from "./clip.ts";

/** What the operator allows. */
export interface VideoRules {
  /** The program that decodes and encodes: a path, or a name to look for in PATH. Undefined: no videos. */
  ffmpeg: string | undefined;
  maxSeconds: number;
  maxBytes: number;
  /** Whether videos keep their sound. */
  sound: boolean;
  /** Whether videos are also encoded as WebM. */
  webm: boolean;
}

const MAX_SIDE = 1920;
const MAX_FPS = 60;
const MB = 1024 * 1024;
/** Cameras count a little differently than they say. */
const SLACK = 1.01;

export function requireVideoSize(bytes: number, { maxBytes }: Pick<VideoRules, "maxBytes">): void {
  if (bytes <= maxBytes) return;
  const megabytes = (Math.ceil((10 * bytes) / MB) / 10).toFixed(1);
  throw refused(message("error.video-large", { megabytes, most: maxBytes / MB }));
}

/** Before anything is decoded. */
export function requireAllowedClip(clip: Clip, { maxSeconds }: Pick<VideoRules, "maxSeconds">): void {
  const { seconds, width, height, fps } = clip;
  const side = Math.max(width, height);
  if (seconds > maxSeconds * SLACK)
    throw refused(message("error.video-long", { seconds: Math.ceil(seconds), most: maxSeconds }));
  if (side > MAX_SIDE) throw refused(message("error.video-pixels", { side: String(side), most: String(MAX_SIDE) }));
  if (fps > MAX_FPS * SLACK) throw refused(message("error.video-fast", { fps: Math.round(fps), most: MAX_FPS }));
}

const refused = (sentence: Message) => new DomainError("invalid", sentence, { field: "image" });

export const damagedVideo = () => refused(message("error.video-damaged"));
export const soundOnly = () => refused(message("error.video-no-picture"));
export const slowVideo = () => refused(message("error.video-slow"));
