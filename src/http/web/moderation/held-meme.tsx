import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { BlurredPicture } from "./blurred-picture.tsx";
import { Caption, linkTo } from "./reported-item.tsx";

/** A held meme with its actions. */
export const HeldMeme = ({ frame, one, children }: { frame: Frame; one: MemeWithAuthor; children?: unknown }) => {
  const { rich } = useWords();
  const { meme, author } = one;
  return (
    <article class="surface-edge reported-item" id={`meme-${meme.id}`}>
      <BlurredPicture frame={frame} meme={meme} />
      <div class="reported-item-main">
        <h2 class="reported-item-title">
          {rich("moderation.a-meme", { name: author.username, link: linkTo(frame, author) })}
        </h2>
        <Caption meme={meme} />
        {children}
      </div>
    </article>
  );
};
