import type { SharedCollection } from "../../../core/collections/read-shared.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Marks } from "../../../core/memes/read-marks.ts";
import { Face } from "../components/face.tsx";
import { PersonName } from "../components/person.tsx";
import { MemeGrid } from "../feed/meme-grid.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  shared: SharedCollection;
  memes: MemeWithAuthor[];
  marks: Marks;
  next: string | undefined;
}

/** Somebody's collection, for whoever has its address. Search engines leave it out. */
export const SharedPage = ({ frame, shared: { collection, owner }, memes, marks, next }: Props) => {
  const { say, rich } = useWords();
  const { name } = collection;
  return (
    <Layout
      frame={frame}
      title={name}
      description={say("saved.shared-description", { name: owner.username, collection: name })}
      head={<meta name="robots" content="noindex" />}
      wide
    >
      <div class="saved-head">
        <h1 class="title">
          <bdi>{name}</bdi>
        </h1>
        <p class="soft">
          {rich("saved.by", { name: owner.username, person: () => <PersonName frame={frame} person={owner} /> })}
        </p>
      </div>
      <MemeGrid frame={frame} memes={memes} marks={marks} next={next} empty={<Empty />} />
    </Layout>
  );
};

const Empty = () => (
  <>
    <Face grade={1} />
    <p>{useWords().say("saved.shared-empty")}</p>
  </>
);
