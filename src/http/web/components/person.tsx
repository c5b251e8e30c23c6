import { isPro, isSuspended } from "../../../core/access.ts";
import { appearanceOf } from "../../../core/pro/appearance.ts";
import { profilePath } from "../../../core/users/profile-path.ts";
import type { User } from "../../../entities/user.ts";
import type { Frame } from "../frame.ts";
import { Avatar } from "./avatar.tsx";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  person: User;
}

/** A name that links to the profile. */
export const PersonName = ({ frame, person }: Props) => (
  <a class={`person ${nameColor(person, frame.now)}`.trim()} href={frame.site.root + profilePath(person)}>
    <bdi>{person.username}</bdi>
  </a>
);

/** The same, with what they look like. */
export const PersonWithFace = ({ frame, person }: Props) => (
  <a
    class={`person person-with-face ${nameColor(person, frame.now)}`.trim()}
    href={frame.site.root + profilePath(person)}
  >
    <Avatar frame={frame} person={person} /> <bdi>{person.username}</bdi>
  </a>
);

/** CSS class for the colour a Pro member chose. */
export function nameColor(person: User, now: number): string {
  const { name } = appearanceOf(person, now);
  return name === undefined ? "" : `name-${name}`;
}

const BADGES = ["founder", "staff", "verified", "translator", "service"] as const;

/** An account's perks. */
export const Badges = ({ frame, person }: Props) => {
  const { say } = useWords();
  return (
    <>
      {BADGES.filter((perk) => person[perk]).map((perk) => (
        <span class={`badge badge-${perk}`}>{say(`parts.badge-${perk}`)}</span>
      ))}
      {isPro(person, frame.now) && <span class="badge badge-pro">{say("parts.badge-pro")}</span>}
    </>
  );
};

/** For staff: badges, and whether the person is suspended. */
export const PersonState = ({ frame, person }: Props) => (
  <span class="chips">
    <Badges frame={frame} person={person} />
    {isSuspended(person, frame.now) && <span class="chip chip-strong">{useWords().say("staff.suspended")}</span>}
  </span>
);
