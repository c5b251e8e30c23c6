import { z } from "zod";

import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { readMeme } from "../../../core/memes/read-meme.ts";
import { imagePath, previewOf } from "../../../core/memes/renditions.ts";
import { profilePath } from "../../../core/users/profile-path.ts";
import type { Meme } from "../../../entities/meme.ts";
import { DomainError } from "../../../errors.ts";
import type { Size } from "../../../images/webp-size.ts";
import { markup } from "../../../markup.ts";
import { wordsIn } from "../../../words/words.ts";
import { optionalNumber } from "../../fields.ts";
import { schemaMessage } from "../../schema-message.ts";
import type { Site } from "../frame.ts";
import type { Visit } from "../visit.ts";
import { videoPath } from "../meme/film.tsx";
import { page } from "../web-route.ts";
import { titleOf } from "./atom.ts";
import { answerText, asGuest, NOTHING_RUNS } from "./machine-answer.ts";
import { HttpResponse } from "../../../wire/http-response.ts";

const { say } = wordsIn("en");
const JSON_TYPE = "application/json";
/** Everything here is public, so any page may read it. */
const FOR_ALL = { "Access-Control-Allow-Origin": "*" };

const size = (name: string) =>
  optionalNumber({ min: 1, max: 100_000, error: schemaMessage("machine.bad-size", { name }) });

export const oembed = page({
  method: "GET",
  path: "/oembed",
  access: "anyone",
  input: z.object({
    url: z.string({ error: schemaMessage("machine.no-address") }).max(2000),
    format: z.string().default("json"),
    maxwidth: size("maxwidth"),
    maxheight: size("maxheight"),
  }),
  handle: async (visit, { url, format, maxwidth, maxheight }) => {
    if (format !== "json") return refuse(501, say("machine.only-json"));
    try {
      const found = await readMeme(asGuest(visit), memeIdOf(visit, url));
      const description = describe(visit.site, found, { maxwidth, maxheight });
      return answerText(visit, JSON.stringify(description), JSON_TYPE, FOR_ALL);
    } catch (error) {
      if (error instanceof DomainError && error.code === "not_found") return refuse(404, error.message);
      throw error;
    }
  },
});

/** Meme id in one of our addresses, over http or https. Any other address gives an id that does not exist. */
function memeIdOf({ site }: Visit, text: string): string {
  const [asked, own] = [URL.parse(text), new URL(site.url)];
  const isOurs = asked?.host === own.host && /^https?:$/.test(asked.protocol);
  const [, id = ""] = /^\/meme\/(\d+)\/?$/.exec(isOurs ? asked.pathname.slice(site.root.length) : "") ?? [];
  return isOurs && asked.pathname.startsWith(`${site.root}/`) ? id : "";
}

interface Most {
  maxwidth?: number | undefined;
  maxheight?: number | undefined;
}

function describe(site: Site, { meme, author }: MemeWithAuthor, max: Most) {
  const about = {
    version: "1.0",
    title: titleOf(meme.caption),
    author_name: author.username,
    author_url: site.url + profilePath(author),
    provider_name: site.name,
    provider_url: `${site.url}/`,
  };
  // The picture of a mature meme is for people who choose to open it.
  if (meme.age > 2) return { type: "link", ...about };
  const picture = pictureOf(site.url, meme, max);
  const mp4 = meme.image.video?.files.mp4;
  if (!mp4) return { type: "photo", ...about, ...picture };
  const { url: _, ...thumbnail } = picture;
  return { type: "video", ...about, ...thumbnail, ...playerOf(site.url, meme, sizeWithin(mp4, max)) };
}

/** For the pages of others: it loads nothing but its poster until somebody plays it. */
function playerOf(url: string, meme: Meme, { width, height }: Size) {
  const poster = url + imagePath(meme, previewOf(meme).which);
  const html = markup`<video src="${url + videoPath(meme)}" poster="${poster}" width="${width}" height="${height}" preload="none" controls muted loop playsinline></video>`;
  return { width, height, html: String(html) };
}

/** As large as requested and available. A JPEG, unless the meme is older than its preview. */
function pictureOf(url: string, meme: Meme, max: Most) {
  const { which, ...size } = previewOf(meme);
  const [address, { width, height }] = [url + imagePath(meme, which), sizeWithin(size, max)];
  return { url: address, width, height, thumbnail_url: address, thumbnail_width: width, thumbnail_height: height };
}

function sizeWithin({ width, height }: Size, { maxwidth = Infinity, maxheight = Infinity }: Most): Size {
  const scale = Math.min(1, maxwidth / width, maxheight / height);
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** The same words for hidden and missing memes. */
function refuse(status: number, error: string): HttpResponse {
  const headers = { "Content-Type": `${JSON_TYPE}; charset=utf-8`, "Cache-Control": "no-store" };
  return new HttpResponse(JSON.stringify({ error }), { status, headers: { ...headers, ...NOTHING_RUNS, ...FOR_ALL } });
}
