import { isPro } from "../../../core/access.ts";
import type { UserRow } from "../../../data/schema.ts";
import type { Frame } from "../frame.ts";
import { useWords } from "../words.tsx";

const WEEK = 7 * 86_400_000;

export const endsSoon = (user: UserRow, now: number) =>
  isPro(user, now) && user.pro_until !== null && user.pro_until - now <= WEEK;

const endedLately = (user: UserRow, now: number) =>
  user.pro_until !== null && user.pro_until <= now && now - user.pro_until <= WEEK;

/** In the menu of the account, for a week before the end and a week after it: nobody else is there to tell of it. */
export const ProMenuEntry = ({ frame: { me, site, now } }: { frame: Frame }) => {
  const { say, date } = useWords();
  const soon = endsSoon(me!, now);
  if (!soon && !endedLately(me!, now)) return null;
  return (
    <a href={`${site.root}/settings/pro`}>
      {soon ? say("pro.menu-soon", { date: date(me!.pro_until!) }) : say("pro.menu-ended")}
    </a>
  );
};
