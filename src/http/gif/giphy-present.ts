import type { Gif } from "../../core/gifs/find-gifs.ts";
import type { GifCategory } from "../../core/gifs/list-gifs.ts";
import type { Format, FormatName } from "../../entities/format.ts";
import type { Refusal } from "../errors.ts";
import type { Exchange } from "../exchange.ts";
import { describe, type GifCall } from "./gif-call.ts";

/** Which of our formats each of Giphy's images is: GIF, and WebP and video if they are of the same size. */
const MOVING: Record<string, readonly [gif: FormatName, webp: FormatName, mp4: FormatName]> = {
  original: ["gif", "webp", "mp4"],
  fixed_height: ["tinygif", "tinywebp", "tinymp4"],
  fixed_height_downsampled: ["tinygif", "tinywebp", "tinymp4"],
  fixed_height_small: ["nanogif", "tinywebp", "nanomp4"],
  fixed_width: ["tinygif", "tinywebp", "tinymp4"],
  fixed_width_downsampled: ["tinygif", "tinywebp", "tinymp4"],
  fixed_width_small: ["nanogif", "tinywebp", "nanomp4"],
  downsized: ["mediumgif", "webp", "mp4"],
  downsized_medium: ["gif", "webp", "mp4"],
  downsized_large: ["gif", "webp", "mp4"],
  preview_gif: ["nanogif", "tinywebp", "nanomp4"],
};

const STILL: Record<string, FormatName> = {
  original_still: "preview",
  downsized_still: "preview",
  fixed_height_still: "tinygifpreview",
  fixed_height_small_still: "tinygifpreview",
  fixed_width_still: "tinygifpreview",
  fixed_width_small_still: "tinygifpreview",
};

/** Numbers in images are text, as programs expect. */
function imagesOf(call: GifCall, { meme, formats }: Gif): Record<string, Record<string, string>> {
  const sized = (name: FormatName) => {
    const { width, height, bytes } = formats.get(name)!;
    return { url: urlOf(name), width: String(width), height: String(height), size: String(bytes) };
  };
  const urlOf = (name: FormatName) => call.address(meme, formats.get(name)!);
  const also = (kind: "webp" | "mp4", name: FormatName) => ({
    [kind]: urlOf(name),
    [`${kind}_size`]: String(formats.get(name)!.bytes),
  });
  // An image has one width and height for all its files.
  const alsoIfFits = (kind: "webp" | "mp4", name: FormatName, gif: FormatName) =>
    isSameSize(formats.get(name), formats.get(gif)!) ? also(kind, name) : {};
  const images: Record<string, Record<string, string>> = {};
  for (const [image, [gif, webp, mp4]] of Object.entries(MOVING))
    images[image] = { ...sized(gif), ...alsoIfFits("webp", webp, gif), ...alsoIfFits("mp4", mp4, gif) };
  for (const [image, name] of Object.entries(STILL)) images[image] = sized(name);
  const film = formats.get("mp4");
  if (film) {
    images.original_mp4 = { width: String(film.width), height: String(film.height), ...also("mp4", "mp4") };
    images.looping = also("mp4", "mp4");
  }
  return images;
}

const isSameSize = (one: Format | undefined, other: Format) =>
  one?.width === other.width && one.height === other.height;

export function presentGiphy(call: GifCall, gif: Gif, type: "gif" | "sticker") {
  const { meme, author } = gif;
  const page = call.page(meme);
  const createdAt = new Date(meme.createdAt).toISOString().slice(0, 19).replace("T", " ");
  return {
    type,
    id: meme.id,
    url: page,
    slug: meme.id,
    bitly_gif_url: page,
    bitly_url: page,
    embed_url: page,
    username: author.username,
    source: page,
    title: meme.caption || meme.alt,
    alt_text: describe(meme),
    rating: meme.age === 1 ? "g" : meme.age === 2 ? "pg-13" : "r",
    content_url: "",
    source_tld: "",
    source_post_url: "",
    is_sticker: type === "sticker" ? 1 : 0,
    import_datetime: createdAt,
    trending_datetime: "0000-00-00 00:00:00",
    images: imagesOf(call, gif),
    user: {
      username: author.username,
      display_name: author.username,
      profile_url: `${call.addresses.url}/@${author.username}`,
      avatar_url: "",
      banner_url: "",
      is_verified: false,
    },
    analytics: {},
  };
}

/** Tags have no others below them. */
export const presentGiphyCategory = (call: GifCall, { term, gif }: GifCategory, type: "gif" | "sticker") => ({
  name: term,
  name_encoded: encodeURIComponent(term),
  subcategories: [],
  gif: presentGiphy(call, gif, type),
});

/** Named after what it answers, so that an answer that has not changed stays the same. */
export const metaOf = (data: unknown) => ({
  status: 200,
  msg: "OK",
  response_id: Bun.hash(JSON.stringify(data)).toString(16).padStart(16, "0"),
});

export const refuseGiphy = ({ status, message }: Refusal, { requestId }: Exchange) => ({
  status,
  body: { data: [], meta: { status, msg: message, response_id: requestId } },
});
