import type { Making } from "../../../core/make/read-making.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Meme } from "../../../entities/meme.ts";
import { isoOf } from "../../time.ts";
import { Icon } from "../components/icon.tsx";
import { PersonName } from "../components/person.tsx";
import { Picture } from "../components/picture.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

interface Props {
  frame: Frame;
  making: Making;
}

/** Beside the time at which a meme was posted. */
export const EditedMark = ({ frame, making: { editedAt } }: Props) => {
  const { say, ago, moment } = useWords();
  if (editedAt === undefined) return null;
  return (
    <time class="soft" datetime={isoOf(editedAt)} title={moment(editedAt)}>
      {say("meme.edited", { when: ago(editedAt, frame.now) })}
    </time>
  );
};

/** What it was made from: a meme of somebody else, or a template. */
export const Origin = ({ frame, making: { template, family } }: Props) => {
  const { rich } = useWords();
  const { root } = frame.site;
  const from = family.ancestors.at(-1);
  if (!from && !template) return null;
  return (
    <div class="origin">
      {from && (
        <p>
          <a class="origin-picture cropped" href={`${root}/meme/${from.meme.id}`}>
            <Picture frame={frame} meme={from.meme} sizes="3rem" still />
          </a>
          <span>
            {rich("meme.remixed-from", {
              name: from.author.username,
              person: () => <PersonName frame={frame} person={from.author} />,
            })}
          </span>
        </p>
      )}
      {template && (
        <p>
          {rich("meme.made-with", {
            template: template.name,
            link: (inner) => (
              <a href={`${root}/templates/${template.id}`}>
                <bdi>{inner}</bdi>
              </a>
            ),
          })}
        </p>
      )}
    </div>
  );
};

/** For the row of things to do with a meme. */
export const RemixAction = ({ frame, making, meme }: Props & { meme: Meme }) => {
  const { say } = useWords();
  if (!making.mayRemix) return null;
  return (
    <a class="button button-small button-quiet" href={`${frame.site.root}/make?remix=${meme.id}`}>
      <Icon name="remix" /> {say("meme.remix")}
    </a>
  );
};

/** From the first meme down to this one, and what others have made of it. */
export const FamilyTree = ({ frame, making: { family }, one }: Props & { one: MemeWithAuthor }) => {
  const { say } = useWords();
  const { ancestors, children } = family;
  if (ancestors.length + children.length === 0) return null;
  return (
    <section class="family" aria-labelledby="family">
      <h2 id="family">{say("meme.family")}</h2>
      <ol class="family-line">
        {ancestors.map((each) => (
          <li>
            <Relative frame={frame} one={each} />
          </li>
        ))}
        <li class="family-here" aria-current="true">
          <Relative frame={frame} one={one} isHere />
        </li>
      </ol>
      {children.length > 0 && (
        <>
          <h3 id="family-remixes">{say("meme.remixes")}</h3>
          <ul class="family-remixes" aria-labelledby="family-remixes">
            {children.map((each) => (
              <li>
                <Relative frame={frame} one={each} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
};

const Relative = ({ frame, one, isHere }: { frame: Frame; one: MemeWithAuthor; isHere?: boolean }) => {
  const { say, ago } = useWords();
  const { meme, author } = one;
  const inner = (
    <>
      <span class="family-picture cropped">
        <Picture frame={frame} meme={meme} sizes="7rem" still />
      </span>
      <span class="family-name">
        {isHere ? say("meme.family-here") : <bdi>{author.username}</bdi>}
        <span class="soft">{ago(meme.createdAt, frame.now)}</span>
      </span>
    </>
  );
  if (isHere) return <span class="relative">{inner}</span>;
  return (
    <a class="relative" href={`${frame.site.root}/meme/${meme.id}`}>
      {inner}
    </a>
  );
};
