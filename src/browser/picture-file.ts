const MEGABYTE = 1024 * 1024;

/** Rounded up, so that what is too large never looks as if it were not. */
export const megabytes = (bytes: number) =>
  bytes < MEGABYTE / 10
    ? `${Math.ceil(bytes / 1024)} KB`
    : `${(Math.ceil((bytes / MEGABYTE) * 10) / 10).toFixed(1)} MB`;

/** Why this file would be refused, as far as it can be known without sending it. */
export function clashOf(file: File, types: string[], mostBytes: number): string | undefined {
  if (!types.includes(file.type))
    return `“${shorten(file.name)}” is not a JPEG, PNG, WebP or GIF; choose one of those.`;
  if (file.size === 0) return "This file is empty; choose another.";
  if (file.size > mostBytes)
    return `This file has ${megabytes(file.size)}, and at most ${mostBytes / MEGABYTE} MB are accepted; choose a smaller one.`;
  return undefined;
}

const shorten = (name: string) => (name.length > 40 ? `${name.slice(0, 40)}…` : name);
