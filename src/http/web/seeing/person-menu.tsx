import type { User } from "../../../entities/user.ts";
import { Icon } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  person: Pick<User, "id" | "username">;
  /** Where to go after a block, if this page will be gone. */
  next?: string;
  /** More entries, above the others. */
  children?: unknown;
}

/** Ways to see less of somebody: on their profile, and on everything they made. Scripts take it off the page at once. */
export const PersonMenu = ({ frame, person, next = frame.here, children }: Props) => {
  const { say } = useWords();
  const { viewer } = frame;
  const isOther = viewer !== undefined && viewer.id !== person.id;
  if (!isOther && !children) return null;
  const name = person.username;
  return (
    <details class="menu person-menu" data-person-menu={person.id}>
      <summary class="action" aria-label={say("seeing.more", { name })}>
        <Icon name="more" />
      </summary>
      <div class="surface menu-list">
        {children}
        {isOther &&
          (["mute", "block"] as const).map((act) => (
            <PersonForm frame={frame} person={person} act={act} next={next}>
              {say(`seeing.${act}`, { name })}
            </PersonForm>
          ))}
      </div>
    </details>
  );
};

interface FormProps extends Props {
  act: "mute" | "unmute" | "block" | "unblock";
  next: string;
  class?: string;
}

export const PersonForm = ({ frame, person, act, next, class: name, children }: FormProps) => (
  <form method="post" action={`${frame.site.root}/profile/${person.id}/${act}`} data-act={act}>
    <input type="hidden" name="next" value={next} />
    <button class={name}>{children}</button>
  </form>
);
