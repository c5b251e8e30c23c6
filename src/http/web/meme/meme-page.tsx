import { canDelete, canEdit, isAuthor, isStaff } from "../../../core/access.ts";
import type { MemeInFull } from "../../../core/memes/read-meme-page.ts";
import { isoOf } from "../../time.ts";
import { Caption } from "../components/caption.tsx";
import { AverageFace } from "../components/average-face.tsx";
import { Crown } from "../components/awards.tsx";
import { Curtain, CurtainNote } from "../components/curtain.tsx";
import { Face, GRADES, type Grade } from "../components/face.tsx";
import { Icon } from "../components/icon.tsx";
import { Badges, PersonName, PersonWithFace } from "../components/person.tsx";
import { Picture } from "../components/picture.tsx";
import { RateFaces } from "../components/rate-faces.tsx";
import { actorOf, type Frame } from "../frame.ts";
import { Layout } from "../layout.tsx";
import { FollowAction } from "../profile/follow-action.tsx";
import { SaveAction } from "../saved/save-action.tsx";
import { PersonMenu } from "../seeing/person-menu.tsx";
import { useWords } from "../use-words.tsx";
import { AuthorTools, type RefusedEdit } from "./author-tools.tsx";
import { Comments, type RefusedComment } from "./comment-list.tsx";
import { CopyLists } from "./copies.tsx";
import { EditedMark, FamilyTree, Origin, RemixAction } from "./family.tsx";
import type { Walk } from "./walk-list.ts";
import { Neighbours, Viewer } from "./neighbours.tsx";
import { Film } from "./film.tsx";
import { LinkPreview } from "./link-preview.tsx";
import { ShareMeme } from "./share-meme.tsx";
import { averageOf } from "../../../core/memes/average.ts";

/** Longer ones have smaller letters: beside the picture they would be several times as high as it. */
const LONG_CAPTION = 100;

/** What was typed into a form of this page, and why it was refused. */
export interface RefusedForms {
  comment?: RefusedComment;
  edit?: RefusedEdit;
}

interface Props extends RefusedForms {
  frame: Frame;
  one: MemeInFull;
  /** Its place in the list it was opened from. */
  walk?: Walk | undefined;
}

/** The meme, large, with its ratings and comments. */
export const MemePage = ({ frame, one, walk, comment, edit }: Props) => {
  const { say, ago } = useWords();
  const { meme, author, making } = one;
  const title = [...meme.caption.split("\n")[0]!].slice(0, 80).join("") || say("meme.title", { name: author.username });
  return (
    <Layout
      frame={frame}
      title={title}
      description={meme.caption || say("meme.description", { name: author.username, site: frame.site.name })}
      head={
        <>
          <LinkPreview frame={frame} meme={meme} author={author} />
          {/* Until its video is there. */}
          {meme.held === "encoding" && <meta http-equiv="refresh" content="5" />}
        </>
      }
      wide
    >
      <article class="meme" data-meme={meme.id} data-current>
        <div class="meme-stage">
          <div class="meme-picture">
            {meme.image.video && meme.held !== "encoding" ? (
              <Film frame={frame} meme={meme} />
            ) : (
              <a class="zoom" href={frame.site.picture(meme)} data-zoom={`${meme.image.width}x${meme.image.height}`}>
                <Picture
                  frame={frame}
                  meme={meme}
                  sizes="(min-width: 64rem) min(57.5rem, calc(100vw - 32.5rem)), calc(100vw - 2rem)"
                  first
                />
                <span class="zoom-hint">
                  <Icon name="enlarge" /> <span class="sr">{say("meme.full-size")}</span>
                </span>
              </a>
            )}
            <Curtain frame={frame} meme={meme} />
          </div>
          <CurtainNote frame={frame} meme={meme} />
          {walk ? <Viewer walk={walk} id={meme.id} /> : <Neighbours frame={frame} one={one} />}
        </div>
        <div class="meme-side">
          {meme.disabled ? <HiddenNote frame={frame} one={one} /> : null}
          <h1 class={meme.caption.length > LONG_CAPTION ? "meme-caption meme-caption-long" : "meme-caption"}>
            <Caption frame={frame} text={meme.caption || say("meme.wordless")} />
          </h1>
          <div class="meme-by">
            <PersonWithFace frame={frame} person={author} />
            <FollowAction frame={frame} person={author} following={one.following} />
            <Badges frame={frame} person={author} />
            <time class="soft" datetime={isoOf(meme.createdAt)}>
              {ago(meme.createdAt, frame.now)}
            </time>
            <EditedMark frame={frame} making={making} />
            <PersonMenu frame={frame} person={author} next={`${frame.site.root}/`} />
            <Crown frame={frame} meme={meme} dated />
          </div>
          <Origin frame={frame} making={making} />
          <Ratings frame={frame} one={one} />
          <ShareMeme frame={frame} meme={meme} title={title}>
            <SaveAction frame={frame} meme={meme} saved={one.saved} wide />
            <RemixAction frame={frame} making={making} meme={meme} />
          </ShareMeme>
          <Tools frame={frame} one={one} edit={edit} />
        </div>
      </article>
      <FamilyTree frame={frame} making={making} one={one} />
      <CopyLists frame={frame} copies={one.copies} />
      <Comments frame={frame} one={one} refused={comment} />
    </Layout>
  );
};

const HELD = { hidden: "meme.hidden-by-staff", waiting: "meme.waits", encoding: "video.encoding-soon" } as const;

/** Shown to the author. */
const HiddenNote = ({ frame, one: { meme, holdReason, readyAt } }: Pick<Props, "frame" | "one">) => {
  const { say } = useWords();
  const waitMs = (readyAt ?? 0) - frame.now;
  return (
    <div class="surface-tint meme-hidden">
      <Icon name={meme.held && meme.held !== "hidden" ? "clock" : "hide"} />
      <div>
        <p>
          {waitMs > 0 ? say("video.encoding", { wait: { waitMs } }) : say(meme.held ? HELD[meme.held] : "meme.hidden")}
        </p>
        {holdReason && (
          <p class="meme-why">
            <bdi>{say("meme.hidden-because", { reason: holdReason })}</bdi>
          </p>
        )}
      </div>
    </div>
  );
};

const Ratings = ({ frame, one: { meme, mine, histogram, raters } }: Pick<Props, "frame" | "one">) => {
  const { say } = useWords();
  return (
    <section class="surface stack ratings" aria-labelledby="ratings">
      <h2 id="ratings" class="sr">
        {say("meme.ratings")}
      </h2>
      <p class="ratings-average" data-average-of={meme.id}>
        <AverageFace average={averageOf(meme)} total={meme.rating.total} />
      </p>
      <RateFaces frame={frame} meme={meme} mine={mine?.value} />
      <Histogram counts={histogram} hidden={meme.rating.total === 0} />
      {raters && raters.length > 0 && <Raters frame={frame} raters={raters} />}
    </section>
  );
};

const Raters = ({ frame, raters }: { frame: Frame; raters: NonNullable<MemeInFull["raters"]> }) => {
  const { say } = useWords();
  return (
    <details class="raters">
      <summary>{say("meme.raters")}</summary>
      <ul>
        {raters.map(({ rating, user }) => (
          <li>
            <Face grade={rating!.value as Grade} label={say("meme.grade", { grade: rating!.value })} />
            <PersonName frame={frame} person={user} />
          </li>
        ))}
      </ul>
    </details>
  );
};

/** One bar per face. */
const Histogram = ({ counts, hidden }: { counts: number[]; hidden: boolean }) => {
  const { say, number } = useWords();
  const max = Math.max(...counts, 1);
  return (
    <ul class="histogram" aria-label={say("meme.histogram")} hidden={hidden} data-histogram>
      {GRADES.toReversed().map((grade) => {
        const count = counts[grade - 1]!;
        return (
          <li data-grade={grade}>
            <Face grade={grade} label={say("meme.grade", { grade })} />
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect class="histogram-ground" width="100" height="8" rx="2" />
              <rect class="histogram-bar" width={(count / max) * 100} height="8" rx="2" />
            </svg>
            <span class="histogram-count">{number(count)}</span>
          </li>
        );
      })}
    </ul>
  );
};

/** Everyone can report. Authors get the rest, and staff get part of it. */
const Tools = ({ frame, one, edit }: Pick<Props, "frame" | "one" | "edit">) => {
  const { say } = useWords();
  const { meme } = one;
  const actor = actorOf(frame);
  const { root } = frame.site;
  return (
    <div class="tools" id="tools">
      {!isAuthor(actor, meme) && (
        <a class="tool-button" href={`${root}/meme/${meme.id}/report`}>
          <Icon name="flag" /> {say("moderation.report")}
        </a>
      )}
      {isStaff(actor) && (
        <a class="tool-button" href={`${root}/moderation/memes/${meme.id}`}>
          <Icon name="lock" /> {say("moderation.moderate")}
        </a>
      )}
      {canEdit(actor, meme) && <AuthorTools frame={frame} one={one} edit={edit} />}
      {canDelete(actor, meme) && (
        <details class="tool">
          <summary>
            <Icon name="trash" /> {say("meme.delete")}
          </summary>
          <form method="post" action={`${root}/meme/${meme.id}/delete`} class="tool-form">
            <p>{say("meme.delete-lead")}</p>
            <button class="button button-small button-danger">{say("meme.delete-yes")}</button>
          </form>
        </details>
      )}
    </div>
  );
};
