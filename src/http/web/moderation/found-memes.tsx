import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { isoOf } from "../../time.ts";
import { PersonName } from "../components/person.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { ShownPicture } from "./blurred-picture.tsx";

/** Memes that are up although their picture is banned. */
export const FoundMemes = ({ frame, memes }: { frame: Frame; memes: readonly MemeWithAuthor[] }) => {
  const { say, ago, moment } = useWords();
  const { root } = frame.site;
  return (
    <ul class="found-copies">
      {memes.map(({ meme, author }) => (
        <li>
          <ShownPicture frame={frame} meme={meme} />
          <div class="row-text">
            <a href={`${root}/moderation/memes/${meme.id}`}>
              <bdi>{meme.caption || say("meme.wordless")}</bdi>
            </a>
            <span class="soft">
              <PersonName frame={frame} person={author} />
              {" · "}
              <time datetime={isoOf(meme.createdAt)} title={moment(meme.createdAt)}>
                {ago(meme.createdAt, frame.now)}
              </time>
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
};
