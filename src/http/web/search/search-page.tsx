import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Marks } from "../../../core/memes/read-marks.ts";
import type { Suggestions } from "../../../core/search/find-suggestions.ts";
import type { Words } from "../../../words/words.ts";
import { Face } from "../components/face.tsx";
import { Icon } from "../components/icon.tsx";
import { MemeGrid } from "../feed/meme-grid.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";
import { Suggested } from "./suggested.tsx";

interface Props {
  frame: Frame;
  asked: { search: string; age: number; cursor?: string | undefined };
  memes: MemeWithAuthor[];
  marks: Marks;
  /** Link to the next page. */
  next?: string | undefined;
  /** On the first page. */
  suggestions?: Suggestions | undefined;
  /** Why there was no search. */
  error?: string;
}

export const SearchPage = (props: Props) => {
  const { frame, asked, memes, marks, next, suggestions } = props;
  const spoken = useWords();
  const words = asked.search.trim();
  return (
    <Layout
      frame={frame}
      title={words ? spoken.say("search.title-for", { words }) : spoken.say("search.title")}
      description={spoken.say("search.description")}
      current="search"
      wide
    >
      <search-box>
        <Box {...props} />
        <p class="search-count" role="status" data-count>
          {countOf(spoken, props)}
        </p>
        <div data-results>
          {suggestions && <Suggested frame={frame} suggestions={suggestions} />}
          <MemeGrid frame={frame} memes={memes} marks={marks} next={next} empty={<Nothing {...props} />} />
        </div>
      </search-box>
    </Layout>
  );
};

const Box = ({ frame, asked }: Props) => {
  const { say } = useWords();
  return (
    <form class="search" role="search" action={`${frame.site.root}/search`}>
      <h1 class="search-title">
        <label for="field-search">{say("search.question")}</label>
      </h1>
      <div class="search-line">
        <Icon name="search" />
        <input
          id="field-search"
          class="search-field"
          type="search"
          name="search"
          value={asked.search}
          placeholder={say("search.placeholder")}
          autocomplete="off"
          enterkeyhint="search"
          dir="auto"
          autofocus={asked.search === ""}
          data-search-field
        />
        {asked.age !== 4 && <input type="hidden" name="age" value={asked.age} />}
        <button class="button search-button" aria-label={say("search.button")}>
          <Icon name="search" />
          <span>{say("search.button")}</span>
        </button>
      </div>
    </form>
  );
};

/** Number of results on this page, if that means anything. */
function countOf({ say, count }: Words, { asked, memes, next, error }: Props): string {
  const words = asked.search.trim();
  const isFirst = asked.cursor === undefined;
  if (error) return error;
  if (words === "") return "";
  if (memes.length === 0) return isFirst ? say("search.nothing", { words }) : say("search.no-more");
  if (next !== undefined) return count(isFirst ? "search.best" : "search.best-more", memes.length, { words });
  return count(isFirst ? "search.found" : "search.found-more", memes.length, { words });
}

const Nothing = ({ frame, asked, error }: Props) => {
  const { say } = useWords();
  if (error) return <Face grade={1} />;
  const { root } = frame.site;
  if (asked.search.trim() === "")
    return (
      <>
        <Face grade={3} />
        <p>{say("search.begin")}</p>
        <p class="actions">
          <a class="button button-quiet" href={`${root}/random`}>
            {say("search.anything")}
          </a>
          <a class="button button-quiet" href={`${root}/tags`}>
            {say("feed.tags")}
          </a>
        </p>
      </>
    );
  return (
    <>
      <Face grade={1} />
      <p>{say("search.empty")}</p>
      <p class="actions">
        <a class="button button-quiet" href={`${root}/submit`}>
          {say("search.post")}
        </a>
      </p>
    </>
  );
};
