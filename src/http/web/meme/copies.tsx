import type { Copies } from "../../../core/copies/list-copies.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { Picture } from "../components/picture.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

/** Who posted the same picture before and after. */
export const CopyLists = ({ frame, copies: { earlier, later } }: { frame: Frame; copies: Copies }) => (
  <>
    {earlier.length > 0 && <CopyList frame={frame} kind="earlier" memes={earlier} />}
    {later.length > 0 && <CopyList frame={frame} kind="later" memes={later} />}
  </>
);

interface ListProps {
  frame: Frame;
  kind: keyof Copies;
  memes: MemeWithAuthor[];
}

const CopyList = ({ frame, kind, memes }: ListProps) => {
  const { say, ago } = useWords();
  return (
    <section class="copies" aria-labelledby={`copies-${kind}`}>
      <h2 id={`copies-${kind}`}>{say(`copies.${kind}`)}</h2>
      <ul>
        {memes.map(({ meme, author }) => (
          <li>
            <a class="copy-link" href={`${frame.site.root}/meme/${meme.id}`}>
              <span class="copy-picture cropped">
                <Picture frame={frame} meme={meme} sizes="4rem" still />
              </span>
              <bdi>{say("copies.by", { name: author.username, when: ago(meme.createdAt, frame.now) })}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
};
