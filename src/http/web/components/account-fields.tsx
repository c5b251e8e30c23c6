import { MAX_EMAIL } from "../../../core/users/email.ts";
import { MIN_USERNAME, MAX_USERNAME } from "../../../core/users/username.ts";
import { useWords } from "../use-words.tsx";
import { Field } from "./form.tsx";

export const UsernameField = ({ value, hint }: { value: string | undefined; hint: string }) => {
  const { say } = useWords();
  return (
    <Field
      label={say("parts.username")}
      name="username"
      value={value}
      hint={`${say("parts.username-hint", { least: MIN_USERNAME, most: MAX_USERNAME })} ${hint}`}
      isRule
      autocomplete="username"
      minlength={MIN_USERNAME}
      maxlength={MAX_USERNAME}
      required
      plain
    />
  );
};

interface NameProps {
  value: string | undefined;
  autofocus?: boolean;
  /** Lets browsers offer passkeys along with known names. */
  passkeys?: boolean;
}

/** For signing in: a username or an e-mail address. */
export const NameField = ({ value, autofocus, passkeys }: NameProps) => (
  <Field
    label={useWords().say("parts.username-or-email")}
    name="name"
    value={value}
    autocomplete={passkeys ? "username webauthn" : "username"}
    maxlength={MAX_EMAIL}
    required
    plain
    autofocus={autofocus}
  />
);
