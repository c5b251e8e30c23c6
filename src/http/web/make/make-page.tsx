import type { Recipe } from "../../../compose/recipe.ts";
import { MAX_BYTES } from "../../../images/limits.ts";
import { BarePage } from "../app/bare-page.tsx";
import { signInHref, type Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { useWords } from "../use-words.tsx";
import { MakeForm, PlainPicture, type MakeTyped } from "./make-form.tsx";

/** The maker's own script. */
export interface Scripted {
  frame: Frame;
  script: string;
  /** Fonts of the operator's own. */
  fonts: readonly { name: string; title: string }[];
}

/** What the script gets to begin with. */
export interface EditorStart {
  key: string;
  recipe: Recipe;
  bases: { base: Recipe["panels"][number]["base"]; picture: string; frames: number }[];
  samples: readonly string[];
  title: string;
}

interface MakerProps extends Scripted {
  start?: EditorStart;
  /** Where to return to after signing in; undefined if nobody knows who is there. */
  here: string | undefined;
  children?: unknown;
}

const Maker = ({ frame, start, fonts, here, children }: MakerProps) => (
  <meme-maker
    data-start={start && JSON.stringify(start)}
    data-person={here && (frame.viewer?.id ?? "")}
    data-max-bytes={MAX_BYTES}
    data-fonts={fonts.length > 0 ? JSON.stringify(fonts.map(({ name, title }) => ({ name, title }))) : undefined}
    data-sign-in={frame.viewer || !here ? undefined : signInHref(frame.site, here)}
    data-picture={frame.viewer ? `${frame.site.root}/make/picture` : undefined}
  >
    {children}
  </meme-maker>
);

const Script = ({ frame, script }: Omit<Scripted, "fonts">) => (
  <script type="module" nonce={frame.nonce} src={script} />
);

interface StartProps extends Scripted {
  /** Templates to start with. */
  templates?: unknown;
  typed: MakeTyped;
  /** Why a picture was refused that came without a script. */
  error?: string | undefined;
}

/** Where a meme begins. */
export const MakeStartPage = ({ frame, script, fonts, templates, typed, error }: StartProps) => {
  const { say } = useWords();
  return (
    <Layout
      frame={frame}
      title={say("make.title")}
      description={say("make.description")}
      current="make"
      head={<Script frame={frame} script={script} />}
      wide
    >
      <Maker frame={frame} script={script} fonts={fonts} here="/make">
        <div class="make-start">
          <h1 class="submit-title">{say("make.title")}</h1>
          <p class="lead">{say("make.lead")}</p>
          <Ways />
          <div data-plain>
            <PlainPicture frame={frame} typed={typed} error={error} />
          </div>
          {templates}
        </div>
        <template data-editor>
          <MakeForm heading={say("make.title")} frame={frame} typed={typed} here="/make?own" />
        </template>
      </Maker>
    </Layout>
  );
};

/** The maker for people without a network: what they have begun, pictures of their own, and blank sheets. */
export const MakeOfflinePage = ({ frame, script, fonts }: Scripted) => {
  const { say } = useWords();
  const { site, theme } = frame;
  const typed = { caption: "", alt: "", age: "", rating: "", remix: "everyone" };
  return (
    <BarePage
      site={site}
      theme={theme}
      title={say("make.title")}
      description={say("make.description")}
      head={<Script frame={frame} script={script} />}
    >
      <Maker frame={frame} script={script} fonts={fonts} here={undefined}>
        <div class="make-start">
          <h1 class="submit-title">{say("make.title")}</h1>
          <p class="lead">{say("make.offline")}</p>
          <Ways />
        </div>
        <template data-editor>
          <MakeForm heading={say("make.title")} frame={frame} typed={typed} here={undefined} />
        </template>
      </Maker>
    </BarePage>
  );
};

/** Filled by the script. */
const Ways = () => {
  const { say } = useWords();
  return (
    <>
      <section class="make-drafts-place" data-drafts hidden />
      <div class="make-ways" data-ways hidden />
      <input type="file" accept="image/*" data-file hidden aria-label={say("make.own-picture")} />
      <input type="file" accept="image/*" capture="environment" data-photo hidden aria-label={say("make.photo")} />
    </>
  );
};

interface Props extends Scripted {
  start: EditorStart;
  typed: MakeTyped;
  hidden: Record<string, string | undefined>;
  /** Drawn by the server, if somebody asked for that. */
  preview?: string | undefined;
  size: { width: number; height: number };
  error?: string | undefined;
  edits?: "meme" | "boxes" | undefined;
  here: string;
}

/** The editor, on something there is. */
export const MakePage = ({ frame, script, fonts, start, typed, hidden, preview, size, error, edits, here }: Props) => {
  const { say } = useWords();
  const title = edits ? say("make.edit-title") : say("make.title");
  const picture = preview ?? start.bases[0]?.picture;
  return (
    <Layout
      frame={frame}
      title={start.title || title}
      description={say("make.description")}
      current="make"
      head={<Script frame={frame} script={script} />}
      wide
    >
      <Maker frame={frame} script={script} fonts={fonts} start={start} here={here}>
        <MakeForm
          frame={frame}
          heading={start.title === "" ? title : <bdi>{start.title}</bdi>}
          typed={typed}
          hidden={hidden}
          boxes={start.recipe.boxes}
          samples={start.samples}
          error={error}
          edits={edits}
          here={here}
          picture={
            picture && <img src={picture} alt={say("make.picture-alt")} width={size.width} height={size.height} />
          }
        />
      </Maker>
    </Layout>
  );
};
