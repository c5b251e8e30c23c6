import { formatKey, formatPath } from "../../../core/memes/formats.ts";
import type { Meme } from "../../../entities/meme.ts";
import { altOf } from "../components/picture.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

/** Muted until somebody wants to hear it; loads nothing but its poster until somebody wants to see it. */
export const Film = ({ frame, meme }: { frame: Frame; meme: Meme }) => (
  <video
    class="film"
    src={frame.site.root + formatPath(meme, { key: formatKey(meme.image, "mp4") })}
    poster={frame.site.picture(meme, "display")}
    width={meme.image.width}
    height={meme.image.height}
    aria-label={altOf(meme, useWords())}
    preload="none"
    controls
    muted
    loop
    playsinline
  />
);
