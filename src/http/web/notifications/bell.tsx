import { Icon } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { bellWords } from "./bell-words.ts";

/** Links to the notifications with the number of unseen ones. A script keeps the number up to date. */
export const Bell = ({ frame: { site, viewer }, current }: { frame: Frame; current: "page" | undefined }) => {
  const { shown, label } = bellWords(useWords(), viewer!.unseenCount);
  const path = `${site.root}/notifications`;
  return (
    <live-bell class="bell" data-live={`${path}/live`} data-unseen={viewer!.unseenCount}>
      <a class="icon-button" href={path} aria-current={current}>
        <Icon name="bell" />
        <span class="bell-count" aria-hidden="true" data-shown>
          {shown}
        </span>
        <span class="sr" data-label>
          {label}
        </span>
      </a>
      <span class="sr" role="status" data-says />
    </live-bell>
  );
};
