import { isPro, isSuspended } from "../../../core/access.ts";
import { profilePath } from "../../../core/users/profile-path.ts";
import type { AccountDetails } from "../../../core/users/read-account-details.ts";
import { LASTING_PERKS, type LastingPerk } from "../../../core/users/set-perks.ts";
import type { User } from "../../../entities/user.ts";
import { Button, Choice, FieldGroup, Form, Hidden } from "../components/form.tsx";
import { PersonState } from "../components/person.tsx";
import type { Frame } from "../frame.ts";
import { OnceField, RecentProofField } from "../proof-fields.tsx";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { AdminLayout, MadeLink } from "./admin-layout.tsx";
import { KeyItem } from "./keys-page.tsx";

interface Props {
  frame: Frame;
  account: AccountDetails;
  /** Which form was refused, and why. */
  refused?: { form: "perks" | "reset"; sentence: string };
  /** A password reset link just created. */
  reset?: string;
}

/** What founders see of an account, and can change. */
export const AccountPage = ({ frame, account, refused, reset }: Props) => {
  const { say } = useWords();
  const { user, keys } = account;
  const { root } = frame.site;
  const errorIn = (form: "perks" | "reset") => (refused?.form === form ? refused.sentence : undefined);
  return (
    <AdminLayout frame={frame} path="/admin/users" title={user.username}>
      {reset !== undefined && (
        <MadeLink
          title={say("admin.reset-made", { name: user.username })}
          text={say("admin.reset-made-text")}
          label={say("admin.reset-link")}
          link={reset}
        />
      )}
      <PersonState frame={frame} person={user} />
      <AboutAccount frame={frame} account={account} />
      <p class="actions">
        <a class="button button-quiet" href={root + profilePath(user)}>
          {say("admin.user-profile")}
        </a>
        {frame.viewer?.staff && (
          <a class="button button-quiet" href={`${root}/moderation/people/${user.id}`}>
            {say("admin.user-moderation")}
          </a>
        )}
      </p>
      <SettingsSection id="perks" title={say("admin.perks")} lead={say("admin.perks-lead")}>
        <PerksForm frame={frame} user={user} error={errorIn("perks")} />
      </SettingsSection>
      <SettingsSection id="reset" title={say("admin.reset")} lead={say("admin.reset-lead")}>
        <ResetForm frame={frame} user={user} error={errorIn("reset")} />
      </SettingsSection>
      {keys.length > 0 && (
        <SettingsSection id="keys" title={say("admin.user-keys")}>
          <ul class="rows">
            {keys.map((key) => (
              <KeyItem frame={frame} apiKey={key} />
            ))}
          </ul>
        </SettingsSection>
      )}
    </AdminLayout>
  );
};

const AboutAccount = ({ frame, account: { user, sessions } }: Pick<Props, "frame" | "account">) => {
  const { say, count, date, moment } = useWords();
  const isOut = isSuspended(user, frame.now);
  const rows: [name: string, value: unknown][] = [
    [say("admin.user-id"), <code>{user.id}</code>],
    [say("admin.user-email"), <Addresses user={user} />],
    [say("admin.user-joined"), date(user.createdAt)],
    [
      say("admin.user-state"),
      isOut ? say("admin.user-suspended-since", { moment: moment(user.suspendedAt!) }) : say("admin.user-active"),
    ],
    [say("admin.user-password"), say(user.hasPassword ? "admin.user-has-password" : "admin.no-password")],
    [say("admin.user-sessions"), count("admin.user-sessions-in", sessions)],
    [
      say("admin.user-counts"),
      say("admin.user-counts-text", { shown: user.memeCount, hidden: user.submittedCount - user.memeCount }),
    ],
    [say("admin.user-storage"), say("admin.user-storage-text", { bytes: { bytes: user.storedBytes } })],
    [
      say("admin.user-follows"),
      say("admin.user-follows-text", { followers: user.followerCount, following: user.followingCount }),
    ],
    ...(isPro(user, frame.now) ? [[say("admin.user-pro"), <ProEnd until={user.proUntil} />] as [string, unknown]] : []),
  ];
  return (
    <dl class="stack pairs">
      {rows.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

const Addresses = ({ user: { email, newEmail } }: { user: User }) => {
  const { say } = useWords();
  if (email === undefined && newEmail === undefined) return <>{say("admin.none")}</>;
  return (
    <>
      {email !== undefined && <bdi>{email}</bdi>}
      {email !== undefined && newEmail !== undefined && <br />}
      {newEmail !== undefined && (
        <>
          <bdi>{newEmail}</bdi> <span class="chip">{say("admin.user-email-unconfirmed")}</span>
        </>
      )}
    </>
  );
};

const ProEnd = ({ until }: { until: number | undefined }) => {
  const { say, date } = useWords();
  return (
    <>{until === undefined ? say("admin.user-pro-endless") : say("admin.user-pro-until", { date: date(until) })}</>
  );
};

const PerksForm = ({ frame, user, error }: { frame: Frame; user: User; error: string | undefined }) => {
  const { say } = useWords();
  return (
    <Form action={`${frame.site.root}/admin/users/${user.id}/perks`} error={error} label={say("admin.perks")}>
      <FieldGroup legend={say("admin.perks-legend")}>
        {LASTING_PERKS.map((perk) => (
          <PerkChoice frame={frame} user={user} perk={perk} />
        ))}
      </FieldGroup>
      <RecentProofField frame={frame} id="perks" />
      <p class="actions">
        <Button>{say("admin.perks-save")}</Button>
      </p>
    </Form>
  );
};

const PerkChoice = ({ frame, user, perk }: { frame: Frame; user: User; perk: LastingPerk }) => {
  const { say } = useWords();
  if (perk === "founder" && user.id === frame.viewer?.id)
    return (
      <p class="perk-own">
        <Hidden name="founder" value="on" />
        <strong>{say("admin.perk-founder")}</strong> <span class="field-hint">{say("admin.perk-founder-own")}</span>
      </p>
    );
  return (
    <Choice
      type="checkbox"
      name={perk}
      value="on"
      label={say(`admin.perk-${perk}`)}
      hint={say(`admin.perk-${perk}-hint`)}
      checked={user[perk]}
    />
  );
};

const ResetForm = ({ frame, user, error }: { frame: Frame; user: User; error: string | undefined }) => {
  const { say } = useWords();
  return (
    <details class="confirm" open={error !== undefined}>
      <summary class="button button-quiet">{say("admin.reset-make")}</summary>
      <Form action={`${frame.site.root}/admin/users/${user.id}/reset`} error={error} label={say("admin.reset-make")}>
        <p>{say("admin.reset-ask")}</p>
        <OnceField />
        <RecentProofField frame={frame} id="reset" />
        <p class="actions">
          <Button kind="danger" small>
            {say("admin.reset-yes")}
          </Button>
        </p>
      </Form>
    </details>
  );
};
