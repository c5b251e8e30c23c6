import { MIN_PASSWORD } from "../../../core/users/password.ts";
import { RECOVERY_CODES } from "../../../core/users/recovery-codes.ts";
import { Button, Field, Form, OfAccount } from "../components/form.tsx";
import { ProofField } from "../proof-fields.tsx";
import { useWords } from "../use-words.tsx";
import { errorIn, type AccountProps } from "./account-props.ts";
import { SettingsSection } from "./settings-layout.tsx";

const hasOthers = ({ ways: { passkeys, linked } }: AccountProps) => passkeys.length + linked.length > 0;

/** Changes, removes or sets a password. */
export const PasswordSection = (props: AccountProps) => {
  const { say } = useWords();
  const { frame, ways } = props;
  const lead = [
    say(ways.password ? "settings.password-lead" : "settings.no-password-lead"),
    ...(hasOthers(props) ? [say("settings.password-stays")] : []),
  ];
  return (
    <SettingsSection id="password" title={say("settings.password")} lead={lead.join(" ")}>
      <Form
        action={`${frame.site.root}/settings/password`}
        error={errorIn("password", props)}
        label={say(ways.password ? "settings.password-form" : "settings.set-password")}
      >
        {!ways.password && <OfAccount username={frame.viewer!.username} />}
        <ProofField frame={frame} id="password" />
        <Field
          label={say("settings.new-password")}
          name="newPassword"
          type="password"
          hint={say("settings.new-password-hint", { least: MIN_PASSWORD })}
          autocomplete="new-password"
          minlength={MIN_PASSWORD}
          required
        />
        <p class="actions">
          <Button>{say(ways.password ? "settings.change-password" : "settings.set-password")}</Button>
        </p>
      </Form>
      {ways.password && <RemovePassword {...props} />}
    </SettingsSection>
  );
};

const RemovePassword = (props: AccountProps) => {
  const { say, rich } = useWords();
  const { root } = props.frame.site;
  const error = errorIn("no-password", props);
  if (!hasOthers(props))
    return (
      <p class="soft">
        {rich("settings.only-password", { link: (inner) => <a href={`${root}/settings/passkeys`}>{inner}</a> })}
      </p>
    );
  return (
    <details class="confirm" open={error !== undefined}>
      <summary class="button button-quiet">{say("settings.remove-password")}</summary>
      <Form action={`${root}/settings/password/remove`} error={error} label={say("settings.remove-password")}>
        <p>{say("settings.remove-password-ask", { codes: RECOVERY_CODES })}</p>
        <ProofField frame={props.frame} id="no-password" />
        <p class="actions">
          <Button kind="danger">{say("settings.remove-password-yes")}</Button>
        </p>
      </Form>
    </details>
  );
};

/** For accounts without a password. */
export const RecoverySection = (props: AccountProps) => {
  const { say, count } = useWords();
  const { frame, ways, codes } = props;
  const error = errorIn("codes", props);
  if (ways.password) return null;
  const left = codes > 0 ? count("recovery.left", codes, { all: RECOVERY_CODES }) : say("recovery.none");
  const make = say(codes > 0 ? "recovery.make-new" : "recovery.make");
  return (
    <SettingsSection id="codes" title={say("recovery.codes")} lead={`${left} ${say("recovery.what-for")}`}>
      <details class="confirm" open={error !== undefined}>
        <summary class="button button-quiet">{make}</summary>
        <Form action={`${frame.site.root}/settings/recovery`} error={error} label={say("recovery.codes")}>
          {codes > 0 && <p>{say("recovery.make-ask")}</p>}
          <ProofField frame={frame} id="codes" />
          <p class="actions">
            <Button>{say("recovery.make-yes")}</Button>
          </p>
        </Form>
      </details>
    </SettingsSection>
  );
};
