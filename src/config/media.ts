import { readAddress, refuse } from "./checks.ts";

const [MIN_SECONDS, MAX_SECONDS] = [10, 86_400];

export function readMedia(value: string | undefined, seconds: string) {
  const number = /^\d{1,5}$/.test(seconds) ? Number(seconds) : 0;
  if (number < MIN_SECONDS || number > MAX_SECONDS)
    refuse("GUFFAW_MEDIA_SECONDS", seconds, `a number of seconds from ${MIN_SECONDS} to ${MAX_SECONDS}`);
  return { url: readAddress("GUFFAW_MEDIA_URL", value), seconds: number };
}
