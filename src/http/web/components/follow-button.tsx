import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  /** Address of the person or tag. */
  path: string;
  following: boolean;
  /** For what is announced to screen readers: a person, if left out. */
  of?: "tag";
  class?: string;
  /** What the button says, if it is more than the word. */
  words?: (word: string) => unknown;
}

/** Follows or unfollows, and comes back here. Scripts do it without leaving the page. */
export const FollowButton = ({ frame, path, following, of, words = (word) => word, ...props }: Props) => {
  const { say } = useWords();
  return (
    <follow-button data-path={path} data-of={of}>
      <form method="post" action={`${path}/${following ? "unfollow" : "follow"}`}>
        <input type="hidden" name="next" value={frame.here} />
        <button class={props.class ?? (following ? "button button-quiet" : "button")}>
          {words(say(following ? "profile.unfollow" : "profile.follow"))}
        </button>
        <span class="sr" role="status" />
      </form>
    </follow-button>
  );
};
