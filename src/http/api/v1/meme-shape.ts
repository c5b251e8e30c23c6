import type { Addresses } from "../../../config.ts";
import { averageOf } from "../../../core/memes/average.ts";
import { formatKey } from "../../../core/memes/formats.ts";
import { endingOf, EXTENSIONS, IMAGES, MADE_ENDINGS, typeOf, typeOfKey } from "../../../core/memes/renditions.ts";
import { VIDEO_FILES, type Meme, type MemeImage, type RenditionSize, type VideoFile } from "../../../entities/meme.ts";
import { jsonOf } from "../../json.ts";
import { isSet, Late, Repeated, Shape, template, type Template } from "../../shape.ts";
import { epochSeconds, isoOf } from "../../time.ts";
import { quotable, quoted } from "../presenting.ts";

const ID = new Late(0);
const AUTHOR = new Late(1);
const AGO = new Late(2);
/** Only for memes whose pictures are on a CDN. */
const SEAL = new Late(3);

/** In the order in which they are written. */
const NAMED = [
  ["thumbnail", "thumbnail"],
  ["medium", "display"],
  ["small", "small"],
  ["preview", "preview"],
] as const;

/** What memes of one shape have in common. */
interface Common extends Pick<Meme, "disabled"> {
  image: Pick<MemeImage, "extension" | "animated">;
  /** Leaves out renditions that a picture does not need, or that have not been measured. */
  renditions: (typeof NAMED)[number][];
  isVideo: boolean;
  /** None until it is encoded. */
  videos: VideoFile[];
}

/** A meme as JSON. Its id is the key of the draft. Its author and its age come late, since they change without it. */
function memeTemplate(url: string, cdn: string | undefined, common: Common): Template<Meme> {
  const { disabled, image, renditions, isVideo, videos } = common;
  const place = cdn && !disabled ? template<Meme>`${cdn}${SEAL}/` : template<Meme>`${url}${IMAGES}`;
  const file = new Repeated(template<Meme>`${place}${ID}/${(meme) => meme.image.hash}`);
  const pictures = renditions.map(([name, which]) =>
    renditionTemplate(file, name, MADE_ENDINGS[which], (meme) => meme.image[which]!),
  );
  const films = videos.map((name) =>
    renditionTemplate(file, name, formatKey({ key: "" }, name), (meme) => meme.image.video!.files[name]!),
  );
  const duration = isVideo ? template<Meme>`"duration":${(meme) => meme.image.video!.duration / 1000},` : "";
  return template`{"disabled":${String(disabled)},"memeid":"${ID}","caption":${(meme) => jsonOf(meme.caption)},"author":${AUTHOR},"rating":{"average":${averageOf},"total":${(meme) => meme.rating.total}},"url":"${file}${endingOf(image, "original")}","permalink":"${url}/meme/${ID}","age":${(meme) => meme.age},"alt":${(meme) => jsonOf(meme.alt)},"width":${(meme) => meme.image.width},"height":${(meme) => meme.image.height},"type":"${typeOf(image, "original")}","animated":${String(image.animated)},${duration}"renditions":{${listed([...pictures, ...films])}},"timestamp":"${(meme) => isoOf(meme.createdAt)}","timestamp_epoch_seconds":${(meme) => epochSeconds(meme.createdAt)},"time_ago":"${AGO}"}`;
}

const renditionTemplate = (file: Repeated<Meme>, name: string, ending: string, sizeOf: (meme: Meme) => RenditionSize) =>
  template<Meme>`"${name}":{"url":"${file}${ending}","type":"${typeOfKey(ending)}","width":${(meme) => sizeOf(meme).width},"height":${(meme) => sizeOf(meme).height},"bytes":${(meme) => sizeOf(meme).bytes}}`;

const listed = (all: Template<Meme>[]) =>
  all.reduce((before, one, i) => (i === 0 ? one : template<Meme>`${before},${one}`), template<Meme>``);

/** One number for everything that memes of a shape have in common: a bit each, and the extension. */
export function shapeIndexOf({ disabled, image }: Meme): number {
  let index = EXTENSIONS.indexOf(image.extension);
  index = 2 * index + Number(image.video !== undefined);
  for (const name of VIDEO_FILES) index = 2 * index + Number(image.video?.files[name] !== undefined);
  index = 2 * index + Number(disabled);
  index = 2 * index + Number(image.animated);
  for (const [, which] of NAMED) index = 2 * index + Number(image[which] !== undefined);
  return index;
}

export const isOfDisabled = (index: number) => isSet(index, NAMED.length + 1);

let known = { url: "", cdn: undefined as string | undefined, shapes: [] as Shape<Meme>[] };

/** `index` is that of `shapeIndexOf`. */
export function memeShape({ url, pictures }: Addresses, index: number): Shape<Meme> {
  const cdn = pictures?.root;
  if (known.url !== url || known.cdn !== cdn) known = { url, cdn, shapes: [] };
  return (known.shapes[index] ??= new Shape(memeTemplate(quotable(url), cdn && quoted(cdn), commonOf(index))));
}

function commonOf(index: number): Common {
  const count = NAMED.length;
  const film = index >> (count + 2);
  const films = VIDEO_FILES.length;
  return {
    renditions: NAMED.filter((_, at) => isSet(index, count - 1 - at)),
    image: { animated: isSet(index, count), extension: EXTENSIONS[film >> (films + 1)]! },
    disabled: isOfDisabled(index),
    isVideo: isSet(film, films),
    videos: VIDEO_FILES.filter((_, at) => isSet(film, films - 1 - at)),
  };
}
