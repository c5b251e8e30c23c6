import type { Suggestions } from "../../../core/search/find-suggestions.ts";
import { PersonWithFace } from "../components/person.tsx";
import type { Frame } from "../frame.ts";
import { TagList } from "../tags/tags-page.tsx";
import { useWords } from "../use-words.tsx";

/** People and tags, above the memes. */
export const Suggested = ({ frame, suggestions: { people, tags } }: { frame: Frame; suggestions: Suggestions }) => {
  const { say } = useWords();
  if (people.length + tags.length === 0) return null;
  return (
    <div class="suggested">
      {people.length > 0 && (
        <section aria-label={say("search.people")}>
          <ul class="suggested-people">
            {people.map((person) => (
              <li>
                <PersonWithFace frame={frame} person={person} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {tags.length > 0 && (
        <section aria-label={say("tags.title")}>
          <TagList frame={frame} tags={tags} />
        </section>
      )}
    </div>
  );
};
