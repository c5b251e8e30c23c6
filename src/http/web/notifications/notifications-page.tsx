import { groupNotifications, type NotificationGroup } from "../../../core/notifications/group-notifications.ts";
import type { NotificationView } from "../../../core/notifications/list-notifications.ts";
import type { NotificationKind } from "../../../entities/notification.ts";
import { isoOf } from "../../time.ts";
import { Face, type Grade } from "../components/face.tsx";
import { Button, Hidden } from "../components/form.tsx";
import { Avatar } from "../components/avatar.tsx";
import { Icon } from "../components/icon.tsx";
import { Picture } from "../components/picture.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { nextFocus } from "../next-focus.ts";
import { loadMessage } from "../../../words/stored-message.ts";
import { useWords } from "../use-words.tsx";
import { targetName, targetOf } from "./notification-target.ts";
import { NotificationText } from "./notification-text.tsx";

interface Props {
  frame: Frame;
  notifications: NotificationView[];
  /** Cursor of the older ones. */
  next: number | undefined;
  /** This is not the first page. */
  isOlder: boolean;
}

/**
 * Viewing the list marks nothing as seen: it is longer than a screen, and people who return to it want to find what is
 * left. Opening a notification, or marking it, does.
 */
export const NotificationsPage = (props: Props) => {
  const { frame, notifications, next, isOlder } = props;
  const { say } = useWords();
  const here = `${frame.site.root}/notifications`;
  const groups = groupNotifications(notifications);
  const rows = groups.map(([newest]) => rowOf(newest));
  return (
    <Layout
      frame={frame}
      title={say("site.news")}
      description={say("notifications.description")}
      current="notifications"
    >
      <div class="notification-page">
        <Head {...props} />
        {notifications.length === 0 ? (
          <Empty {...props} />
        ) : (
          <ol class="surface-edge notification-list" aria-label={say("notifications.list")}>
            {groups.map((group, i) => (
              <NotificationItem frame={frame} group={group} after={nextFocus(rows[i]!, rows)} />
            ))}
          </ol>
        )}
        <p class="actions">
          {next !== undefined && (
            <a class="button button-quiet" rel="next" href={`${here}?before=${next}`}>
              {say("notifications.older")}
            </a>
          )}
          {isOlder && (
            <a class="button button-quiet" href={here}>
              {say("notifications.newest")}
            </a>
          )}
        </p>
      </div>
    </Layout>
  );
};

const rowOf = ({ notification }: NotificationView) => `notification-${notification.id}`;

const Head = ({ frame, notifications, isOlder }: Props) => {
  const { say, count } = useWords();
  const { root } = frame.site;
  const unseen = frame.viewer!.news;
  const newest = isOlder ? undefined : notifications[0]?.notification.id;
  return (
    <div class="stack notification-head">
      <h1 class="title">{say("site.news")}</h1>
      {notifications.length > 0 && (
        <p class="soft">{unseen === 0 ? say("notifications.none-unseen") : count("notifications.unseen", unseen)}</p>
      )}
      {/* For news that arrives while the page is open. A script announces it, and the page stays true to what it shows. */}
      <p class="notification-more" role="status" data-more-notifications={`${root}/notifications`} />
      <div class="notification-all">
        {newest !== undefined && unseen > 0 && (
          <form method="post" action={`${root}/notifications/seen`}>
            <Hidden name="upTo" value={String(newest)} />
            <Button kind="quiet" small>
              {say("notifications.mark-all")}
            </Button>
          </form>
        )}
        {newest !== undefined && <DeleteAll frame={frame} upTo={newest} />}
        <a href={`${root}/settings/notifications`}>{say("notifications.choose")}</a>
      </div>
    </div>
  );
};

const DeleteAll = ({ frame, upTo }: { frame: Frame; upTo: number }) => {
  const { say } = useWords();
  return (
    <details class="confirm">
      <summary class="button button-quiet button-small">{say("notifications.delete-all")}</summary>
      <form method="post" action={`${frame.site.root}/notifications/delete`} class="confirm-ask">
        <p>{say("notifications.delete-all-ask")}</p>
        <Hidden name="upTo" value={String(upTo)} />
        <Button kind="danger" small>
          {say("notifications.delete-all-yes")}
        </Button>
      </form>
    </details>
  );
};

interface ItemProps {
  frame: Frame;
  group: NotificationGroup;
  /** The row to continue at once this one is deleted. */
  after: string;
}

/** Each row can be focused, by keyboard too: actions lead back to it, or to the next. */
const NotificationItem = ({ frame, group, after }: ItemProps) => {
  const { say, translate, ago } = useWords();
  const [view] = group;
  const { notification: one } = view;
  const isNew = group.some(({ notification }) => !notification.seen);
  const place = targetOf(view);
  return (
    <li class={isNew ? "notification notification-new" : "notification"} id={rowOf(view)} tabindex={-1} data-row>
      <Sign frame={frame} group={group} />
      <div class="notification-words">
        <p class="notification-what">
          {isNew && <span class="badge">{say("notifications.new")}</span>}{" "}
          <NotificationText frame={frame} group={group} />
        </p>
        {one.text && (
          <blockquote class={one.kind === "comment" ? "notification-text notification-comment" : "notification-text"}>
            <bdi>{translate(loadMessage(one.text))}</bdi>
          </blockquote>
        )}
        <p class="notification-line">
          {place !== undefined && (
            <a class="notification-link" href={`${frame.site.root}/notifications/${one.id}/open`}>
              {say(targetName(view))}
            </a>
          )}
          <time class="soft" datetime={isoOf(one.createdAt)}>
            {ago(one.createdAt, frame.now)}
          </time>
        </p>
      </div>
      <Tools frame={frame} group={group} after={after} />
    </li>
  );
};

/** Kinds of which the sender is shown beside the meme. */
const WITH_AVATAR: readonly NotificationKind[] = ["comment", "remix"];

const SIGNS = {
  notice: "bell",
  report: "show",
} as const;

/** The meme with the face it was given, on average, or who commented or remixed, or the new follower. Decorative: the words say it too. */
const Sign = ({ frame, group }: { frame: Frame; group: NotificationGroup }) => {
  const [view] = group;
  const ratings = group.flatMap(({ notification }) => notification.rating ?? []);
  const average = Math.round(ratings.reduce((sum, one) => sum + one, 0) / ratings.length);
  return (
    <div class="notification-sign" aria-hidden="true">
      <SignPicture frame={frame} view={view} />
      {ratings.length > 0 && <Face grade={average as Grade} />}
      {WITH_AVATAR.includes(view.notification.kind) && <Avatar frame={frame} person={view.sender} />}
    </div>
  );
};

const SignPicture = ({
  frame,
  view: { notification: one, meme, sender },
}: {
  frame: Frame;
  view: NotificationView;
}) => {
  if (meme) return <Picture frame={frame} meme={meme} sizes="4.5rem" still />;
  if (one.kind === "follow") return <Avatar frame={frame} person={sender} large />;
  return <Icon name={SIGNS[one.kind as keyof typeof SIGNS] ?? "comment"} />;
};

const Tools = ({ frame, group, after }: ItemProps) => {
  const { say } = useWords();
  const [view] = group;
  const { id } = view.notification;
  const seen = group.every(({ notification }) => notification.seen);
  const address = `${frame.site.root}/notifications/${id}`;
  return (
    <div class="notification-tools">
      {!seen && (
        <form method="post" action={`${address}/seen`}>
          <Hidden name="next" value={`${frame.here}#${rowOf(view)}`} />
          <button class="icon-button" title={say("notifications.mark")}>
            <Icon name="check" />
            <span class="sr">{say("notifications.mark")}</span>
          </button>
        </form>
      )}
      <form method="post" action={`${address}/delete`}>
        <Hidden name="next" value={`${frame.here}#${after}`} />
        <button class="icon-button" title={say("notifications.delete")}>
          <Icon name="trash" />
          <span class="sr">{say("notifications.delete")}</span>
        </button>
      </form>
    </div>
  );
};

const Empty = ({ frame, isOlder }: Props) => {
  const { say } = useWords();
  if (isOlder) return <p class="soft">{say("notifications.empty-older")}</p>;
  return (
    <div class="feed-empty">
      <Face grade={2} />
      <p>{say("notifications.empty")}</p>
      <p class="actions">
        <a class="button" href={`${frame.site.root}/submit`}>
          {say("notifications.post")}
        </a>
      </p>
    </div>
  );
};
