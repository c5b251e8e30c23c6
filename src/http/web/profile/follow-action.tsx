import { profilePath } from "../../../core/users/profile-path.ts";
import type { User } from "../../../entities/user.ts";
import { FollowButton } from "../components/follow-button.tsx";
import { signInHref, type Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  person: Pick<User, "id" | "username">;
  following: boolean;
}

/** Follow, beside a name. Nobody follows themselves; guests are led to sign in, and then to the person. */
export const FollowAction = ({ frame, person, following }: Props) => {
  const { say } = useWords();
  const { viewer, site } = frame;
  if (viewer?.id === person.id) return null;
  const words = (word: string) => (
    <>
      <span data-word>{word}</span> <span class="sr">{person.username}</span>
    </>
  );
  if (!viewer)
    return (
      <a class="follow-link" href={signInHref(site, profilePath(person))}>
        {words(say("profile.follow"))}
      </a>
    );
  const path = `${site.root}/profile/${person.id}`;
  return <FollowButton frame={frame} path={path} following={following} class="follow-link" words={words} />;
};
