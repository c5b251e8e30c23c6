import type { MemeInFull } from "../../../core/memes/read-meme-page.ts";
import { Icon } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import type { Walk } from "./walk-list.ts";

/** Walks the list that the meme was opened from, and leads back to it. */
export const Viewer = ({ walk: { list, previous, next }, id }: { walk: Walk; id: string }) => {
  const { say } = useWords();
  return (
    <nav class="neighbours" aria-label={say("meme.others")} data-walk={list}>
      {previous ? (
        <a rel="prev" href={previous} data-newer>
          <Icon name="previous" /> {say("meme.previous")}
        </a>
      ) : (
        <span />
      )}
      <a href={`${list}#card-${id}`} data-back>
        <Icon name="close" /> {say("meme.back")}
      </a>
      {next ? (
        <a rel="next" href={next} data-older>
          {say("meme.next")} <Icon name="next" />
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
};

/** The memes posted before and after it. */
export const Neighbours = ({ frame, one: { newer, older } }: { frame: Frame; one: MemeInFull }) => {
  const { say } = useWords();
  return (
    <nav class="neighbours" aria-label={say("meme.others")}>
      {newer ? (
        <a rel="prev" href={`${frame.site.root}/meme/${newer}`} data-newer>
          <Icon name="previous" /> {say("meme.newer")}
        </a>
      ) : (
        <span />
      )}
      <a href={`${frame.site.root}/random`}>{say("meme.random")}</a>
      {older ? (
        <a rel="next" href={`${frame.site.root}/meme/${older}`} data-older>
          {say("meme.older")} <Icon name="next" />
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
};
