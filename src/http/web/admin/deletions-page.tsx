import type { NamedDeletion } from "../../../core/moderation/list-deletions.ts";
import { isoOf } from "../../time.ts";
import type { Frame } from "../frame.ts";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { AdminLayout, FindForm, More } from "./admin-layout.tsx";

interface Props {
  frame: Frame;
  deletions: NamedDeletion[];
  next: string | undefined;
  after: boolean;
  /** The meme asked for. */
  find: string;
}

export const DeletionsPage = ({ frame, deletions, next, after, find }: Props) => {
  const { say } = useWords();
  const here = `${frame.site.root}/admin/deletions`;
  return (
    <AdminLayout frame={frame} path="/admin/deletions">
      <p class="soft">{say("admin.deletions-lead")}</p>
      <FindForm action={here} label={say("admin.deletions-find")} hint={say("admin.deletions-hint")} value={find} />
      <SettingsSection id="deletions" title={say(find === "" ? "admin.deletions-recent" : "admin.found")}>
        {deletions.length === 0 ? (
          <p>{say(find === "" ? "admin.deletions-none" : "admin.deletions-not-found")}</p>
        ) : (
          <ul class="rows">
            {deletions.map((one) => (
              <DeletionItem frame={frame} one={one} />
            ))}
          </ul>
        )}
        <More here={here} next={next} after={after || find !== ""} />
      </SettingsSection>
    </AdminLayout>
  );
};

const DeletionItem = ({ frame, one }: { frame: Frame; one: NamedDeletion }) => {
  const { say, ago, moment } = useWords();
  const { memeId, createdAt } = one.deletion;
  return (
    <li class="row">
      <div class="row-text">
        <span>
          <Who frame={frame} one={one} />
        </span>
        <span class="soft">
          <How one={one} /> ·{" "}
          <time datetime={isoOf(createdAt)} title={`${moment(createdAt)} UTC`}>
            {ago(createdAt, frame.now)}
          </time>{" "}
          · {say("admin.deletions-meme", { id: memeId })}
        </span>
      </div>
    </li>
  );
};

const Who = ({ frame, one: { deletion, user, author } }: { frame: Frame; one: NamedDeletion }) => {
  const { say, rich } = useWords();
  const { userId, authorId } = deletion;
  const link = (id: string) => (inner: string) => (
    <a href={`${frame.site.root}/admin/users/${id}`}>
      <bdi>{inner}</bdi>
    </a>
  );
  const nobody = say("admin.deletions-account-gone");
  if (userId === authorId)
    return user ? (
      <>{rich("admin.deletions-by-author", { name: user.username, link: link(user.id) })}</>
    ) : (
      <>{say("admin.deletions-by-gone-author")}</>
    );
  const by = userId === undefined ? say("moderation.operator") : (user?.username ?? nobody);
  return author ? (
    <>{rich("admin.deletions-by-other", { by, name: author.username, link: link(author.id) })}</>
  ) : (
    <>{say("admin.deletions-by-other-gone", { by })}</>
  );
};

const How = ({ one: { deletion, key } }: { one: NamedDeletion }) => {
  const { say } = useWords();
  if (deletion.how !== "key") return <>{say(`admin.deletions-how-${deletion.how}`)}</>;
  const { keyId } = deletion;
  return <bdi>{say("admin.deletions-how-key", { name: key?.name ?? keyId ?? "" })}</bdi>;
};
