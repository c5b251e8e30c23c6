import type { NotificationGroup } from "../../../core/notifications/group-notifications.ts";
import { PersonName } from "../components/person.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

/** Who did what, as a sentence in which the name links to the person. */
export const NotificationText = ({ frame, group }: { frame: Frame; group: NotificationGroup }) => {
  const { rich, say } = useWords();
  const [{ notification: one, sender, ofOwnMeme }, ...others] = group;
  const person = () => <PersonName frame={frame} person={sender} />;
  const who = { name: sender.username, person };
  // Its number is a name, not a quantity.
  const report = String(one.reportId);
  if (others.length > 0) return <Many who={who} kind={one.kind} others={others.length} />;
  switch (one.kind) {
    case "rating":
      return <>{rich("notifications.rated", { ...who, rating: one.rating ?? 0 })}</>;
    case "follow":
      return <>{rich("notifications.followed", who)}</>;
    case "notice":
      return <>{sender.id === one.userId ? say("notifications.by-site") : rich("notifications.notice", who)}</>;
    case "remix":
      return <>{rich("notifications.remixed", who)}</>;
    case "report":
      return <>{rich(one.text ? "notifications.resolved" : "notifications.looking", { ...who, report })}</>;
    default:
      if (one.isMention) return <>{rich("notifications.mentioned", who)}</>;
      return <>{rich(ofOwnMeme ? "notifications.commented" : "notifications.replied", who)}</>;
  }
};

interface ManyProps {
  who: { name: string; person: () => unknown };
  kind: string;
  others: number;
}

const Many = ({ who, kind, others }: ManyProps) => {
  const { rich, count } = useWords();
  const values = { ...who, others: count("notifications.others", others) };
  return <>{rich(kind === "follow" ? "notifications.followed-many" : "notifications.rated-many", values)}</>;
};
