import { CHOICES, type Choice as NotificationChoice } from "../../../core/notifications/choose-notifications.ts";
import { Button, Choice, FieldGroup, Form } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { SettingsLayout } from "./settings-layout.tsx";
import { WeeklyMailSection, type WeeklyMailProps } from "./weekly-mail-section.tsx";

interface Props {
  frame: Frame;
  /** Kinds the viewer has turned on. */
  wanted: readonly NotificationChoice[];
  weekly: Omit<WeeklyMailProps, "frame">;
}

export const NotificationSettingsPage = ({ frame, wanted, weekly }: Props) => {
  const { say, rich } = useWords();
  const { root } = frame.site;
  return (
    <SettingsLayout frame={frame} path="/settings/notifications">
      <p class="soft">
        {rich("notifications.settings-lead", { link: (inner) => <a href={`${root}/notifications`}>{inner}</a> })}
      </p>
      <Form action={`${root}/settings/notifications`} label={say("notifications.title")}>
        <FieldGroup legend={say("notifications.told-of")}>
          {CHOICES.map((kind) => (
            <Choice
              type="checkbox"
              name={kind}
              value="on"
              label={say(`notifications.${kind}`)}
              hint={say(`notifications.${kind}-hint`)}
              checked={wanted.includes(kind)}
            />
          ))}
        </FieldGroup>
        <p class="soft">{say("notifications.notices")}</p>
        <p class="actions">
          <Button>{say("notifications.save")}</Button>
        </p>
      </Form>
      <WeeklyMailSection frame={frame} {...weekly} />
    </SettingsLayout>
  );
};
