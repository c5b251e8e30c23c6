import { HOSTILE_BODIES, type HostileBody } from "./bodies.ts";
import { HOSTILE_AVIFS } from "./avifs.ts";
import { join, type HostilePicture } from "./bytes.ts";
import { HOSTILE_GIFS } from "./gifs.ts";
import { HOSTILE_JPEGS } from "./jpegs.ts";
import { HOSTILE_OTHERS } from "./others.ts";
import { HOSTILE_PNGS } from "./pngs.ts";
import { HOSTILE_WEBPS } from "./webps.ts";

/** What is sent to POST /v1/submit, and the expected outcome. */
export interface HostileFile {
  name: string;
  body: Uint8Array;
  contentType: string;
  headers: Record<string, string>;
  /** The allowed statuses: accepted (201) or refused. */
  expect: readonly number[];
}

const HEAD = '--guffaw\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';

const inForm = (picture: HostilePicture): HostileBody => ({
  ...picture,
  contentType: "multipart/form-data; boundary=guffaw",
  make: async () => join(HEAD, await picture.make(), "\r\n--guffaw--\r\n"),
});

export const HOSTILE_KINDS: Record<string, HostileBody[]> = {
  GIF: HOSTILE_GIFS.map(inForm),
  WebP: HOSTILE_WEBPS.map(inForm),
  PNG: HOSTILE_PNGS.map(inForm),
  JPEG: HOSTILE_JPEGS.map(inForm),
  AVIF: HOSTILE_AVIFS.map(inForm),
  "other file": HOSTILE_OTHERS.map(inForm),
  body: HOSTILE_BODIES,
};

/** A form with nothing but zeros. */
export async function dullFile(length: number): Promise<HostileFile> {
  const dull = { name: "dull", make: () => new Uint8Array(length), expect: 400 };
  const { value } = await hostileFiles([inForm(dull)]).next();
  return value!;
}

/** One at a time, because together they would take a gigabyte. */
export async function* hostileFiles(bodies = Object.values(HOSTILE_KINDS).flat()): AsyncGenerator<HostileFile> {
  for (const { name, make, expect, contentType, headers = {} } of bodies)
    yield {
      name,
      body: await make(),
      contentType,
      headers,
      expect: typeof expect === "number" ? [expect] : expect,
    };
}
