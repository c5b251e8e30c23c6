import { decimal, number, say } from "./words.ts";

const MEGABYTE = 1024 * 1024;

/** Rounded up, so that a file over the limit never looks as if it fits. */
export const megabytes = (bytes: number) =>
  bytes < MEGABYTE / 10
    ? `${number(Math.ceil(bytes / 1000))} kB`
    : `${decimal(Math.ceil((bytes / MEGABYTE) * 10) / 10)} MB`;

/** Why this file would be refused, as far as can be told without sending it. */
export function clashOf(file: File, types: string[], maxBytes: number): string | undefined {
  if (!types.includes(file.type)) return say("browser.no-picture", { name: shorten(file.name) });
  if (file.size === 0) return say("browser.empty-file");
  if (file.size > maxBytes) return say("browser.large-file", { size: megabytes(file.size), most: maxBytes / MEGABYTE });
  return undefined;
}

const shorten = (name: string) => (name.length > 40 ? `${name.slice(0, 40)}…` : name);
