import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { Face } from "../components/face.tsx";
import { Icon } from "../components/icon.tsx";
import { MemeGrid } from "../feed/grid.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";

interface Props {
  frame: Frame;
  asked: { search: string; age: number; cursor?: string | undefined };
  memes: MemeWithAuthor[];
  /** Where the finds go on. */
  next?: string | undefined;
  /** Why nothing was looked for. */
  error?: string;
}

const AGES = [
  ["1", "Family only"],
  ["2", "Up to teen"],
  ["4", "Everything"],
] as const;

export const SearchPage = (props: Props) => {
  const { frame, asked, memes, next } = props;
  const words = asked.search.trim();
  return (
    <Layout
      frame={frame}
      title={words ? `Search: ${words}` : "Search"}
      description="Search memes by their captions, by what they show, and by who posted them."
      current="search"
      wide
    >
      <search-box>
        <Box {...props} />
        <p class="search-count" role="status" data-count>
          {countOf(props)}
        </p>
        <div data-results>
          <MemeGrid frame={frame} memes={memes} next={next} empty={<Nothing {...props} />} />
        </div>
      </search-box>
    </Layout>
  );
};

const Box = ({ frame, asked }: Props) => (
  <form class="search" role="search" action={`${frame.site.root}/search`}>
    <h1 class="search-title">
      <label for="field-search">What are you in the mood for?</label>
    </h1>
    <div class="search-line">
      <Icon name="search" />
      <input
        id="field-search"
        class="search-field"
        type="search"
        name="search"
        value={asked.search}
        placeholder="cats, Mondays, a name…"
        autocomplete="off"
        enterkeyhint="search"
        dir="auto"
        autofocus={asked.search === ""}
        data-search-field
      />
      <label class="sr" for="field-age">
        How grown-up
      </label>
      <select id="field-age" class="search-age" name="age">
        {AGES.map(([value, name]) => (
          <option value={value} selected={value === String(asked.age)}>
            {name}
          </option>
        ))}
      </select>
      <button class="button search-button">Search</button>
    </div>
  </form>
);

/** How many there are on this page, as far as that tells anything. */
function countOf({ asked, memes, next, error }: Props): string {
  const words = asked.search.trim();
  if (error) return error;
  if (words === "") return "";
  const many = asked.cursor === undefined ? `${memes.length}` : `${memes.length} more`;
  if (memes.length === 0) return asked.cursor === undefined ? `Nothing found for “${words}”.` : "That was all.";
  if (next !== undefined) return `The best ${many} memes for “${words}”, with more below.`;
  return `${many} ${memes.length === 1 ? "meme" : "memes"} for “${words}”.`;
}

const Nothing = ({ frame, asked, error }: Props) => {
  if (error) return <Face grade={1} />;
  const { root } = frame.site;
  if (asked.search.trim() === "")
    return (
      <>
        <Face grade={3} />
        <p>Type a word from a caption, something in the picture, or somebody's name.</p>
        <p class="actions">
          <a class="button button-quiet" href={`${root}/random`}>
            Or show me anything
          </a>
        </p>
      </>
    );
  return (
    <>
      <Face grade={1} />
      <p>Not funny: there is nothing like that here. Try fewer words, or only the beginning of one.</p>
      <p class="actions">
        <a class="button button-quiet" href={`${root}/submit`}>
          Post the one you had in mind
        </a>
      </p>
    </>
  );
};
