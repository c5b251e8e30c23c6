import { imagePath, type Rendition } from "../../../core/memes/renditions.ts";
import type { Meme } from "../../../entities/meme.ts";
import { Icon } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

/** Address of the picture of a held or reported meme. Staff only. */
export const reviewPicture = ({ site }: Frame, { id }: Pick<Meme, "id">, full = false) =>
  `${site.root}/moderation/memes/${id}/picture${full ? "?full=1" : ""}`;

interface PictureProps {
  frame: Frame;
  meme: Meme;
  /** The small picture. Default: the one only staff can see. */
  src?: string;
  full?: string;
}

/**
 * Small, blurred and grey until revealed; links to the large one. An animation may begin with an empty frame, so it
 * plays once revealed, and not before. With scripts, it is not even loaded until then.
 */
export const BlurredPicture = ({ frame, meme, src, full = reviewPicture(frame, meme, true) }: PictureProps) => {
  const { say } = useWords();
  const size = { width: meme.image.width, height: meme.image.height, loading: "lazy" } as const;
  return (
    <details class="blurred">
      <summary>
        <img src={src ?? reviewPicture(frame, meme)} alt="" {...size} />
        <span class="blurred-ask">
          <Icon name="show" /> {say("moderation.show-picture")}
        </span>
        {(meme.image.animated || meme.image.video) && (
          <span class="blurred-moves">
            <Icon name="play" /> {say("moderation.moves")}
          </span>
        )}
      </summary>
      {meme.image.animated && <img class="blurred-moving" src={full} alt="" {...size} />}
      {meme.image.video && (
        <img
          class="blurred-strip"
          src={`${frame.site.root}/moderation/memes/${meme.id}/strip`}
          alt={say("moderation.strip")}
          loading="lazy"
        />
      )}
      {meme.alt && (
        <p class="blurred-alt">
          <bdi>{say("moderation.shows", { alt: meme.alt })}</bdi>
        </p>
      )}
      <p>
        <a href={full} target="_blank" rel="noreferrer">
          {say("moderation.full-size")}
        </a>
      </p>
    </details>
  );
};

/** Of a meme that everyone can see. */
export const ShownPicture = ({ frame, meme }: Pick<PictureProps, "frame" | "meme">) => {
  const path = (which: Rendition) => frame.site.root + imagePath(meme, which);
  return <BlurredPicture frame={frame} meme={meme} src={path("thumbnail")} full={path("original")} />;
};

export const BlurredText = ({ words }: { words: string }) => (
  <details class="blurred-words">
    <summary>
      <Icon name="show" /> {useWords().say("moderation.show-words")}
    </summary>
    <p class="report-words">
      <bdi>{words}</bdi>
    </p>
  </details>
);
