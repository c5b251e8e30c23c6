import { MOST_BIO } from "../../../core/users/change-profile.ts";
import { UsernameField } from "../components/account-fields.tsx";
import { Button, Field, Form } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { SettingsFrame } from "./frame.tsx";

interface Props {
  frame: Frame;
  typed: { username: string; bio: string };
  error?: string;
}

export const ProfilePage = ({ frame, typed, error }: Props) => (
  <SettingsFrame frame={frame} path="/settings">
    <p class="soft">
      What others see of you. <a href={`${frame.site.root}/profile/${frame.me!.id}`}>See your profile</a>
    </p>
    <Form action={`${frame.site.root}/settings`} error={error} label="Profile">
      <UsernameField value={typed.username} hint="Links to your profile keep working when you change it." />
      <Field
        label="About you"
        name="bio"
        value={typed.bio}
        rows={4}
        maxlength={MOST_BIO}
        hint="A few words, as plain text."
      />
      <p class="actions">
        <Button>Save</Button>
      </p>
    </Form>
  </SettingsFrame>
);
