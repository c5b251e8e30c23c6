import type { Stats } from "../../../core/stats/read-stats.ts";
import { CodeBlock } from "../components/code.tsx";
import { GRADE_NAMES } from "../components/face.tsx";
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
  <Layout frame={frame} title="About" description="A meme sharing service that anyone can run.">
    <section class="hero">
      <div class="hero-words">
        <p class="pill">Up and running</p>
        <h1>A good home for memes</h1>
        <p class="lead">
          Guffaw keeps your memes, lets people rate them from {GRADE_NAMES[1]} to {GRADE_NAMES[5]}, and hands every one
          of them to your programs through a small, exact API.
        </p>
        <p class="actions">
          <a class="button" href={`${frame.site.root}/docs`}>
            Read the API reference
          </a>
          <a class="button button-quiet" href="#start">
            Where to start
          </a>
        </p>
      </div>
      <HeroArt />
    </section>
    <Totals stats={stats} />
    <section class="start" aria-labelledby="start">
      <h2 id="start">Where to start</h2>
      <div class="start-ways">
        <div class="start-way">
          <h3>You run this site</h3>
          <p>Everything is done from the command line, in the folder where Guffaw is, while it runs.</p>
          <CodeBlock label="Shell" text={COMMANDS} />
        </div>
        <div class="start-way">
          <h3>You write programs</h3>
          <p>
            Ask whoever runs this site for a key, then call away. The{" "}
            <a href={`${frame.site.root}/docs`}>API reference</a> has every call, with a form to try it.
          </p>
          <CodeBlock label="Shell" text={`export KEY='gfw_…'\n\n${curl}`} />
        </div>
      </div>
    </section>
  </Layout>
);
