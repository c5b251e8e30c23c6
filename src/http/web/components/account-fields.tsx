import { MOST_EMAIL } from "../../../core/users/email.ts";
import { LEAST_USERNAME, MOST_USERNAME } from "../../../core/users/username.ts";
import { Field } from "./form.tsx";

/** A name to be known by. */
export const UsernameField = ({ value, hint }: { value: string | undefined; hint: string }) => (
  <Field
    label="Username"
    name="username"
    value={value}
    hint={`${LEAST_USERNAME} to ${MOST_USERNAME} letters, digits, dots and underscores. ${hint}`}
    autocomplete="username"
    minlength={LEAST_USERNAME}
    maxlength={MOST_USERNAME}
    required
    plain
  />
);

/** Who somebody says he is. */
export const NameField = ({ value, autofocus }: { value: string | undefined; autofocus?: boolean }) => (
  <Field
    label="Username or e-mail"
    name="name"
    value={value}
    autocomplete="username"
    maxlength={MOST_EMAIL}
    required
    plain
    autofocus={autofocus}
  />
);
