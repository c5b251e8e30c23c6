import { imagePath } from "../../../core/memes/renditions.ts";
import type { Meme } from "../../../entities/meme.ts";
import { Icon } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { filmPath } from "./film.tsx";

interface Props {
  frame: Frame;
  meme: Meme;
  title: string;
  /** More buttons for the row. */
  children?: unknown;
}

/** The picture, to a chat or a folder; or the link. */
export const ShareMeme = ({ frame, meme, title, children }: Props) => {
  const { say } = useWords();
  const url = `${frame.site.url}/meme/${meme.id}`;
  const picture = frame.site.root + imagePath(meme);
  const film = meme.image.video?.files.mp4 && filmPath(frame, meme);
  return (
    <share-meme class="actions share-meme" id="share" data-url={url} data-title={title} data-picture={picture}>
      <button type="button" class="button button-small needs-scripts" data-share-sheet>
        <Icon name="share" /> {say("meme.share")}
      </button>
      {children}
      <button type="button" class="button button-small button-quiet needs-scripts" data-copy-picture>
        <Icon name="copy" /> {say("meme.copy-picture")}
      </button>
      <a
        class="button button-small button-quiet"
        href={film ?? picture}
        download={`meme-${meme.id}.${film ? "mp4" : meme.image.extension}`}
      >
        <Icon name="download" /> {say("meme.download")}
      </a>
      <button type="button" class="button button-small button-quiet needs-scripts" data-copy-link>
        <Icon name="link" /> {say("meme.copy")}
      </button>
      <a class="no-scripts" href={url}>
        {say("meme.address")}
      </a>
    </share-meme>
  );
};
