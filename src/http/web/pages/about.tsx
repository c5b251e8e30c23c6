import type { Stats } from "../../../core/stats/read-stats.ts";
import { CodeBlock } from "../components/code.tsx";
import { Face, GRADE_NAMES, GRADES } from "../components/face.tsx";
import { HeroArt } from "../components/hero-art.tsx";
import { Totals } from "../components/totals.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";

interface Props {
  frame: Frame;
  stats: Stats;
  /** A call that works once a key is in $KEY. */
  curl: string;
}

const COMMANDS = [
  "./guffaw --help",
  "./guffaw user create ada",
  './guffaw key create ada --name "my bot"',
  "./guffaw meme add cat.png --author ada",
].join("\n");

/** What this place is, and where to start. */
export const AboutPage = ({ frame, stats, curl }: Props) => (
  <Layout frame={frame} title="About" description="A place to post memes, and to laugh at other people's.">
    <section class="hero">
      <div class="hero-words">
        <h1>A good home for memes</h1>
        <p class="lead">
          People post what made them laugh, and everybody says how hard. No adverts, no tracking, no algorithm that
          knows better: just memes, rated from {GRADE_NAMES[1]} to {GRADE_NAMES[5]}.
        </p>
        <p class="actions">
          <Start frame={frame} />
        </p>
      </div>
      <HeroArt />
    </section>
    <Totals stats={stats} />
    <Faces />
    <Ways frame={frame} curl={curl} />
  </Layout>
);

/** The next step for whoever reads this. */
const Start = ({ frame: { me, site } }: { frame: Frame }) => (
  <>
    <a class="button" href={`${site.root}/`}>
      See the memes
    </a>
    {me ? (
      <a class="button button-quiet" href={`${site.root}/submit`}>
        Post one
      </a>
    ) : (
      site.signup !== "closed" && (
        <a class="button button-quiet" href={`${site.root}/sign-up`}>
          Make an account
        </a>
      )
    )}
  </>
);

const capital = (words: string) => words[0]!.toUpperCase() + words.slice(1);

const Faces = () => (
  <section class="scale" aria-labelledby="scale">
    <h2 id="scale">Five faces say it all</h2>
    <ol class="scale-faces">
      {GRADES.map((grade) => (
        <li>
          <Face grade={grade} />
          <span>
            <b>{grade}</b> {capital(GRADE_NAMES[grade].replace(/^a /, ""))}
          </span>
        </li>
      ))}
    </ol>
    <p class="soft">Change your mind, or take a rating back, whenever you like.</p>
  </section>
);

const Ways = ({ frame: { site }, curl }: Pick<Props, "frame" | "curl">) => (
  <section class="start" aria-labelledby="start">
    <h2 id="start">Where to start</h2>
    <div class="start-ways">
      <div class="start-way">
        <h3>You came to laugh</h3>
        <p>
          Begin with the <a href={`${site.root}/?feed=top`}>best of the week</a>, take{" "}
          <a href={`${site.root}/random`}>one at random</a>, or <a href={`${site.root}/search`}>search</a> for what you
          are in the mood for. Follow the <a href={`${site.root}/top`}>people</a> who get you.
        </p>
        <p>New memes, and everybody's own, are also feeds for your reader. Nothing here needs scripts.</p>
      </div>
      <div class="start-way">
        <h3>You write programs</h3>
        <p>
          Make an API key in <a href={`${site.root}/settings/keys`}>your settings</a>, then call away. The{" "}
          <a href={`${site.root}/docs`}>API reference</a> has every call, with a form to try it.
        </p>
        <CodeBlock label="Shell" text={`export KEY='gfw_…'\n\n${curl}`} />
      </div>
    </div>
    <details class="operators">
      <summary>You run this site</summary>
      <p>Everything can be done from the command line, in the folder where Guffaw is, while it runs.</p>
      <CodeBlock label="Shell" text={COMMANDS} />
    </details>
  </section>
);
