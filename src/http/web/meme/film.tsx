import { formatKey, formatPath } from "../../../core/memes/formats.ts";
import type { Meme } from "../../../entities/meme.ts";
import { isCurtained } from "../components/curtain.tsx";
import { altOf } from "../components/picture.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

/** Public path of a video's file. */
export const videoPath = (meme: Pick<Meme, "id" | "image">) => formatPath(meme, { key: formatKey(meme.image, "mp4") });

export const filmPath = (frame: Frame, meme: Meme) => frame.site.root + videoPath(meme);

/** Muted until somebody wants to hear it; loads nothing but its poster until somebody wants to see it. */
export const Film = ({ frame, meme }: { frame: Frame; meme: Meme }) => (
  <span class={isCurtained(frame, meme) ? "picture picture-mature" : "picture"}>
    <video
      class="film"
      src={filmPath(frame, meme)}
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
  </span>
);
