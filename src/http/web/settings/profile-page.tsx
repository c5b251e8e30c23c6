import { MAX_BIO } from "../../../core/users/change-profile.ts";
import { profilePath } from "../../../core/users/profile-path.ts";
import { UsernameField } from "../components/account-fields.tsx";
import { Button, Field, Form } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { AvatarSection } from "./avatar-section.tsx";
import { SettingsLayout } from "./settings-layout.tsx";

interface Props {
  frame: Frame;
  typed: { username: string; bio: string };
  error?: string;
  /** The refused form of the avatar. */
  avatar?: { form: "draw" | "picture"; sentence: string };
}

export const ProfilePage = ({ frame, typed, error, avatar }: Props) => {
  const { say, rich } = useWords();
  return (
    <SettingsLayout frame={frame} path="/settings">
      <p class="soft">
        {rich("settings.profile-lead", {
          link: (inner) => <a href={frame.site.root + profilePath(frame.viewer!)}>{inner}</a>,
        })}
      </p>
      <Form action={`${frame.site.root}/settings`} error={error} label={say("settings.profile")}>
        <UsernameField value={typed.username} hint={say("settings.username-hint")} />
        <Field
          label={say("settings.bio")}
          name="bio"
          value={typed.bio}
          rows={4}
          maxlength={MAX_BIO}
          hint={say("settings.bio-hint")}
        />
        <p class="actions">
          <Button>{say("settings.save")}</Button>
        </p>
      </Form>
      <AvatarSection frame={frame} refused={avatar} />
    </SettingsLayout>
  );
};
