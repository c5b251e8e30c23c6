import type { Stats } from "../../../core/stats/read-stats.ts";
import { FONTS } from "../../../compose/fonts.ts";
import { CodeBlock } from "../components/code.tsx";
import { Face, GRADES } from "../components/face.tsx";
import { HeroArt } from "../components/hero-art.tsx";
import { SiteTotals } from "../components/site-totals.tsx";
import type { Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  stats: Stats;
  /** A request that works once $KEY holds a key. */
  curl: string;
}

const COMMANDS = [
  "./guffaw --help",
  "./guffaw user create ada",
  './guffaw key create ada --name "my bot"',
  "./guffaw meme add cat.png --author ada",
].join("\n");

/** What this place is, and where to start. */
export const AboutPage = ({ frame, stats, curl }: Props) => {
  const { say } = useWords();
  return (
    <Layout frame={frame} title={say("info.about-title")} description={say("info.about-description")}>
      <section class="hero">
        <div class="hero-words">
          <h1>{say("info.about-heading")}</h1>
          <p class="lead">{say("info.about-lead")}</p>
          <p class="actions">
            <Start frame={frame} />
          </p>
        </div>
        <HeroArt />
      </section>
      <SiteTotals stats={stats} />
      <Faces />
      <Ways frame={frame} curl={curl} />
      <Credits />
    </Layout>
  );
};

/** The reader's next step. */
const Start = ({ frame: { viewer, site } }: { frame: Frame }) => {
  const { say } = useWords();
  return (
    <>
      <a class="button" href={`${site.root}/`}>
        {say("info.see-memes")}
      </a>
      {viewer ? (
        <a class="button button-quiet" href={`${site.root}/submit`}>
          {say("info.post-one")}
        </a>
      ) : (
        site.signup !== "closed" && (
          <a class="button button-quiet" href={`${site.root}/sign-up`}>
            {say("info.make-account")}
          </a>
        )
      )}
    </>
  );
};

const Faces = () => {
  const { say } = useWords();
  return (
    <section class="scale" aria-labelledby="scale">
      <h2 id="scale">{say("info.faces")}</h2>
      <ol class="scale-faces">
        {GRADES.map((grade) => (
          <li>
            <Face grade={grade} />
            <span>
              <b>{grade}</b> {say(`info.face-${grade}`)}
            </span>
          </li>
        ))}
      </ol>
      <p class="soft">{say("info.faces-note")}</p>
    </section>
  );
};

/** What the licences of the drawings and fonts ask for. */
const Credits = () => {
  const { rich, language } = useWords();
  const to = (href: string) => (inner: string) => <a href={href}>{inner}</a>;
  return (
    <p class="soft credits">
      {rich("info.credits", {
        twemoji: to("https://github.com/jdecked/twemoji"),
        cc: to("https://creativecommons.org/licenses/by/4.0/"),
        ofl: to("https://openfontlicense.org"),
        fonts: new Intl.ListFormat(language).format(Object.values(FONTS).map(({ title }) => title)),
      })}
    </p>
  );
};

const Ways = ({ frame: { site }, curl }: Pick<Props, "frame" | "curl">) => {
  const { say, rich } = useWords();
  const to = (path: string) => (inner: string) => <a href={site.root + path}>{inner}</a>;
  return (
    <section class="start" aria-labelledby="start">
      <h2 id="start">{say("info.start")}</h2>
      <div class="start-ways">
        <div class="start-way">
          <h3>{say("info.start-laugh")}</h3>
          <p>
            {rich("info.start-laugh-text", {
              best: to("/?feed=top"),
              random: to("/random"),
              search: to("/search"),
              people: to("/top"),
            })}
          </p>
          <p>{say("info.start-feeds")}</p>
        </div>
        <div class="start-way">
          <h3>{say("info.start-program")}</h3>
          <p>{rich("info.start-program-text", { settings: to("/settings/keys"), reference: to("/docs") })}</p>
          <CodeBlock label={say("info.shell")} text={`export KEY='gfw_…'\n\n${curl}`} />
        </div>
      </div>
      <details class="operators">
        <summary>{say("info.start-run")}</summary>
        <p>{say("info.start-run-text")}</p>
        <CodeBlock label={say("info.shell")} text={COMMANDS} />
      </details>
    </section>
  );
};
