import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { imagePath, previewOf } from "../../../core/memes/renditions.ts";
import { profilePath } from "../../../core/users/profile-path.ts";
import type { Meme } from "../../../entities/meme.ts";
import { markup, xmlDocument } from "../../../markup.ts";
import { wordsIn } from "../../../words/words.ts";
import { isoOf } from "../../time.ts";
import { altOf } from "../components/picture.tsx";
import { videoPath } from "../meme/film.tsx";

export interface Feed {
  title: string;
  /** Public address of the site. */
  url: string;
  /** Paths below it: the same content as a page, the first part of the feed, this part, the next. */
  page: string;
  first: string;
  /** Identifies the feed even if its address changes; `first` unless given. */
  id?: string;
  self: string;
  next: string | undefined;
  icon: string;
  memes: MemeWithAuthor[];
  /** When a meme came into the feed, if not when it was posted. */
  arrival?: (meme: Meme) => number;
  /** Time of the last change of an empty feed. */
  since: number;
}

export const ATOM = "application/atom+xml";

/** RFC 4287, with older memes on archive pages as in RFC 5005. */
export function atomFeed({
  title,
  url,
  page,
  first,
  id = first,
  self,
  next,
  icon,
  memes,
  since,
  arrival = postedAt,
}: Feed): string {
  const updated = Math.max(since, ...memes.map(({ meme }) => arrival(meme)));
  return xmlDocument(markup`<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${url}${id}</id>
  <title>${title}</title>
  <updated>${isoOf(updated)}</updated>
  <link rel="alternate" type="text/html" href="${url}${page}"/>
  <link rel="self" type="${ATOM}" href="${url}${self}"/>
  <link rel="first" type="${ATOM}" href="${url}${first}"/>
  ${next && markup`<link rel="next" type="${ATOM}" href="${url}${next}"/>`}
  <icon>${icon}</icon>
  <generator uri="${url}/about">Guffaw</generator>
  ${memes.map((one) => entry(url, one, arrival(one.meme)))}
</feed>`);
}

const postedAt = ({ createdAt }: Meme) => createdAt;

const entry = (url: string, { meme, author }: MemeWithAuthor, updated: number) => markup`<entry>
    <id>${url}/meme/${meme.id}</id>
    <title>${titleOf(meme.caption)}</title>
    <published>${isoOf(meme.createdAt)}</published>
    <updated>${isoOf(updated)}</updated>
    <author><name>${author.username}</name><uri>${url}${profilePath(author)}</uri></author>
    <link rel="alternate" type="text/html" href="${url}/meme/${meme.id}"/>
    ${enclosureOf(url, meme)}
    <content type="html">${String(contentOf(url, meme))}</content>
  </entry>
  `;

/** Readers play a video beside the content, whose picture stands for it. */
function enclosureOf(url: string, meme: Meme) {
  const mp4 = meme.image.video?.files.mp4;
  return mp4 && markup`<link rel="enclosure" type="video/mp4" length="${mp4.bytes}" href="${url}${videoPath(meme)}"/>`;
}

export const titleOf = (caption: string) => caption.trim() || wordsIn("en").say("parts.without-words");

/** HTML, which is escaped once more when it goes into the feed. */
function contentOf(url: string, meme: Meme) {
  const { which, width, height } = pictureOf(meme);
  const picture = markup`<img src="${url}${imagePath(meme, which)}" alt="${altOf(meme)}" width="${width}" height="${height}">`;
  const caption = meme.caption ? markup`<p><bdi>${meme.caption}</bdi></p>` : undefined;
  return markup`<p><a href="${url}/meme/${meme.id}">${picture}</a></p>${caption}`;
}

/** Not all readers show WebP. No JPEG moves, so animations stay as they are. */
const pictureOf = (meme: Meme) =>
  meme.image.animated ? { ...meme.image, which: "display" as const } : previewOf(meme);
