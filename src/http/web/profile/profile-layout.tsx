import { appearanceOf } from "../../../core/pro/appearance.ts";
import { profilePath } from "../../../core/users/profile-path.ts";
import type { BlockKind } from "../../../entities/filter.ts";
import type { User } from "../../../entities/user.ts";
import { Avatar } from "../components/avatar.tsx";
import { Badges, nameColor } from "../components/person.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { PersonForm, PersonMenu } from "../seeing/person-menu.tsx";
import { useWords } from "../use-words.tsx";
import { FollowForm } from "./follow-form.tsx";
import { wordsAbout } from "./profile-head.tsx";

export interface PersonProps {
  frame: Frame;
  person: User;
  /** Whether the viewer follows the person. */
  following: boolean;
  /** Whether the viewer has muted or blocked the person. */
  filtered: BlockKind | undefined;
}

interface Props extends PersonProps {
  tab: "memes" | "numbers";
  head?: unknown;
  children?: unknown;
}

/** Who it is, above what the chosen tab shows. */
export const ProfileLayout = ({ tab, head, children, ...props }: Props) => {
  const { frame, person } = props;
  const current = frame.viewer?.id === person.id ? "me" : undefined;
  const description = wordsAbout(person, frame.site.name, useWords());
  return (
    <Layout frame={frame} title={person.username} description={description} current={current} head={head} wide>
      <section class="profile" aria-labelledby="profile-name">
        <Cover frame={frame} person={person} />
        <About {...props} />
      </section>
      <Tabs frame={frame} person={person} tab={tab} />
      {children}
    </Layout>
  );
};

/** The cover a Pro member chose. No text is on it, so any colour will do. */
const Cover = ({ frame, person }: Pick<Props, "frame" | "person">) => {
  const { cover, pattern } = appearanceOf(person, frame.now);
  if (!cover && !pattern) return null;
  const classes = ["cover", "profile-cover", cover && `cover-${cover}`, pattern && `pattern-${pattern}`];
  return <div class={classes.filter(Boolean).join(" ")} />;
};

const About = ({ frame, person, following, filtered }: PersonProps) => {
  const { say, date } = useWords();
  return (
    <div class="profile-about">
      <div class="profile-who">
        <span class="profile-face">
          <Avatar frame={frame} person={person} large />
        </span>
        <div>
          <h1 id="profile-name" class={`profile-name ${nameSize(person)}`.trim()}>
            <bdi class={nameColor(person, frame.now) || undefined}>{person.username}</bdi>
          </h1>
          <p class="profile-line">
            <Badges frame={frame} person={person} />
            <span class="soft">{say("profile.joined", { date: date(person.createdAt) })}</span>
          </p>
        </div>
      </div>
      {person.bio && (
        <p class="profile-bio" dir="auto">
          {person.bio}
        </p>
      )}
      <div class="profile-row">
        <Stats person={person} own={frame.viewer?.id === person.id} />
        <div class="profile-acts">
          {filtered !== "block" && <FollowForm frame={frame} person={person} following={following} />}
          {!filtered && <PersonMenu frame={frame} person={person} />}
        </div>
      </div>
      {filtered && <Filtered frame={frame} person={person} kind={filtered} />}
    </div>
  );
};

const Filtered = ({ frame, person, kind }: Pick<Props, "frame" | "person"> & { kind: BlockKind }) => {
  const { say } = useWords();
  const [state, act] = kind === "block" ? (["blocked", "unblock"] as const) : (["muted", "unmute"] as const);
  const name = person.username;
  return (
    <div class="surface-tint profile-filtered">
      <p>{say(`seeing.is-${state}`, { name })}</p>
      <PersonForm frame={frame} person={person} act={act} next={frame.here} class="button button-small button-quiet">
        {say(`seeing.${act}`, { name })}
      </PersonForm>
    </div>
  );
};

/** A name stays in one line, so a long one is smaller. */
function nameSize({ username: { length } }: User): string {
  return length <= 12 ? "" : length <= 20 ? "profile-name-long" : "profile-name-longest";
}

const Stats = ({ person, own }: { person: User; own: boolean }) => {
  const { say, count } = useWords();
  return (
    <dl class="profile-stats">
      <Stat value={person.memeCount} name={count("profile.count-memes", person.memeCount)} />
      {own && person.submittedCount > person.memeCount && (
        <Stat value={person.submittedCount - person.memeCount} name={say("profile.count-hidden")} />
      )}
      <Stat value={person.followerCount} name={count("profile.count-followers", person.followerCount)} live />
      <Stat value={person.followingCount} name={say("profile.count-following")} />
    </dl>
  );
};

const Stat = ({ value, name, live }: { value: number; name: string; live?: boolean }) => (
  <div>
    <dt>{name}</dt>
    <dd data-followers={live ? "" : undefined}>{useWords().number(value)}</dd>
  </div>
);

const Tabs = ({ frame, person, tab }: Pick<Props, "frame" | "person" | "tab">) => {
  const { say } = useWords();
  const path = frame.site.root + profilePath(person);
  const on = (name: Props["tab"]) => (tab === name ? "page" : undefined);
  return (
    <nav class="tabs profile-tabs" aria-label={say("profile.tabs", { name: person.username })}>
      <a href={path} aria-current={on("memes")}>
        {say("profile.memes")}
      </a>
      <a href={`${path}/numbers`} aria-current={on("numbers")}>
        {say("profile.numbers")}
      </a>
    </nav>
  );
};
