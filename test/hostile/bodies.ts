import { smallImage } from "../world.ts";
import { filled, join, MB, type Expected } from "./bytes.ts";

export interface HostileBody {
  name: string;
  contentType: string;
  make(): Uint8Array | Promise<Uint8Array>;
  expect: Expected;
  headers?: Record<string, string>;
}

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const MULTIPART = "multipart/form-data; boundary=b";
const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n`;
/** Just below the maximum body size. */
const MOST = 30 * MB - 4096;
/** Large enough for a worker; not all have to be as large as allowed. */
const LARGE = 3 * MB;

export const HOSTILE_BODIES: HostileBody[] = [
  {
    name: "form, 998 fields and 30 MB",
    contentType: FORM,
    make: () => join("a&".repeat(998), filled(MOST, "b")),
    expect: 400,
  },
  {
    name: "form, 998 fields and 200 KB",
    contentType: FORM,
    make: () => join("a&".repeat(998), filled(200_000, "b")),
    expect: 400,
  },
  {
    name: "form, a picture of 30 MB of +",
    contentType: FORM,
    make: () => join("image=", filled(MOST, "+")),
    expect: 400,
  },
  {
    name: "form, a picture of a megabyte in escapes",
    contentType: FORM,
    make: () => join("image=", filled(LARGE - (LARGE % 3), "%41")),
    expect: 400,
  },
  {
    name: "form, a picture of escaped spaces",
    contentType: FORM,
    make: () => join("image=", filled(LARGE - (LARGE % 3), "%20")),
    expect: 400,
  },
  {
    name: "form, 3 MB of escapes that are none",
    contentType: FORM,
    make: () => join("image=", filled(LARGE, "%")),
    expect: 400,
  },
  { name: "form, 15 million fields", contentType: FORM, make: () => filled(MOST, "a&"), expect: 400 },
  { name: "form, 3 MB of &", contentType: FORM, make: () => filled(LARGE, "&"), expect: 400 },
  { name: "form, 3 MB of =", contentType: FORM, make: () => join("image=", filled(LARGE, "=")), expect: 400 },
  {
    name: "form, a caption of 29 MB",
    contentType: FORM,
    make: () => join("image=AAAA&caption=", filled(29 * MB, "c")),
    expect: 400,
  },
  { name: "form, not UTF-8", contentType: FORM, make: () => join("image=", filled(LARGE, "\xff")), expect: 400 },
  {
    name: "form, a data URL without an end",
    contentType: FORM,
    make: () => join("image=data:", filled(LARGE, ";base64")),
    expect: 400,
  },
  {
    name: "form, a data URL with a long type",
    contentType: FORM,
    make: () => join("image=data:", filled(LARGE, ";base64 "), ",AAAA"),
    expect: 400,
  },
  {
    name: "form, a picture in base64 with 3 MB of lines",
    contentType: FORM,
    make: async () =>
      join("image=", encodeURIComponent(Buffer.from(await smallImage()).toString("base64")), filled(LARGE, "%0A")),
    expect: [201, 400],
  },
  {
    name: "JSON, nested 30 million deep",
    contentType: JSON_TYPE,
    make: () => join('{"image":', filled(MOST, "[")),
    expect: 400,
  },
  {
    name: "JSON, nested 19,000 deep",
    contentType: JSON_TYPE,
    make: () => join('{"image":', "[".repeat(19_000), "]".repeat(19_000), "}"),
    expect: 400,
  },
  {
    name: "JSON, 3 million names",
    contentType: JSON_TYPE,
    make: () => join("{", filled(LARGE - (LARGE % 6), '"a":1,'), '"b":1}'),
    expect: 400,
  },
  {
    name: "JSON, a picture of escapes",
    contentType: JSON_TYPE,
    make: () => join('{"image":"', filled(MOST - (MOST % 6), "\\u0041"), '"}'),
    expect: 400,
  },
  {
    name: "JSON, a picture of 3 MB of spaces",
    contentType: JSON_TYPE,
    make: () => join('{"image":"', filled(LARGE, " "), '"}'),
    expect: 400,
  },
  { name: "JSON, 3 MB of spaces", contentType: JSON_TYPE, make: () => filled(LARGE, " "), expect: 400 },
  {
    name: "JSON, a caption of 3 MB",
    contentType: JSON_TYPE,
    make: () => join('{"image":"AAAA","caption":"', filled(LARGE, "c"), '"}'),
    expect: 400,
  },
  {
    name: "JSON, a number of 3 MB",
    contentType: JSON_TYPE,
    make: () => join('{"age":', filled(LARGE, "9"), "}"),
    expect: 400,
  },
  { name: "JSON, cut short", contentType: JSON_TYPE, make: () => join('{"image":"', filled(LARGE, "A")), expect: 400 },
  {
    name: "multipart, a header of 29 MB",
    contentType: MULTIPART,
    make: () => join(part("image"), "X-A: ", filled(29 * MB, "a"), "\r\n\r\nx\r\n--b--\r\n"),
    expect: 400,
  },
  {
    name: "multipart, a name of 3 MB",
    contentType: MULTIPART,
    make: () => join('--b\r\nContent-Disposition: form-data; name="', filled(LARGE, "n"), '"\r\n\r\nx\r\n--b--\r\n'),
    expect: 400,
  },
  {
    name: "multipart, 10,000 parts",
    contentType: MULTIPART,
    make: () => join(`${part("image")}\r\nx\r\n`.repeat(10_000), "--b--\r\n"),
    expect: 400,
  },
  {
    name: "multipart, 900 parts of 30 KB",
    contentType: MULTIPART,
    make: () => join(`${part("a")}\r\n${"x".repeat(30_000)}\r\n`.repeat(900), "--b--\r\n"),
    expect: 400,
  },
  {
    name: "multipart without an end",
    contentType: MULTIPART,
    make: () => join(part("image"), "\r\n", filled(LARGE, "x")),
    expect: 400,
  },
  {
    name: "multipart, nothing but boundaries",
    contentType: MULTIPART,
    make: () => filled(LARGE, "--b\r\n"),
    expect: 400,
  },
  {
    name: "multipart, nothing but line ends",
    contentType: MULTIPART,
    make: () => join(part("image"), "\r\n", filled(LARGE, "\r\n"), "--b--\r\n"),
    expect: 400,
  },
  {
    name: "multipart, a boundary of a kilobyte",
    contentType: `multipart/form-data; boundary=${"-".repeat(1000)}`,
    make: () => filled(LARGE, "-"),
    expect: 400,
  },
  {
    name: "multipart without a boundary",
    contentType: "multipart/form-data",
    make: () => filled(LARGE, "x"),
    expect: 400,
  },
  { name: "a body of 48 MB", contentType: JSON_TYPE, make: () => filled(48 * MB, "x"), expect: 413 },
  {
    name: "a packed body",
    contentType: JSON_TYPE,
    make: () => Bun.gzipSync(Buffer.alloc(LARGE)),
    expect: 415,
    headers: { "Content-Encoding": "gzip" },
  },
  { name: "a body of an unknown type", contentType: "text/plain", make: () => filled(MOST, "x"), expect: 415 },
];
