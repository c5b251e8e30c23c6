import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { UserHistory } from "../../../core/users/read-history.ts";
import type { UserRow } from "../../../data/schema.ts";
import { BarChart, monthBar } from "../components/chart.tsx";
import { Face, GRADE_NAMES, type Grade } from "../components/face.tsx";
import { Badges, NameColor } from "../components/person.tsx";
import { MemeGrid } from "../feed/grid.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { FollowForm } from "./follow.tsx";
import { ProfileHead, wordsAbout } from "./head.tsx";

interface Props {
  frame: Frame;
  person: UserRow;
  memes: MemeWithAuthor[];
  /** Where the memes go on. */
  next: string | undefined;
  history: UserHistory;
  /** Whether whoever looks follows the person. */
  following: boolean;
  /** The first page of the memes. */
  isFirst: boolean;
}

/** A person, and what the person posted. */
export const ProfilePage = (props: Props) => {
  const { frame, person, memes, next, history, isFirst } = props;
  return (
    <Layout
      frame={frame}
      title={person.username}
      description={wordsAbout(person)}
      head={<ProfileHead frame={frame} person={person} newest={isFirst ? memes : []} />}
      wide
    >
      <section class="profile" aria-labelledby="profile-name">
        <About {...props} />
        {history.months.length > 0 && <Charts history={history} />}
      </section>
      <section class="profile-memes" aria-labelledby="profile-memes">
        <h2 id="profile-memes">{isFirst ? "Memes" : "Older memes"}</h2>
        <MemeGrid frame={frame} memes={memes} next={next} empty={<NoMemes frame={frame} person={person} />} />
      </section>
    </Layout>
  );
};

const joinedOn = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

const About = ({ frame, person, history, following }: Props) => (
  <div class="profile-about">
    <div class="profile-who">
      <PersonFace average={history.average} />
      <div>
        <h1 id="profile-name" class="profile-name">
          <bdi>{person.username}</bdi>
          <NameColor frame={frame} person={person} />
        </h1>
        <p class="profile-line">
          <Badges frame={frame} person={person} />
          <span class="soft">Joined {joinedOn.format(person.created_at)}</span>
        </p>
      </div>
    </div>
    {person.bio && (
      <p class="profile-bio" dir="auto">
        {person.bio}
      </p>
    )}
    <Stats person={person} own={frame.me?.id === person.id} />
    <FollowForm frame={frame} person={person} following={following} />
  </div>
);

/** How people laugh about this person's memes, on the whole. */
const PersonFace = ({ average }: { average: number | undefined }) => {
  const grade = average === undefined ? 2 : (Math.min(5, Math.max(1, Math.round(average))) as Grade);
  const label = average === undefined ? undefined : `Rated ${average.toFixed(1)} on average: ${GRADE_NAMES[grade]}`;
  return (
    <span class="profile-face" title={label}>
      <Face grade={grade} {...(label === undefined ? {} : { label })} />
    </span>
  );
};

const Stats = ({ person, own }: { person: UserRow; own: boolean }) => (
  <dl class="profile-stats">
    <Stat value={person.meme_count} one="meme" many="memes" />
    {own && person.submitted_count > person.meme_count && (
      <Stat value={person.submitted_count - person.meme_count} one="hidden" many="hidden" />
    )}
    <Stat value={person.follower_count} one="follower" many="followers" live />
    <Stat value={person.following_count} one="following" many="following" />
  </dl>
);

const Stat = ({ value, one, many, live }: { value: number; one: string; many: string; live?: boolean }) => (
  <div>
    <dt>{value === 1 ? one : many}</dt>
    <dd data-followers={live ? "" : undefined}>{value.toLocaleString("en")}</dd>
  </div>
);

const Charts = ({ history: { months } }: { history: UserHistory }) => (
  <div class="profile-charts">
    <BarChart
      id="chart-memes"
      title="Memes posted"
      note="each month"
      unit={["meme", "memes"]}
      of="Month"
      bars={months.map(({ start, memes }) => monthBar(start, memes))}
    />
    <BarChart
      id="chart-ratings"
      title="Ratings they received"
      note="by month of posting"
      unit={["rating", "ratings"]}
      of="Month"
      bars={months.map(({ start, ratings }) => monthBar(start, ratings))}
    />
  </div>
);

const NoMemes = ({ frame, person }: Pick<Props, "frame" | "person">) => (
  <>
    <Face grade={2} />
    {frame.me?.id === person.id ? (
      <>
        <p>You have not posted anything yet. Show us what makes you laugh.</p>
        <p class="actions">
          <a class="button" href={`${frame.site.root}/submit`}>
            Post your first meme
          </a>
        </p>
      </>
    ) : (
      <p>Nothing here yet. The best ones take time.</p>
    )}
  </>
);
