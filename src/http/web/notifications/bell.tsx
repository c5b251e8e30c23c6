import { Icon } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { bellWords } from "./bell-words.ts";

/** Links to the notifications with the number of unseen ones. A script keeps the number up to date, here and elsewhere. */
export const Bell = ({ frame: { site, viewer }, current }: { frame: Frame; current: "page" | undefined }) => {
  const path = `${site.root}/notifications`;
  return (
    <live-bell class="bell" data-live={`${path}/live`} data-unseen={viewer!.news}>
      <a class="icon-button wide-only" href={path} aria-current={current}>
        <Icon name="bell" />
        <BellCount unseen={viewer!.news} />
      </a>
      <span class="sr" role="status" data-says />
    </live-bell>
  );
};

/** The number on a bell, and its accessible name. */
export const BellCount = ({ unseen }: { unseen: number }) => {
  const { shown, label } = bellWords(useWords(), unseen);
  return (
    <>
      <span class="bell-count" aria-hidden="true" data-bell-shown>
        {shown}
      </span>
      <span class="sr" data-bell-label>
        {label}
      </span>
    </>
  );
};
