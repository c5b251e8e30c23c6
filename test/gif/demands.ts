import { z } from "zod";

// What programs read without looking whether it is there, in our own words. Each was read in the program's source.

const address = z.url();
const size = z.int().positive();
const media = z.object({
  url: address,
  dims: z.tuple([size, size]),
  duration: z.number().min(0),
  size,
});
const withMedia = (...names: string[]) =>
  z.object({ media_formats: z.object(Object.fromEntries(names.map((name) => [name, media]))) });
const results = (one: z.ZodType) => z.object({ results: z.array(one), next: z.string() });

/** Stoat decodes strictly, and ends if a field is missing or of another type. */
const stoat = results(
  z.object({
    id: z.string(),
    title: z.string(),
    content_description: z.string(),
    created: z.number(),
    itemurl: z.string(),
    url: z.string(),
    tags: z.array(z.string()),
    flags: z.array(z.string()),
    hasaudio: z.boolean(),
    media_formats: z.record(z.string(), media),
  }),
);
const zulip = results(withMedia("tinygif", "mediumgif"));
const bluesky = results(
  withMedia("gif", "tinygif", "preview").extend({ id: z.string(), content_description: z.string(), itemurl: address }),
);
/** Compares sizes, and needs WebP. */
const commet = results(withMedia("gif", "tinygif", "webp"));
const ghost = results(withMedia("tinygif", "gif"));
const discourse = results(withMedia("tinygif", "preview", "gif"));
const mattermost = results(withMedia("gif", "mediumgif", "tinygif", "nanogif"));
const gomuks = results(withMedia("webp"));

/** All programs that speak Tenor's dialect and do not ask for videos. */
export const TENOR_DEMANDS = { stoat, zulip, bluesky, commet, ghost, discourse, mattermost, gomuks };

/** Those that show videos, and what they ask for. */
export const TENOR_VIDEO_DEMANDS = {
  stoat: { formats: "gif,webm,tinywebm", schema: stoat.and(results(withMedia("webm", "tinywebm"))) },
  fluxer: { formats: "webm", schema: results(withMedia("webm").extend({ title: z.string(), itemurl: address })) },
  oldcord: { formats: "tinygif,tinymp4", schema: results(withMedia("tinygif", "tinymp4")) },
  looped: { formats: "loopedmp4", schema: results(withMedia("loopedmp4")) },
};

export const tenorCategories = z.object({
  locale: z.string(),
  tags: z.array(z.object({ searchterm: z.string().min(1), path: z.string(), image: address, name: z.string() })),
});

/** Ghost looks for words, Discourse for a reason in a list. */
export const tenorBadKey = z.object({
  error: z.object({
    code: z.literal(400),
    message: z
      .string()
      .regex(/api key/i)
      .regex(/invalid|not valid/i),
    status: z.literal("INVALID_ARGUMENT"),
    details: z.tuple([z.object({ reason: z.literal("API_KEY_INVALID") })]),
  }),
});

/** react-tenor speaks the older version. */
export const tenor1 = z.object({
  results: z.array(
    z.object({ id: z.string(), itemurl: address, media: z.tuple([z.object({ tinygif: media, gif: media })]) }),
  ),
  next: z.string(),
});

const digits = z.string().regex(/^\d+$/);
const giphyImage = z.object({ url: address, width: digits, height: digits, size: digits });
const GIPHY_IMAGES =
  `original original_still fixed_height fixed_height_small fixed_height_downsampled fixed_height_still
  fixed_width fixed_width_small fixed_width_downsampled fixed_width_still downsized downsized_medium downsized_large
  downsized_still preview_gif`.split(/\s+/);
/** Zulip, Mattermost and maubot read these. */
export const giphyGif = z.object({
  type: z.enum(["gif", "sticker"]),
  id: z.string(),
  title: z.string(),
  url: address,
  rating: z.string(),
  images: z.object(Object.fromEntries(GIPHY_IMAGES.map((name) => [name, giphyImage]))),
});
/** An answer without a response id is thrown away. */
const giphyMeta = z.object({ status: z.int(), msg: z.string(), response_id: z.string().min(1) });
export const giphyList = z.object({
  data: z.array(giphyGif),
  pagination: z.object({ count: z.int(), offset: z.int(), total_count: z.int() }),
  meta: giphyMeta,
});
/** What the types of Giphy's own library promise. */
export const giphyCategories = giphyList.extend({
  data: z.array(
    z.object({
      name: z.string().min(1),
      name_encoded: z.string().min(1),
      subcategories: z.array(z.never()),
      gif: giphyGif,
    }),
  ),
});
export const giphyOne = z.object({ data: giphyGif, meta: giphyMeta });
export const giphyRefusal = z.object({ data: z.tuple([]), meta: giphyMeta });

const klipyFile = z.object({ url: address, width: size, height: size, size });
const klipyItem = (...types: string[]) => {
  const files = z.object(Object.fromEntries(types.map((type) => [type, klipyFile])));
  return z.object({
    id: z.int().max(Number.MAX_SAFE_INTEGER),
    slug: z.string(),
    title: z.string(),
    type: z.literal("gif"),
    file: z.object({ hd: files, md: files, sm: files, xs: files }),
  });
};
const klipyPage = (item: z.ZodType) =>
  z.object({
    result: z.literal(true),
    data: z.object({ data: z.array(item), current_page: z.int(), per_page: z.int(), has_next: z.boolean() }),
  });
export const klipyGifs = klipyPage(klipyItem("gif"));
/** Spacebar says nothing, and reads both. */
export const spacebar = klipyPage(z.object({ file: z.object({ hd: z.object({ gif: klipyFile, mp4: klipyFile }) }) }));
export const klipyCategories = z.object({
  result: z.literal(true),
  data: z.object({
    categories: z.array(z.object({ category: z.string(), query: z.string(), preview_url: address })),
  }),
});
export const klipyRefusal = z.object({
  result: z.literal(false),
  errors: z.object({ message: z.array(z.string()).min(1) }),
});
