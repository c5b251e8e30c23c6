import { isPro } from "../../../core/access.ts";
import type { UserRow } from "../../../data/schema.ts";
import type { Frame } from "../frame.ts";
import { useWords } from "../words.tsx";

interface Props {
  frame: Frame;
  person: UserRow;
}

/** A name that leads to its profile. */
export const PersonName = ({ frame, person }: Props) => (
  <a class={isPro(person, frame.now) ? "person person-pro" : "person"} href={`${frame.site.root}/profile/${person.id}`}>
    <bdi>{person.username}</bdi>
    <NameColor frame={frame} person={person} />
  </a>
);

/** The colour that somebody with Pro chose, as a dot: letters in any colour could not be read on every ground. */
export const NameColor = ({ frame, person }: Props) =>
  isPro(person, frame.now) && person.name_color !== null && /^[0-9a-f]{6}$/i.test(person.name_color) ? (
    <svg class="person-color" viewBox="0 0 10 10" aria-hidden="true">
      <circle cx="5" cy="5" r="4.5" fill={`#${person.name_color}`} />
    </svg>
  ) : null;

const BADGES = ["founder", "staff", "verified", "translator", "service"] as const;

/** What the account was given, in words. */
export const Badges = ({ frame, person }: Props) => {
  const { say } = useWords();
  return (
    <>
      {BADGES.filter((perk) => person[perk] === 1).map((perk) => (
        <span class={`badge badge-${perk}`}>{say(`parts.badge-${perk}`)}</span>
      ))}
      {isPro(person, frame.now) && <span class="badge badge-pro">{say("parts.badge-pro")}</span>}
    </>
  );
};
