import { profilePath } from "../../../core/users/profile-path.ts";
import type { User } from "../../../entities/user.ts";
import { FollowButton } from "../components/follow-button.tsx";
import { signInHref, type Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  person: User;
  following: boolean;
}

/** People see an edit link on their own profile; guests see a link to sign in. */
export const FollowForm = ({ frame, person, following }: Props) => {
  const { say } = useWords();
  const { viewer, site } = frame;
  if (viewer?.id === person.id)
    return (
      <p class="actions">
        <a class="button button-quiet" href={`${site.root}/settings`}>
          {say("profile.edit")}
        </a>
      </p>
    );
  if (!viewer)
    return (
      <p class="actions">
        <a class="button" href={signInHref(site, profilePath(person))}>
          {say("profile.sign-in-to-follow")}
        </a>
      </p>
    );
  return <FollowButton frame={frame} path={`${site.root}/profile/${person.id}`} following={following} />;
};
