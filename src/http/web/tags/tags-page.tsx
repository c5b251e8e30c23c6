import type { Tag } from "../../../entities/tag.ts";
import { tagPath } from "../components/caption.tsx";
import { Face } from "../components/face.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  popular: Tag[];
  followed: Tag[];
}

/** What memes here are about. */
export const TagsPage = ({ frame, popular, followed }: Props) => {
  const { say } = useWords();
  return (
    <Layout frame={frame} title={say("tags.title")} description={say("tags.description")} wide>
      <div class="tags-page">
        <h1 class="title">{say("tags.title")}</h1>
        {followed.length > 0 && (
          <section aria-labelledby="tags-followed">
            <h2 id="tags-followed">{say("tags.followed")}</h2>
            <TagList frame={frame} tags={followed} />
          </section>
        )}
        <section aria-labelledby="tags-popular">
          <h2 id="tags-popular">{say("tags.popular")}</h2>
          {popular.length > 0 ? (
            <TagList frame={frame} tags={popular} />
          ) : (
            <div class="feed-empty">
              <Face grade={2} />
              <p>{say("tags.none")}</p>
            </div>
          )}
        </section>
      </div>
    </Layout>
  );
};

export const TagList = ({ frame, tags }: { frame: Frame; tags: readonly Tag[] }) => {
  const { number, count } = useWords();
  return (
    <ul class="tag-list">
      {tags.map(({ name, memeCount }) => (
        <li>
          <a class="tag-chip" href={frame.site.root + tagPath(name)}>
            <bdi>#{name}</bdi>{" "}
            <span class="soft" aria-hidden="true">
              {number(memeCount)}
            </span>
            <span class="sr">{`${number(memeCount)} ${count("tags.memes", memeCount)}`}</span>
          </a>
        </li>
      ))}
    </ul>
  );
};
