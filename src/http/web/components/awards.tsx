import { DAY_MS } from "../../../data/periods.ts";
import type { Meme } from "../../../entities/meme.ts";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { Icon } from "./icon.tsx";

interface Props {
  frame: Frame;
  meme: Pick<Meme, "wonDay">;
  /** Shows which day it was. */
  dated?: boolean | undefined;
}

/** Worn by memes of the day. */
export const Crown = ({ frame, meme: { wonDay }, dated = false }: Props) => {
  if (wonDay === undefined) return null;
  const { say, date } = useWords();
  const day = date(wonDay * DAY_MS);
  const what = say("feed.crowned", { date: day });
  return (
    <a class="crown" href={`${frame.site.root}/day`} title={what} aria-label={what}>
      <Icon name="crown" /> {dated && <span>{day}</span>}
    </a>
  );
};

const MEDALS = [1, 2, 3] as const;

/** For the first three of a list. `place` is 0 for the first. */
export const Medal = ({ place }: { place: number }) => {
  const rank = MEDALS[place];
  if (rank === undefined) return null;
  return (
    <span class={`medal medal-${rank}`}>
      <span class="sr">{useWords().say(`feed.place-${rank}`)}</span>
      <span aria-hidden="true">{rank}</span>
    </span>
  );
};
