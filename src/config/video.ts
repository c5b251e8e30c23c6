import { resolve } from "node:path";

import type { VideoRules } from "../video/limits.ts";
import { oneOf, refuse, requirePath } from "./checks.ts";

const MAX_SECONDS = 600;
const MAX_MEGABYTES = 1000;
const MB = 1024 * 1024;

export const readVideo = (get: (name: string) => string | undefined, root: string): VideoRules => ({
  ffmpeg: readFfmpeg(get("GUFFAW_FFMPEG") ?? "ffmpeg", root),
  maxSeconds: readNumber("GUFFAW_VIDEO_SECONDS", get("GUFFAW_VIDEO_SECONDS") ?? "60", "seconds", MAX_SECONDS),
  maxBytes: MB * readNumber("GUFFAW_VIDEO_MB", get("GUFFAW_VIDEO_MB") ?? "100", "megabytes", MAX_MEGABYTES),
  sound: readSwitch("GUFFAW_VIDEO_SOUND", get("GUFFAW_VIDEO_SOUND") ?? "on"),
  webm: readSwitch("GUFFAW_WEBM", get("GUFFAW_WEBM") ?? "off"),
});

function readFfmpeg(value: string, root: string): string | undefined {
  if (value === "off") return undefined;
  return value.includes("/") ? resolve(root, requirePath("GUFFAW_FFMPEG", value)) : value;
}

function readNumber(name: string, value: string, unit: string, max: number): number {
  const number = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > max) refuse(name, value, `a number of ${unit} from 1 to ${max}`);
  return number;
}

const readSwitch = (name: string, value: string) => oneOf(name, value, ["on", "off"]) === "on";
