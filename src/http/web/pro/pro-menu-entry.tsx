import { isPro } from "../../../core/access.ts";
import type { User } from "../../../entities/user.ts";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

const WEEK = 7 * 86_400_000;

export const endsSoon = (user: User, now: number) =>
  isPro(user, now) && user.proUntil !== undefined && user.proUntil - now <= WEEK;

const endedLately = (user: User, now: number) =>
  user.proUntil !== undefined && user.proUntil <= now && now - user.proUntil <= WEEK;

/** In the account menu, from a week before the end until a week after it: nothing else announces it. */
export const ProMenuEntry = ({ frame: { me, site, now } }: { frame: Frame }) => {
  const { say, date } = useWords();
  const soon = endsSoon(me!, now);
  if (!soon && !endedLately(me!, now)) return null;
  return (
    <a href={`${site.root}/settings/pro`}>
      {soon ? say("pro.menu-soon", { date: date(me!.proUntil!) }) : say("pro.menu-ended")}
    </a>
  );
};
