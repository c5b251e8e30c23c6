import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { appearanceOf } from "../../../core/pro/appearance.ts";
import type { Marks } from "../../../core/memes/read-marks.ts";
import type { UserHistory } from "../../../core/users/read-history.ts";
import type { User } from "../../../entities/user.ts";
import { BarChart, monthBar } from "../components/bar-chart.tsx";
import { Face, type Grade } from "../components/face.tsx";
import { Badges, nameColor } from "../components/person.tsx";
import { MemeGrid } from "../feed/meme-grid.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";
import { FollowForm } from "./follow-form.tsx";
import { ProfileHead, wordsAbout } from "./profile-head.tsx";

interface Props {
  frame: Frame;
  person: User;
  memes: MemeWithAuthor[];
  marks: Marks;
  /** Link to the next page. */
  next: string | undefined;
  history: UserHistory;
  /** Whether the viewer follows the person. */
  following: boolean;
  /** This is the first page of memes. */
  isFirst: boolean;
}

/** A person and their memes. */
export const ProfilePage = (props: Props) => {
  const { frame, person, memes, marks, next, history, isFirst } = props;
  const words = useWords();
  return (
    <Layout
      frame={frame}
      title={person.username}
      description={wordsAbout(person, words)}
      head={<ProfileHead frame={frame} person={person} newest={isFirst ? memes : []} />}
      wide
    >
      <section class="profile" aria-labelledby="profile-name">
        <Cover frame={frame} person={person} />
        <About {...props} />
        {history.months.length > 0 && <Charts history={history} />}
      </section>
      <section class="profile-memes" aria-labelledby="profile-memes">
        <h2 id="profile-memes">{words.say(isFirst ? "profile.memes" : "profile.older-memes")}</h2>
        <MemeGrid
          frame={frame}
          memes={memes}
          marks={marks}
          next={next}
          empty={<NoMemes frame={frame} person={person} />}
        />
      </section>
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

const About = ({ frame, person, history, following }: Props) => {
  const { say, date } = useWords();
  return (
    <div class="profile-about">
      <div class="profile-who">
        <PersonFace average={history.average} />
        <div>
          <h1 id="profile-name" class="profile-name">
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
      <Stats person={person} own={frame.viewer?.id === person.id} />
      <FollowForm frame={frame} person={person} following={following} />
    </div>
  );
};

/** The face of the average rating of this person's memes. */
const PersonFace = ({ average }: { average: number | undefined }) => {
  const { say, tenths } = useWords();
  if (average === undefined)
    return (
      <span class="profile-face">
        <Face grade={2} />
      </span>
    );
  const grade = Math.min(5, Math.max(1, Math.round(average))) as Grade;
  const label = say("profile.rated", { average: tenths(average), grade: say(`parts.grade-${grade}`) });
  return (
    <span class="profile-face" title={label}>
      <Face grade={grade} label={label} />
    </span>
  );
};

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

const Charts = ({ history: { months } }: { history: UserHistory }) => {
  const { say } = useWords();
  return (
    <div class="profile-charts">
      <BarChart
        id="chart-memes"
        title={say("profile.chart-memes")}
        note={say("profile.chart-memes-note")}
        unit="memes"
        of={say("profile.month")}
        bars={months.map(({ start, memes }) => monthBar(start, memes))}
      />
      <BarChart
        id="chart-ratings"
        title={say("profile.chart-ratings")}
        note={say("profile.chart-ratings-note")}
        unit="ratings"
        of={say("profile.month")}
        bars={months.map(({ start, ratings }) => monthBar(start, ratings))}
      />
    </div>
  );
};

const NoMemes = ({ frame, person }: Pick<Props, "frame" | "person">) => {
  const { say } = useWords();
  return (
    <>
      <Face grade={2} />
      {frame.viewer?.id === person.id ? (
        <>
          <p>{say("profile.none-own")}</p>
          <p class="actions">
            <a class="button" href={`${frame.site.root}/submit`}>
              {say("profile.post-first")}
            </a>
          </p>
        </>
      ) : (
        <p>{say("profile.none")}</p>
      )}
    </>
  );
};
