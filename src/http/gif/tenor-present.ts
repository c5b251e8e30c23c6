import { isStill, type Gif } from "../../core/gifs/find-gifs.ts";
import type { GifCategory } from "../../core/gifs/list-gifs.ts";
import { FORMATS, type Format, type FormatName } from "../../entities/format.ts";
import { tagsOf } from "../../entities/tag.ts";
import type { Refusal } from "../errors.ts";
import { describe, type GifCall } from "./gif-call.ts";

/** Tenor's names of formats: a video that starts again is to us the same as any other. */
export const TENOR_FORMATS = [...FORMATS, "loopedmp4"] as const;
export type TenorFormat = (typeof TENOR_FORMATS)[number];

export const formatNamed = (name: TenorFormat): FormatName => (name === "loopedmp4" ? "mp4" : name);

/** Strict programs fail on a field that is missing or null, so every field is there. */
export const presentTenor = (call: GifCall, gif: Gif, wanted: readonly TenorFormat[]) => ({
  ...common(call, gif),
  media_formats: mediaOf(call, gif, wanted),
});

/** The older form: one object with all formats, in a list. */
export const presentTenor1 = (call: GifCall, gif: Gif, wanted: readonly TenorFormat[]) => ({
  ...common(call, gif),
  media: [mediaOf(call, gif, wanted)],
  composite: null,
  shares: 0,
});

const common = (call: GifCall, gif: Gif) => {
  const { meme } = gif;
  return {
    id: meme.id,
    title: "",
    content_description: describe(meme),
    created: meme.createdAt / 1000,
    itemurl: call.page(meme),
    url: call.page(meme),
    tags: tagsOf(meme.caption),
    flags: isStill(gif) ? ["static"] : [],
    hasaudio: meme.image.video?.hasSound ?? false,
    hascaption: false,
    bg_color: `#${meme.image.color}`,
  };
};

function mediaOf(call: GifCall, { meme, formats }: Gif, wanted: readonly TenorFormat[]) {
  const present = (format: Format) => ({
    url: call.address(meme, format),
    dims: [format.width, format.height],
    duration: format.duration / 1000,
    size: format.bytes,
    preview: "",
  });
  const media: Record<string, ReturnType<typeof present>> = {};
  for (const name of wanted.length > 0 ? wanted : TENOR_FORMATS) {
    const format = formats.get(formatNamed(name));
    if (format) media[name] = present(format);
  }
  return media;
}

export const presentCategory = (call: GifCall, { term, gif }: GifCategory) => ({
  searchterm: term,
  path: `${call.addresses.url}/tenor/v2/search?q=${encodeURIComponent(term)}`,
  image: call.address(gif.meme, gif.formats.get("tinygif")!),
  name: `#${term}`,
});

const STATUSES: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  405: "UNIMPLEMENTED",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

/** Programs tell by these that their key is wrong. */
const REASONS: Partial<Record<Refusal["code"], string>> = {
  bad_key: "API_KEY_INVALID",
  not_allowed: "API_KEY_HTTP_REFERRER_BLOCKED",
};

export function refuseTenor({ code, status: usual, message }: Refusal) {
  const status = code === "bad_key" ? 400 : code === "no_key" ? 403 : usual;
  const reason = REASONS[code];
  const details = reason ? [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason }] : [];
  return { status, body: { error: { code: status, message, status: STATUSES[status] ?? "INTERNAL", details } } };
}
