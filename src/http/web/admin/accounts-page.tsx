import type { User } from "../../../entities/user.ts";
import { Button, Form, Select } from "../components/form.tsx";
import { PersonState } from "../components/person.tsx";
import type { Frame } from "../frame.ts";
import { OnceField, RecentProofField } from "../proof-fields.tsx";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { AdminLayout, FindForm, MadeLink, More } from "./admin-layout.tsx";

interface Props {
  frame: Frame;
  users: User[];
  next: string | undefined;
  /** Whether this is not the first page. */
  after: boolean;
  /** The text searched for. */
  find: string;
  /** A link just created. */
  invitation?: string;
  /** Why no link was created. */
  error?: string;
}

export const INVITE_DAYS = ["1", "7", "30"] as const;

export const AccountsPage = ({ frame, users, next, after, find, invitation, error }: Props) => {
  const { say } = useWords();
  const here = `${frame.site.root}/admin/users`;
  return (
    <AdminLayout frame={frame} path="/admin/users">
      {invitation !== undefined && (
        <MadeLink
          title={say("admin.invite-made")}
          text={say("admin.invite-made-text")}
          label={say("admin.invite-link")}
          link={invitation}
        />
      )}
      <FindForm action={here} label={say("admin.find-user")} value={find} />
      <SettingsSection id="accounts" title={say(find === "" ? "admin.newest" : "admin.found")}>
        {users.length === 0 ? (
          <p>{say("admin.found-nobody")}</p>
        ) : (
          <ul class="rows">
            {users.map((user) => (
              <AccountItem frame={frame} user={user} />
            ))}
          </ul>
        )}
        <More here={here} next={next} after={after || find !== ""} />
      </SettingsSection>
      <SettingsSection id="invite" title={say("admin.invite")} lead={say("admin.invite-lead")}>
        <InviteForm frame={frame} error={error} />
      </SettingsSection>
    </AdminLayout>
  );
};

const AccountItem = ({ frame, user }: { frame: Frame; user: User }) => {
  const { say, count, ago } = useWords();
  return (
    <li class="row">
      <div class="row-text">
        <span class="chips">
          <strong>
            <bdi>{user.username}</bdi>
          </strong>
          <PersonState frame={frame} person={user} />
        </span>
        <span class="soft">
          {say("admin.joined", { ago: ago(user.createdAt, frame.now) })} ·{" "}
          {count("admin.user-memes", user.submittedCount)}
        </span>
      </div>
      <a
        class="button button-quiet button-small"
        href={`${frame.site.root}/admin/users/${user.id}`}
        aria-label={say("admin.manage-user", { name: user.username })}
      >
        {say("admin.manage")}
      </a>
    </li>
  );
};

const InviteForm = ({ frame, error }: { frame: Frame; error: string | undefined }) => {
  const { say } = useWords();
  const { site } = frame;
  return (
    <Form action={`${site.root}/admin/invite`} error={error} label={say("admin.invite")}>
      {site.signup === "closed" && <p>{say("admin.invite-closed")}</p>}
      <Select
        label={say("admin.invite-days")}
        name="days"
        options={INVITE_DAYS.map((days) => [days, say(`admin.invite-${days}`)] as const)}
        value="7"
      />
      <OnceField />
      <RecentProofField frame={frame} id="invite" />
      <p class="actions">
        <Button>{say("admin.invite-make")}</Button>
      </p>
    </Form>
  );
};
