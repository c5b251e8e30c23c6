import { Button, Choice, Form } from "../components/form.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { SettingsSection } from "./settings-layout.tsx";

export interface WeeklyMailProps {
  frame: Frame;
  /** The confirmed address. */
  email: string | undefined;
  isWanted: boolean;
  /** Why the choice was refused. */
  error?: string | undefined;
}

/** Only on sites that can send mail. */
export const WeeklyMailSection = ({ frame, email, isWanted, error }: WeeklyMailProps) => {
  const { say, rich } = useWords();
  const { root, mail } = frame.site;
  if (!mail) return null;
  const bdi = (inner: string) => <bdi>{inner}</bdi>;
  const link = (inner: string) => <a href={`${root}/settings/account#email`}>{inner}</a>;
  return (
    <SettingsSection id="weekly" title={say("weekly.title")} lead={say("weekly.lead")}>
      {email === undefined ? (
        <p>{rich("weekly.no-address", { link })}</p>
      ) : (
        <Form action={`${root}/settings/weekly-mail`} error={error} label={say("weekly.title")}>
          <Choice
            type="checkbox"
            name="wanted"
            value="on"
            label={say("weekly.ask")}
            hint={rich(isWanted ? "weekly.hint" : "weekly.hint-first", { email, address: bdi })}
            checked={isWanted}
          />
          <p class="actions">
            <Button>{say("notifications.save")}</Button>
          </p>
        </Form>
      )}
    </SettingsSection>
  );
};
