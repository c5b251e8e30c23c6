import { averageOf } from "../../../core/memes/average.ts";
import { endingOf, IMAGES, MADE_ENDINGS, typeOf, typeOfKey } from "../../../core/memes/renditions.ts";
import type { Meme, RenditionSize } from "../../../entities/meme.ts";
import { jsonOf } from "../../json.ts";
import { Late, Shape, template } from "../../shape.ts";
import { epochSeconds, isoOf } from "../../time.ts";
import { quotable } from "../presenting.ts";

const ID = new Late(0);
const AUTHOR = new Late(1);
const AGO = new Late(2);

const hash = ({ image }: Meme) => image.hash;

/** A meme as JSON. Its id is the key of the draft. Its author and its age come late, since they change without it. */
const memeTemplate = (url: string, renditions: ReturnType<typeof renditionTemplate>[]) =>
  template<Meme>`{"disabled":${(meme) => meme.disabled},"memeid":"${ID}","caption":${(meme) => jsonOf(meme.caption)},"author":${AUTHOR},"rating":{"average":${averageOf},"total":${(meme) => meme.rating.total}},"url":"${url}${IMAGES}${ID}/${hash}${({ image }) => endingOf(image, "original")}","permalink":"${url}/meme/${ID}","age":${(meme) => meme.age},"alt":${(meme) => jsonOf(meme.alt)},"width":${({ image }) => image.width},"height":${({ image }) => image.height},"type":"${({ image }) => typeOf(image, "original")}","animated":${({ image }) => image.animated},"renditions":{${listed(renditions)}},"timestamp":"${(meme) => isoOf(meme.createdAt)}","timestamp_epoch_seconds":${(meme) => epochSeconds(meme.createdAt)},"time_ago":"${AGO}"}`;

const renditionTemplate = (url: string, name: string, ending: string, sizeOf: (meme: Meme) => RenditionSize) =>
  template<Meme>`"${name}":{"url":"${url}${IMAGES}${ID}/${hash}${ending}","type":"${typeOfKey(ending)}","width":${(meme) => sizeOf(meme).width},"height":${(meme) => sizeOf(meme).height},"bytes":${(meme) => sizeOf(meme).bytes}}`;

const listed = (all: ReturnType<typeof renditionTemplate>[]) =>
  all.reduce((before, one, i) => (i === 0 ? one : template<Meme>`${before},${one}`), template<Meme>``);

/** In the order in which they are written. */
const NAMED = [
  ["thumbnail", "thumbnail"],
  ["medium", "display"],
  ["small", "small"],
  ["preview", "preview"],
] as const;

/** Leaves out renditions that a picture does not need, or that have not been measured. */
export const shapeIndexOf = ({ image: { thumbnail, display, small, preview } }: Meme) =>
  (thumbnail ? 1 : 0) + (display ? 2 : 0) + (small ? 4 : 0) + (preview ? 8 : 0);

function createShapes(url: string): readonly Shape<Meme>[] {
  const all = NAMED.map(([name, which]) =>
    renditionTemplate(url, name, MADE_ENDINGS[which], ({ image }) => image[which]!),
  );
  return Array.from({ length: 2 ** all.length }, (_, index) => {
    const renditions = all.filter((_one, at) => index & (1 << at));
    return new Shape(memeTemplate(url, renditions));
  });
}

let known = { url: "", shapes: [] as readonly Shape<Meme>[] };

/** By the index of `shapeIndexOf`. */
export function memeShapes(url: string): readonly Shape<Meme>[] {
  if (known.url !== url) known = { url, shapes: createShapes(quotable(url)) };
  return known.shapes;
}
