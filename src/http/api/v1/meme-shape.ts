import { averageOf } from "../../../core/memes/average.ts";
import { endingOf, IMAGES, MADE_ENDINGS, typeOf } from "../../../core/memes/renditions.ts";
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
  template<Meme>`"${name}":{"url":"${url}${IMAGES}${ID}/${hash}${ending}","type":"image/webp","width":${(meme) => sizeOf(meme).width},"height":${(meme) => sizeOf(meme).height},"bytes":${(meme) => sizeOf(meme).bytes}}`;

const listed = (all: ReturnType<typeof renditionTemplate>[]) =>
  all.reduce((before, one, i) => (i === 0 ? one : template<Meme>`${before},${one}`), template<Meme>``);

/** Leaves out a rendition until its file has been measured. */
export const shapeIndexOf = ({ image: { thumbnail, display } }: Meme) => (thumbnail ? 1 : 0) + (display ? 2 : 0);

function createShapes(url: string): readonly Shape<Meme>[] {
  const small = renditionTemplate(url, "thumbnail", MADE_ENDINGS.thumbnail, ({ image }) => image.thumbnail!);
  const medium = renditionTemplate(url, "medium", MADE_ENDINGS.display, ({ image }) => image.display!);
  return [[], [small], [medium], [small, medium]].map((renditions) => new Shape(memeTemplate(url, renditions)));
}

let known = { url: "", shapes: [] as readonly Shape<Meme>[] };

/** By the index of `shapeIndexOf`. */
export function memeShapes(url: string): readonly Shape<Meme>[] {
  if (known.url !== url) known = { url, shapes: createShapes(quotable(url)) };
  return known.shapes;
}
