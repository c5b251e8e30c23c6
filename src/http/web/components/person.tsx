import { isPro } from "../../../core/access.ts";
import type { UserRow } from "../../../data/schema.ts";
import type { Frame } from "../frame.ts";

/** A name that leads to its profile. */
export const PersonName = ({ frame, person }: { frame: Frame; person: UserRow }) => (
  <a class={isPro(person, frame.now) ? "person person-pro" : "person"} href={`${frame.site.root}/profile/${person.id}`}>
    <bdi>{person.username}</bdi>
  </a>
);

const BADGES = [
  ["founder", "Founder"],
  ["staff", "Staff"],
  ["verified", "Verified"],
  ["translator", "Translator"],
  ["service", "Service"],
] as const;

/** What the account was given, in words. */
export const Badges = ({ frame, person }: { frame: Frame; person: UserRow }) => (
  <>
    {BADGES.filter(([perk]) => person[perk] === 1).map(([perk, name]) => (
      <span class={`badge badge-${perk}`}>{name}</span>
    ))}
    {isPro(person, frame.now) && <span class="badge badge-pro">Pro</span>}
  </>
);
