import { SectionLayout, type Pages } from "../components/section-layout.tsx";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

const PAGES = [
  ["/moderation", "moderation.reports", "flag"],
  ["/moderation/waiting", "moderation.waiting", "clock"],
  ["/moderation/hidden", "moderation.hidden-short", "hide"],
  ["/moderation/pictures", "moderation.pictures", "picture"],
  ["/moderation/people", "moderation.people", "person"],
  ["/moderation/log", "moderation.log", "list"],
] as const satisfies Pages;

interface Props {
  frame: Frame;
  /** The navigation entry this page belongs to. */
  path: (typeof PAGES)[number][0];
  /** The heading, if it differs from the entry. */
  title?: string;
  children?: unknown;
}

export const ModerationLayout = ({ title, ...props }: Props) => {
  const { say } = useWords();
  return (
    <SectionLayout
      {...props}
      pages={PAGES}
      heading={title}
      title={(page) => say("moderation.title", { page })}
      description={say("moderation.description")}
      nav={say("moderation.nav")}
      class="moderation"
      wide
    />
  );
};
