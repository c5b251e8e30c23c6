import type { Meme } from "../../../entities/meme.ts";
import { Icon } from "../components/icon.tsx";
import { isCurtained } from "../components/curtain.tsx";
import { isSmall } from "../components/picture.tsx";
import type { Frame } from "../frame.ts";
import { filmPath } from "../meme/film.tsx";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  meme: Meme;
}

/** Whether a card can play it. What is behind a curtain does not move. */
const plays = (frame: Frame, meme: Meme) => meme.image.video?.files.mp4 !== undefined && !isCurtained(frame, meme);

/** Over the picture, exactly where that is. Nothing of it is loaded or seen until a script plays it. */
export const CardFilm = ({ frame, meme }: Props) => {
  if (!plays(frame, meme)) return null;
  const { image } = meme;
  const scale = isSmall(image) ? 2 : 1;
  return (
    <card-film class={isSmall(image) ? undefined : "card-film-wide"}>
      <video
        src={filmPath(frame, meme)}
        width={scale * image.width}
        height={scale * image.height}
        preload="none"
        tabindex="-1"
        aria-hidden="true"
        muted
        loop
        playsinline
      />
    </card-film>
  );
};

export const FilmButton = ({ frame, meme }: Props) => {
  const { say } = useWords();
  if (!plays(frame, meme)) return null;
  return (
    <button type="button" class="card-moving" data-film-button aria-pressed="false">
      <Icon name="play" /> {lengthOf(meme.image.video!.duration)} <span class="sr">{say("feed.play")}</span>
    </button>
  );
};

/** Minutes and seconds; no video has none. */
function lengthOf(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
