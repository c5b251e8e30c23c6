import type { NotificationView } from "../../../core/notifications/list-notifications.ts";
import { PersonName } from "../components/person.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

/** Who did what, as a sentence in which the name links to the person. */
export const NotificationText = ({ frame, view }: { frame: Frame; view: NotificationView }) => {
  const { rich } = useWords();
  const { notification: one, sender, ofOwnMeme } = view;
  const person = () => <PersonName frame={frame} person={sender} />;
  const who = { name: sender.username, person };
  // Its number is a name, not a quantity.
  const report = String(one.reportId);
  switch (one.kind) {
    case "rating":
      return <>{rich("notifications.rated", { ...who, rating: one.rating ?? 0 })}</>;
    case "follow":
      return <>{rich("notifications.followed", who)}</>;
    case "notice":
      return <>{rich("notifications.notice", who)}</>;
    case "report":
      return <>{rich(one.text ? "notifications.resolved" : "notifications.looking", { ...who, report })}</>;
    default:
      if (one.isMention) return <>{rich("notifications.mentioned", who)}</>;
      return <>{rich(ofOwnMeme ? "notifications.commented" : "notifications.replied", who)}</>;
  }
};
