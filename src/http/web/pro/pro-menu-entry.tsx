import { isPro } from "../../../core/access.ts";
import type { User } from "../../../entities/user.ts";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

const WEEK = 7 * 86_400_000;

type ProTime = Pick<User, "proSince" | "proUntil">;

export const endsSoon = (user: ProTime, now: number) =>
  isPro(user, now) && user.proUntil !== undefined && user.proUntil - now <= WEEK;

const endedLately = (user: ProTime, now: number) =>
  user.proUntil !== undefined && user.proUntil <= now && now - user.proUntil <= WEEK;

/** In the account menu, from a week before the end until a week after it: nothing else announces it. */
export const ProMenuEntry = ({ frame: { viewer, site, now } }: { frame: Frame }) => {
  const { say, date } = useWords();
  const soon = endsSoon(viewer!, now);
  if (!soon && !endedLately(viewer!, now)) return null;
  return (
    <a href={`${site.root}/settings/pro`}>
      {soon ? say("pro.menu-soon", { date: date(viewer!.proUntil!) }) : say("pro.menu-ended")}
    </a>
  );
};
