import { profilePath } from "../../../core/users/profile-path.ts";
import type { User } from "../../../entities/user.ts";
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
  const path = `${site.root}/profile/${person.id}`;
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
  return (
    <follow-button data-path={path}>
      <form method="post" action={`${path}/${following ? "unfollow" : "follow"}`}>
        <input type="hidden" name="next" value={frame.here} />
        <button class={following ? "button button-quiet" : "button"}>
          {say(following ? "profile.unfollow" : "profile.follow")}
        </button>
        <span class="sr" role="status" />
      </form>
    </follow-button>
  );
};
