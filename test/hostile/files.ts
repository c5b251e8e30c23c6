import { HOSTILE_BODIES } from "./bodies.ts";
import { join, type Expected, type HostilePicture } from "./bytes.ts";
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

const PICTURES: HostilePicture[] = [
  ...HOSTILE_GIFS,
  ...HOSTILE_WEBPS,
  ...HOSTILE_PNGS,
  ...HOSTILE_JPEGS,
  ...HOSTILE_OTHERS,
];

export const HOSTILE_COUNT = PICTURES.length + HOSTILE_BODIES.length;

const listOf = (expected: Expected): readonly number[] => (typeof expected === "number" ? [expected] : expected);

/** One at a time, because together they would take a gigabyte. */
export async function* hostileFiles(): AsyncGenerator<HostileFile> {
  for (const { name, make, expect } of PICTURES) {
    const head = '--guffaw\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
    const body = join(head, await make(), "\r\n--guffaw--\r\n");
    yield { name, body, contentType: "multipart/form-data; boundary=guffaw", headers: {}, expect: listOf(expect) };
  }
  for (const { name, make, expect, contentType, headers = {} } of HOSTILE_BODIES)
    yield { name, body: await make(), contentType, headers, expect: listOf(expect) };
}
